// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A program in whose instrumented lines work is done, and which is left in the middle of scopes: what it prints is the same
// whatever the run profile has on, and with SW_DISABLE. C and C++ alike.

#include <stepwatch/stepwatch.h>

static int names, values;

static const char *next_name(void)
{
    static const char *const texts[] = {"forward", "backward", "update"};
    return texts[names++ % 3];
}

static double next_value(void)
{
    return 1.0 / ++values;
}

static sw_name next_handle(void)
{
    return sw_register(next_name());
}

static int leave_early(int from)
{
    for (int i = from;; i++) {
        SW_SCOPE(next_name());
        if (i % 2)
            continue;
        SW_SCOPE_HANDLE(next_handle());
        if (i > 6)
            return i;
    }
}

static void measure(void)
{
    const sw_name handle = next_handle();
    const char *name = next_name();
    sw_start_meas(name);
    sw_end_meas(name);
    sw_start_meas_handle(handle);
    sw_end_meas_handle(handle);
    sw_value(next_name(), next_value());
    sw_add_meas(next_name(), (uint64_t)++values);
}

static void open_ranges(void)
{
    sw_status (*const push)(const char *) = (sw_range_push);
    push(next_name());
    sw_range_pop(NULL);
    sw_range_end(sw_range_start(next_name()));
    sw_mark(next_name());
}

int main(void)
{
    // A run profile that is not there would be told, and would switch everything off.
    if (sw_init(NULL, NULL) != SW_OK)
        return 1;
    int left_at = 0;
    for (int i = 0; i < 5; i++) {
        SW_SCOPE("step");
        left_at += leave_early(i);
        measure();
        open_ranges();
        sw_pause();
        values += 10;
        sw_resume();
    }
    const bool done = sw_finish_iter_items((uint64_t)++values) == SW_OK;
    printf("names %d, values %d, left at %d, %s\n", names, values, left_at, done ? "done" : "not done");
    return sw_finalize() == SW_OK ? 0 : 1;
}
