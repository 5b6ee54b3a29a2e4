// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What it costs to follow an allocation and its free.

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

static bench_case map_cases[] = {
    BENCH_FLOOR,
    {"the map of live memory, one live", map_pair_of_one, 0, 0},
    {"the map of live memory, 100,000 live, in turn", map_pair_among_many, 0, 0},
};

static void fill_map(void)
{
    uint64_t bytes;
    for (int i = 0; i < MANY; i++)
        sw__live_memory_add(blocks[i], BLOCK, &bytes);
}

int main(void)
{
    if (sw_profiler_enable(NULL) != SW_OK)
        return 1;
    bench_run(map_cases, BENCH_COUNT_OF(map_cases) - 1);
    fill_map();
    bench_run(map_cases + BENCH_COUNT_OF(map_cases) - 1, 1);
    bench_print_head("An allocation and a free");
    bench_print(map_cases, BENCH_COUNT_OF(map_cases), map_cases[0].best_ns);
    bench_end_quietly();
    return 0;
}
