// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Makes ranges on several threads, as told by its argument, and prints what the library counted of each name:
//     <pushed> <started> <marked> <leaked> <deepest> <name>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

enum { THREADS = 4, ROUNDS = 50 };

static const char *const names[] = {
    "step", "forward", "layer", "backward", "by handle", "across threads", "from outside", "moment",
};

static void layer(int depth)
{
    sw_range_push("layer");
    if (depth > 1)
        layer(depth - 1);
    sw_range_pop("layer");
}

static void *work(void *argument)
{
    const sw_name handle = sw_register("by handle");
    const int rounds = *(const int *)argument;
    for (int i = 0; i < rounds; i++) {
        sw_range_push("step");
        sw_range_push("forward");
        layer(3);
        sw_range_pop("forward");
        sw_mark("moment");
        sw_range_push_handle(handle);
        sw_range_pop_handle(handle);
        {
            SW_SCOPE("backward");
            layer(1);
        }
        sw_range_pop("step");
    }
    return NULL;
}

static void run_threads(void)
{
    pthread_t threads[THREADS];
    int rounds[THREADS];
    for (int i = 0; i < THREADS; i++) {
        rounds[i] = ROUNDS * (i + 1);
        if (pthread_create(&threads[i], NULL, work, &rounds[i]) != 0)
            exit(EXIT_FAILURE);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void *end_range(void *range)
{
    sw_range_end(*(const sw_range *)range);
    return NULL;
}

// A range that another thread ends, while the thread that started it has others open.
static void run_across(void)
{
    sw_range_push("from outside");
    sw_range range = sw_range_start("across threads");
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_range, &range) != 0)
        exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    sw_range_pop("from outside");
}

// Ranges across the edges of a pause: their ends belong to their beginnings.
static void run_paused(void)
{
    sw_range_push("from outside");
    sw_range before = sw_range_start("across threads");
    sw_pause();
    sw_range_pop("from outside");
    sw_range_end(before);
    sw_range_push("layer");
    sw_range during = sw_range_start("across threads");
    sw_mark("moment");
    sw_resume();
    sw_range_push("step");
    sw_range_pop("step");
    sw_range_pop("layer");
    sw_range_end(during);
}

static void *end_with_open_ranges(void *unused)
{
    sw_range_push("step");
    sw_range_push("forward");
    return unused;
}

// All ways to leave ranges open: the tool must see them closed nevertheless.
static void run_leaky(void)
{
    sw_range_push("step");
    sw_range_push("forward");
    sw_range_push("layer");
    sw_range_pop("step");
    sw_range_pop("layer");
    {
        SW_SCOPE("backward");
        sw_range_push("layer");
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_with_open_ranges, NULL) != 0)
        exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    sw_range_push("from outside");
    sw_range_start("across threads");
}

static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {{"threads", run_threads}, {"across", run_across}, {"paused", run_paused}, {"leaky", run_leaky}};

static bool run(const char *scenario)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(scenarios[i].name, scenario) == 0) {
            scenarios[i].run();
            return true;
        }
    return false;
}

static void print_counts(void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sw_range_stats stats;
        if (sw_get_range_stats(names[i], &stats) == SW_OK)
            printf("%llu %llu %llu %llu %llu %s\n", (unsigned long long)stats.pushed, (unsigned long long)stats.started,
                   (unsigned long long)stats.marked, (unsigned long long)stats.leaked,
                   (unsigned long long)stats.deepest, names[i]);
    }
}

int main(int argc, char **argv)
{
    const sw_nvtx_options options = {.keep_track_of_range_order = true, .domain = "test program"};
    if (argc != 2 || sw_nvtx_enable(&options) != SW_OK || !run(argv[1]))
        return EXIT_FAILURE;
    sw_finalize();
    print_counts();
    return EXIT_SUCCESS;
}
