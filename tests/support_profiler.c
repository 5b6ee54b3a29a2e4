// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_profiler.h"

#include <stdio.h>

void profile(const sw_profiler_options *options)
{
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(options), SW_OK);
}

void profile_real(const sw_profiler_options *options)
{
    messages_catch();
    CHECK_EQUAL(sw_profiler_enable(options), SW_OK);
}

sw_status profile_from(const char *lines)
{
    char text[1024];
    snprintf(text, sizeof text, "default: only\nprofiles:\n  only:\n    on_error: report\n%s", lines);
    char *path = file_of(text);
    session_prepare();
    const sw_status status = sw_init(path, NULL);
    file_remove(path);
    return status;
}

void begin_at(const char *name, double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_section_begin(name), SW_OK);
}

void end_at(const char *name, double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_section_end(name), SW_OK);
}

void section(const char *name, double begin, double end)
{
    begin_at(name, begin);
    end_at(name, end);
}

double metric(const char *name)
{
    double value = NO_METRIC;
    (void)sw_get_metric(name, &value);
    return value;
}

double metric_of(const char *section, const char *suffix)
{
    char name[256];
    snprintf(name, sizeof name, "%s%s", section, suffix);
    return metric(name);
}
