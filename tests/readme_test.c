// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The program in the README is demos/quick_start.c, but for what it leaves out.

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

enum { LONGEST_LINE = 1024 };

// Reads on to the next line that is `wanted`.
static bool find_line(FILE *file, const char *wanted)
{
    char line[LONGEST_LINE];
    while (fgets(line, sizeof line, file))
        if (strcmp(line, wanted) == 0)
            return true;
    return false;
}

static bool is_elision(const char *line)
{
    line += strspn(line, " ");
    return strcmp(line, "...\n") == 0 || strcmp(line, "\n") == 0;
}

static void test_program_is_quick_start(void)
{
    FILE *readme = fopen("README.md", "r");
    FILE *program = fopen("demos/quick_start.c", "r");
    CU_ASSERT_TRUE_FATAL(readme && program);
    CU_ASSERT_TRUE(find_line(readme, "```c\n"));
    char line[LONGEST_LINE];
    unsigned found = 0;
    while (fgets(line, sizeof line, readme) && strcmp(line, "```\n") != 0) {
        if (is_elision(line))
            continue;
        if (find_line(program, line)) {
            found++;
        } else {
            FAIL("demos/quick_start.c does not have, at this place, the README's line\n%s", line);
            rewind(program);
        }
    }
    CU_ASSERT_TRUE(found > 20);
    fclose(readme);
    fclose(program);
}

CU_TestInfo readme_tests[] = {
    {"the program in the README is demos/quick_start.c", test_program_is_quick_start},
    CU_TEST_INFO_NULL,
};
