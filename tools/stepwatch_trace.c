// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Makes a Chrome trace of the raw file that is left of a run which was killed, or which could not write its trace.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/trace_export.h"

static const char usage[] =
    "usage: stepwatch_trace RAW [TRACE]\n"
    "\n"
    "RAW is a file *.swtrace, which a run leaves in its trace_dir when it is killed. TRACE is the file to write, with\n"
    "its folded stacks beside it; compressed if it ends with .gz. Without it the trace goes to stdout.\n";

static int fail(const char *path, const char *what, int why)
{
    fprintf(stderr, "stepwatch_trace: %s: %s%s%s\n", path, what, why ? ": " : "", why ? strerror(why) : "");
    return 1;
}

static int read_failed(const char *path, sw_status status)
{
    const int why = errno;
    if (status == SW_ERR_NO_MEMORY)
        return fail(path, "no memory", 0);
    return why ? fail(path, "cannot be read", why) : fail(path, "this is no raw trace of this version of stepwatch", 0);
}

static int write_failed(const char *path, sw_status status)
{
    return status == SW_ERR_NO_MEMORY ? fail(path, "no memory", 0) : fail(path, "cannot be written", errno);
}

int main(int count, char **arguments)
{
    const bool help = count == 2 && strcmp(arguments[1], "--help") == 0;
    if (help || count < 2 || count > 3) {
        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    sw__raw_trace raw;
    const char *to = count == 3 ? arguments[2] : "stdout";
    sw_status status = sw__raw_trace_read(&raw, arguments[1]);
    if (status != SW_OK)
        return read_failed(arguments[1], status);
    if (count == 3)
        status = sw__trace_export(&raw, to);
    else
        status = sw__trace_export_into(&raw, STDOUT_FILENO, false);
    const int result = status == SW_OK ? 0 : write_failed(to, status);
    sw__raw_trace_free(&raw);
    return result;
}
