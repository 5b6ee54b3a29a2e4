// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Counts allocations and locks during a million pairs of each kind, and prints them, one kind a line.

#include "interpose.h"

#include <stdio.h>
#include <stdlib.h>

#include <stepwatch/stepwatch.h>

enum { PAIRS = 1000000, LOG = 4096 };

static const char *const name = "a name";
static const char *const long_name = "a name that is longer than what is compared at once, by far";
static sw_name handle;

static void by_name(int count)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas(name);
        sw_end_meas(name);
    }
}

static void by_long_name(int count)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas(long_name);
        sw_end_meas(long_name);
    }
}

static void by_handle(int count)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas_handle(handle);
        sw_end_meas_handle(handle);
    }
}

static void by_scope(int count)
{
    for (int i = 0; i < count; i++) {
        SW_SCOPE("a scope");
    }
}

static void across(int count)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas(name);
        sw_start_meas(long_name);
        sw_end_meas(name);
        sw_end_meas(long_name);
    }
}

static void ranges(int count)
{
    for (int i = 0; i < count; i++) {
        sw_range_push(name);
        sw_range_pop(name);
    }
}

static void sections(int count)
{
    for (int i = 0; i < count; i++) {
        sw_section_begin(name);
        sw_section_begin(long_name);
        sw_section_begin_handle(handle);
        sw_section_end_handle(handle);
        sw_section_end(NULL);
        sw_section_end(name);
    }
}

typedef struct kind {
    const char *name;
    void (*run)(int count);
} kind;

// Goes once through the log before, so that names, pages and slots are there.
static void count_calls(const char *when, const kind *k)
{
    k->run(2 * LOG);
    const uint64_t before = interposed_calls;
    k->run(PAIRS);
    printf("%s, %s: %llu\n", when, k->name, (unsigned long long)(interposed_calls - before));
}

// A new name takes a lock and memory: were it not counted, nothing would be.
static void count_new_name(void)
{
    const uint64_t before = interposed_calls;
    sw_register("new");
    printf("a new name: %s\n", interposed_calls - before >= 2 ? "counted" : "not counted");
}

int main(void)
{
    static const kind kinds[] = {
        {"by name", by_name},     {"by long name", by_long_name},
        {"by handle", by_handle}, {"by scope", by_scope},
        {"across", across},       {"ranges", ranges},
        {"sections", sections},
    };
    count_new_name();
    handle = sw_register("a handle");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        count_calls("off", &kinds[i]);
    if (sw_stopwatch_enable(NULL) != SW_OK || sw_nvtx_enable(NULL) != SW_OK)
        return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        count_calls("on", &kinds[i]);
    if (sw_profiler_enable(NULL) != SW_OK)
        return EXIT_FAILURE;
    count_calls("recorded", &(kind){"by scope", by_scope});
    count_calls("recorded", &(kind){"sections", sections});
    sw_pause();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        count_calls("paused", &kinds[i]);
    return EXIT_SUCCESS;
}
