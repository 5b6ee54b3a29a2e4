// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where sections and recorded iterations wait for the GPU.

#include "scenario.h"

static void profile(sw_cuda_sync sync, uint32_t wait, uint32_t active)
{
    const sw_profiler_options options = {.wait = wait, .active = active, .do_cuda_sync = sync};
    if (sw_profiler_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
}

static void make_section(const char *name)
{
    sw_section_begin(name);
    print("work");
    sw_section_end(name);
}

static void run_window(void)
{
    profile(SW_CUDA_SYNC_DEVICE, 2, 1);
    for (int i = 0; i < 5; i++) {
        print("iteration");
        make_section("a");
        sw_finish_iter();
    }
}

static void run_null(void)
{
    sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_NULL, .do_cuda_sync = SW_CUDA_SYNC_DEVICE});
    make_section("a");
    sw_finish_iter();
}

static void run_each_way(void)
{
    const sw_name name = sw_register("b");
    profile(SW_CUDA_SYNC_DEVICE, 0, 0);
    make_section("a");
    print("by handle");
    sw_section_begin_handle(name);
    sw_section_end_handle(name);
    print("scope");
    {
        SW_SCOPE("c");
        print("work");
    }
}

static void run_stream(void)
{
    profile(SW_CUDA_SYNC_STREAM, 0, 0);
    make_section("a");
    sw_finish_iter();
}

static void run_pause(void)
{
    profile(SW_CUDA_SYNC_DEVICE, 0, 0);
    sw_section_begin("before");
    sw_pause();
    print("pause");
    make_section("a");
    {
        SW_SCOPE("b");
    }
    sw_section_begin("over its end");
    print("the end of what was begun before");
    sw_section_end("before");
    sw_resume();
    print("resume");
    sw_section_end("over its end");
}

static void run_left_out(void)
{
    profile(SW_CUDA_SYNC_DEVICE, 0, 0);
    make_section("left out");
}

static void run_misuse(void)
{
    profile(SW_CUDA_SYNC_DEVICE, 0, 0);
    sw_section_end("never begun");
}

int main(int argc, char **argv)
{
    static const scenario scenarios[] = {
        SCENARIO(window), SCENARIO(null),     SCENARIO(each_way), SCENARIO(stream),
        SCENARIO(pause),  SCENARIO(left_out), SCENARIO(misuse),
    };
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
