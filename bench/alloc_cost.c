// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What it costs to tell of an allocation and its free: off, counted for what is open, and of that the map of what is live.

#include <stepwatch/stepwatch.h>

#include "cases.h"
#include "profiler/live_memory.h"

enum { MANY = 100000, BLOCK = 64 };

static char blocks[MANY][BLOCK]; ///< only their addresses are used

static void map_pair_of_one(int count)
{
    uint64_t bytes;
    for (int i = 0; i < count; i++) {
        sw__live_memory_add(blocks[0], BLOCK, &bytes);
        sw__live_memory_remove(blocks[0], &bytes);
    }
}

// Each round frees the oldest, as a queue does.
static void map_pair_among_many(int count)
{
    static uint32_t at;
    uint64_t bytes;
    for (int i = 0; i < count; i++) {
        sw__live_memory_remove(blocks[at], &bytes);
        sw__live_memory_add(blocks[at], BLOCK, &bytes);
        at = (at + 1) % MANY;
    }
}

static void told_pair(int count)
{
    for (int i = 0; i < count; i++) {
        sw_mem_alloc(blocks[0], BLOCK);
        sw_mem_free(blocks[0]);
    }
}

static void op_pair(int count)
{
    for (int i = 0; i < count; i++) {
        sw_op_begin("allocate", NULL);
        sw_op_end("allocate");
    }
}

static void told_pair_in_op(int count)
{
    for (int i = 0; i < count; i++) {
        sw_op_begin("allocate", NULL);
        sw_mem_alloc(blocks[0], BLOCK);
        sw_mem_free(blocks[0]);
        sw_op_end("allocate");
    }
}

static bench_case off_cases[] = {
    {"off", told_pair, 0.05, 0},
};

static bench_case on_cases[] = {
    BENCH_FLOOR,
    {"counted", told_pair, 0, 0},
    {"an op around nothing, for comparison", op_pair, 0, 0},
    {"an op around both", told_pair_in_op, 0, 0},
    {"the map of live memory alone, one live", map_pair_of_one, 0, 0},
};

static bench_case many_cases[] = {
    {"the map alone, 100,000 live, in turn", map_pair_among_many, 0, 0},
};

static void fill_map(void)
{
    uint64_t bytes;
    for (int i = 0; i < MANY; i++)
        sw__live_memory_add(blocks[i], BLOCK, &bytes);
}

int main(void)
{
    bench_run(off_cases, BENCH_COUNT_OF(off_cases));
    const sw_profiler_options options = {.mode = SW_PROFILER_TORCH, .profile_memory = true};
    if (sw_profiler_enable(&options) != SW_OK)
        return 1;
    bench_run(on_cases, BENCH_COUNT_OF(on_cases));
    fill_map();
    bench_run(many_cases, BENCH_COUNT_OF(many_cases));

    const double floor_ns = on_cases[0].best_ns;
    bench_print_head("An allocation and a free that are told of");
    bench_print(off_cases, BENCH_COUNT_OF(off_cases), floor_ns);
    bench_print(on_cases, BENCH_COUNT_OF(on_cases), floor_ns);
    bench_print(many_cases, BENCH_COUNT_OF(many_cases), floor_ns);
    bench_end_quietly();
    return 0;
}
