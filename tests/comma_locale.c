// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "comma_locale.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "test.h"

void locale_make(const char *name)
{
    char source[128];
    char made[256];
    snprintf(source, sizeof source, "tests/data/%s", name);
    snprintf(made, sizeof made, BUILD_DIR "/tests/%s", name);
    // The categories that the source has not are warned about, in the exit status too; -c goes on all the same.
    const char *const localedef[] = {"localedef", "-c", "-i", source, "-f", "ANSI_X3.4-1968", made, NULL};
    process_result result = process_run(localedef, NULL, 60);
    process_free(&result);
}

// In a child process, which takes with it what the C library never frees of a locale.
static void write_with_comma(void (*write_numbers)(int out), int out)
{
    locale_make("comma_locale");
    setenv("LOCPATH", BUILD_DIR "/tests", 1);
    const locale_t comma = newlocale(LC_NUMERIC_MASK, "comma_locale", (locale_t)0);
    if (comma) {
        uselocale(comma);
        dprintf(out, "%.1f\n", 1.5);
        write_numbers(out);
    }
    _exit(0);
}

void check_with_decimal_comma(void (*write_numbers)(int out), const char *expected)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0)
        write_with_comma(write_numbers, ends[1]);
    close(ends[1]);
    char text[4096] = "";
    size_t length = 0;
    for (ssize_t more; (more = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)more;
    close(ends[0]);
    waitpid(child, NULL, 0);
    if (length == 0) {
        printf("(skipped: localedef made no locale with a decimal comma) ");
        return;
    }
    CU_ASSERT_EQUAL_FATAL(strncmp(text, "1,5\n", 4), 0);
    CHECK_TEXT(text + 4, expected);
}
