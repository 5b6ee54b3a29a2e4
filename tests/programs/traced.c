// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Records traces into the folder it is given, cycle after cycle, until it is killed. Prints a line when it has begun.

#include <stdio.h>

#include <stepwatch/stepwatch.h>

static void iterate(void)
{
    for (int i = 0; i < 500; i++) {
        sw_section_begin("outer");
        sw_section_begin("inner");
        sw_section_end("inner");
        sw_section_end("outer");
    }
    sw_finish_iter();
}

int main(int count, char **arguments)
{
    const sw_profiler_options options = {
        .mode = SW_PROFILER_TORCH,
        .aggregate = true,
        .active = 2,
        .repeat = SW_REPEAT_FOREVER,
        .trace_dir = arguments[1],
        .trace_file = "%cycle%.json",
    };
    if (count != 2 || sw_profiler_enable(&options) != SW_OK)
        return 1;
    puts("recording");
    fflush(stdout);
    for (;;)
        iterate();
}
