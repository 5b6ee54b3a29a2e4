// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/output_file.h"
#include "comm/rank.h"
#include "report/output_path.h"
#include "report/trace_export.h"

static const char *text_of(const sw__buffer *buffer)
{
    return buffer->text && !buffer->failed ? buffer->text : "";
}

// Cycles that would have the same name are told apart before the endings that say what the file is.
static void add_template(sw__buffer *out, const sw__profiler_settings *settings)
{
    const char *name = settings->trace_file;
    const bool apart = settings->repeat == 1 || strstr(name, "%cycle%") || strstr(name, "%step%");
    const size_t stem = sw__trace_stem(name);
    sw__buffer_printf(out, "%s/", settings->trace_dir);
    sw__buffer_add(out, name, stem);
    sw__buffer_text(out, apart ? "" : ".cycle%cycle%");
    sw__buffer_text(out, name + stem);
}

static void name_trace(sw__buffer *path, const sw__profiler_settings *settings, const sw_cycle *cycle)
{
    const char *run = settings->run_name;
    const sw__placeholder list[] = {
        {"%run%", run && *run ? run : program_invocation_short_name, 0},
        {"%cycle%", NULL, cycle->number},
        {"%step%", NULL, cycle->first_iteration},
        {0},
    };
    sw__buffer template = {0};
    add_template(&template, settings);
    sw__buffer_free(path);
    sw__output_path_add(path, text_of(&template), sw__rank_now(), list);
    path->failed |= template.failed;
    sw__buffer_free(&template);
}

// A name that nobody has: the raw file of a run that was killed stays.
static int create_raw(sw__trace_files *files)
{
    int fd = -1;
    for (unsigned try = 0; try < 1000 && fd < 0; try++) {
        sw__buffer_free(&files->raw);
        sw__buffer_printf(&files->raw, "%s.%d-%u.swtrace", text_of(&files->trace), (int)getpid(), try);
        if (files->raw.failed || files->trace.failed) {
            errno = ENOMEM;
            return -1;
        }
        fd = sw__output_file_create(files->raw.text);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    // The run is written again in its place, which is not at the end.
    if (fd >= 0)
        fcntl(fd, F_SETFL, 0);
    return fd;
}

int sw__trace_files_create(sw__trace_files *files, const sw__profiler_settings *settings, const sw_cycle *cycle)
{
    name_trace(&files->trace, settings, cycle);
    return create_raw(files);
}

const char *sw__trace_files_path(const sw__trace_files *files)
{
    return text_of(&files->trace);
}

void sw__trace_files_forget(sw__trace_files *files)
{
    sw__buffer_free(&files->trace);
    sw__buffer_free(&files->raw);
}
