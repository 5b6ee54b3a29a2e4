// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/output_file.h"
#include "report/chrome_trace.h"
#include "report/folded_stacks.h"

static bool ends_with(const char *path, size_t length, const char *ending)
{
    const size_t size = strlen(ending);
    return length > size && memcmp(path + length - size, ending, size) == 0 && path[length - size - 1] != '/';
}

size_t sw__trace_stem(const char *path)
{
    static const char *const endings[] = {".gz", ".json", ".trace", ".pt"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(path, length, endings[i]))
            length -= strlen(endings[i]);
    return length;
}

sw_status sw__trace_export_into(sw__raw_trace *raw, int fd, bool compressed)
{
    sw__stream *out = malloc(sizeof *out);
    if (!out)
        return SW_ERR_NO_MEMORY;
    sw__stream_open(out, fd, compressed);
    const bool whole = sw__chrome_trace_write(out, &raw->trace);
    const bool written = sw__stream_close(out);
    const int why = out->why;
    free(out);
    errno = why;
    return !written ? SW_ERR_WRITE : whole ? SW_OK : SW_ERR_NO_MEMORY;
}

// The file gets its name when it is complete.
static sw_status export_whole(sw__raw_trace *raw, const char *path)
{
    sw__buffer name = {0};
    const int fd = sw__output_file_create_beside(path, &name);
    sw_status status = fd < 0 ? SW_ERR_WRITE : sw__trace_export_into(raw, fd, ends_with(path, strlen(path), ".gz"));
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && status == SW_OK)
        status = SW_ERR_WRITE, why = errno;
    if (status == SW_OK && rename(name.text, path) != 0)
        status = SW_ERR_WRITE, why = errno;
    if (fd >= 0 && status != SW_OK)
        unlink(name.text);
    sw__buffer_free(&name);
    errno = why;
    return status;
}

static sw_status export_folded(sw__raw_trace *raw, const char *path)
{
    sw__buffer beside = {0}, text = {0};
    sw__buffer_add(&beside, path, sw__trace_stem(path));
    sw__buffer_text(&beside, ".folded.txt");
    sw__folded_stacks_write(&text, &raw->trace);
    sw_status status = text.failed || beside.failed ? SW_ERR_NO_MEMORY : SW_OK;
    if (status == SW_OK && text.length)
        status = sw__output_file_write(beside.text, &text);
    const int why = errno;
    sw__buffer_free(&beside);
    sw__buffer_free(&text);
    errno = why;
    return status;
}

sw_status sw__trace_export(sw__raw_trace *raw, const char *path)
{
    // A link stays, and the file that it leads to is replaced.
    char *target = realpath(path, NULL);
    const char *to = target ? target : path;
    sw_status status = export_whole(raw, to);
    if (status == SW_OK)
        status = export_folded(raw, path);
    const int why = errno;
    free(target);
    errno = why;
    return status;
}
