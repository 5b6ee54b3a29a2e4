// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "command_line.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void command_line_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program_invocation_short_name);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs(". ", stderr);
    command_line_fail_option();
}

_Noreturn void command_line_fail_option(void)
{
    fputs("See --help.\n", stderr);
    exit(EXIT_USAGE);
}

uint64_t command_line_number(const char *option, const char *text, uint64_t minimum, uint64_t maximum)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    // strtoull alone would take "-1" as a huge number, and skip blanks.
    if (isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && number >= minimum && number <= maximum)
        return number;
    command_line_fail("%s: '%s'; it takes a whole number from %" PRIu64 " to %" PRIu64, option, text, minimum, maximum);
}

double command_line_real(const char *option, const char *text, double minimum, double maximum)
{
    char *end = NULL;
    const double number = strtod(text, &end);
    // strtod alone would skip blanks. What it takes for "nan" and "inf" is within no limits.
    if (end != text && !isspace((unsigned char)text[0]) && *end == '\0' && number >= minimum && number <= maximum)
        return number;
    command_line_fail("%s: '%s'; it takes a number from %g to %g", option, text, minimum, maximum);
}
