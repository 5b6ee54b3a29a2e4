// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A failure is one sentence in a fixed buffer: it can be told when memory has run out, too.

#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

bool failure_set(struct failure *failure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
    return false;
}
