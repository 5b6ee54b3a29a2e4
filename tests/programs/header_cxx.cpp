// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The public headers as a C++ program uses them: it calls each macro and function by name with nothing switched on, and
// prints how many of the calls did not say SW_OK.

#include <stepwatch/stepwatch.hpp>

static int surprises;

static void expect_ok(sw_status status)
{
    if (status != SW_OK)
        surprises++;
}

static void call_the_stopwatch(sw_name name)
{
    expect_ok(sw_start_meas("a"));
    expect_ok(sw_end_meas("a"));
    expect_ok(sw_start_meas_handle(name));
    expect_ok(sw_end_meas_handle(name));
    expect_ok(sw_start_one_time_measurement("once"));
    expect_ok(sw_end_one_time_measurement("once"));
    expect_ok(sw_add_meas("a", 1));
    expect_ok(sw_value("loss", 0.5));
    expect_ok(sw_set_cpu_usage_meas_name("a"));
}

static void call_the_ranges(sw_name name)
{
    expect_ok(sw_range_push("a"));
    expect_ok(sw_range_pop("a"));
    expect_ok(sw_range_push_handle(name));
    expect_ok(sw_range_pop_handle(name));
    expect_ok(sw_range_end(sw_range_start("a")));
    expect_ok(sw_mark("a"));
    expect_ok(sw_cuda_profiler_start());
    expect_ok(sw_cuda_profiler_stop());
}

static void call_the_profiler(sw_name name)
{
    expect_ok(sw_section_begin("a"));
    expect_ok(sw_section_end("a"));
    expect_ok(sw_section_begin_handle(name));
    expect_ok(sw_section_end_handle(name));
}

static void call_the_session()
{
    expect_ok(sw_begin_iter());
    expect_ok(sw_finish_iter());
    expect_ok(sw_finish_iter_items(32));
    expect_ok(sw_pause());
    expect_ok(sw_resume());
}

// A name in parentheses is the function behind the macro, for pointers.
static void call_the_functions(sw_name name)
{
    SW_SCOPE("function");
    SW_SCOPE_HANDLE(name);
    const sw::scope scope("function");
    const sw::measurement measurement(name);
    const sw::range range("function");
    const sw::section section("function");
    sw_status (*const start)(const char *) = (sw_start_meas);
    sw_status (*const end)(const char *) = (sw_end_meas);
    expect_ok(start("a"));
    expect_ok(end("a"));
}

int main()
{
    const sw_name name = sw_register("a");
    call_the_stopwatch(name);
    call_the_ranges(name);
    call_the_profiler(name);
    call_the_session();
    call_the_functions(name);
    sw_meas_stats stats = {};
    const bool seen = sw_get_meas_stats("a", &stats) == SW_OK;
    printf("%d surprises, %s, %s\n", surprises, seen ? "seen" : "not seen", sw_name_text(name));
    return sw_finalize() == SW_OK ? 0 : 1;
}
