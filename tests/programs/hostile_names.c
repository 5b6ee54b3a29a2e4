// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Uses names over which an output may stumble, in all ways in which there are names, and makes mistakes with each:
//     hostile_names <nasty|tame> <file>
// Tame names give the same output, but for the names. The names, as they are kept, go to the file in hexadecimal
// digits, one a line. Into stdout go what the locale makes of one and a half and of an i, the run in ten numbers, and
// the configuration.

#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

enum { LONG_NAME = 1 << 20 };

static const char *const nasty[] = {
    "plain",
    "a\"b",
    "it's",
    "a,b;c",
    "C:\\new\\table",
    "line one\nline two",
    "line one\r\nline two\r",
    "\ttabs\t",
    "  blanks  ",
    " ",
    "--",
    "null",
    "=1+1",
    "\"",
    "\"\"",
    "\n",
    "%s%n%d%",
    "x,1,2\r\ny,3,4\r\n",
    "\",\"count\":7,\"",
    "</script>&amp;",
    "{a: [b, *c",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[H",
    "\b\b\b\x7f\x01",
    "\xc2\x9b;31mC1\xc2\x85",
    "\x9b;31mraw",
    "caf\xe9",
    "\xff\xfe",
    "cut \xe2\x82",
    "long slash \xc0\xaf",
    "surrogate \xed\xa0\x80",
    "beyond \xf4\x90\x80\x80",
    "gr\xc3\xb6\xc3\x9ft",
    "\xe6\xbc\xa2\xe5\xad\x97",
    "e\xcc\x81",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac",
    "\xe2\x80\xaetxt.exe",
    "\xe2\x80\xa8separator\xe2\x80\xa9",
    "\xef\xbb\xbfmark",
    "\xef\xbf\xbf",
    "\xe2\x81\xa6isolate",
};

enum { SHORT_NAMES = sizeof nasty / sizeof *nasty, NAMES = SHORT_NAMES + 1 };

static const char *names[NAMES];

// One MiB of letters of two bytes each, behind one byte, so that 1,000 bytes end in the middle of a letter.
static const char *long_name(void)
{
    static char text[LONG_NAME + 1];
    text[0] = 'x';
    for (size_t i = 1; i + 1 < LONG_NAME; i += 2)
        memcpy(text + i, "\xc3\xa9", 2);
    return text;
}

static void choose_names(bool are_nasty)
{
    static char tame[NAMES][16];
    for (int i = 0; i < NAMES; i++) {
        snprintf(tame[i], sizeof tame[i], "tame %d", i);
        names[i] = are_nasty ? i < SHORT_NAMES ? nasty[i] : long_name() : tame[i];
    }
    pthread_setname_np(pthread_self(), are_nasty ? "\x1b[7m\n\xff" : "tame");
}

static void write_names(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        exit(EXIT_FAILURE);
    for (int i = 0; i < NAMES; i++) {
        for (const char *c = sw_name_text(sw_register(names[i])); *c; c++)
            fprintf(file, "%02x", (unsigned)(unsigned char)*c);
        fprintf(file, "\n");
    }
    fclose(file);
}

static void use(const char *name)
{
    SW_SCOPE(name);
    sw_start_meas(name);
    sw_end_meas(name);
    sw_add_meas(name, 1);
    sw_value(name, 1.5);
    sw_start_one_time_measurement(name);
    sw_end_one_time_measurement(name);
    sw_mark(name);
    sw_range_end(sw_range_start(name));
}

// Each leaves a message with the name in it, most as part of a stack.
static void misuse(const char *name)
{
    sw_end_meas(name);
    sw_range_pop(name);
    sw_start_one_time_measurement(name);
    sw_range_push("outer");
    sw_range_push(name);
    sw_range_pop("outer");
    sw_section_end(name);
    sw_section_begin("outer");
    sw_section_begin(name);
    sw_section_end("outer");
    sw_section_end(name);
}

static void *leave_open(void *unused)
{
    for (int i = 0; i < NAMES; i++) {
        sw_start_meas(names[i]);
        sw_range_push(names[i]);
    }
    return unused;
}

static void run(void)
{
    pthread_t thread;
    for (int i = 0; i < NAMES; i++)
        use(names[i]);
    for (int i = 0; i < NAMES; i++)
        misuse(names[i]);
    if (pthread_create(&thread, NULL, leave_open, NULL) != 0)
        exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    sw_finish_iter();
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    if (argc != 3 || sw_init(NULL, NULL) != SW_OK)
        return EXIT_FAILURE;
    choose_names(strcmp(argv[1], "nasty") == 0);
    write_names(argv[2]);
    run();
    printf("# %.1f %c\n", 1.5, toupper('i'));
    sw_print_summary(stdout);
    sw_config_print(stdout);
    sw_finalize();
    return EXIT_SUCCESS;
}
