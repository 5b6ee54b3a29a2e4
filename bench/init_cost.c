// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How long it takes to begin: sw_init(), each time in a new process, and the first measurement of a thread and of a name.

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <stepwatch/stepwatch.h>

#include "bench.h"

enum { TIMES = 51 };

#define CONFIG "config/run_profiles.yaml"

typedef struct beginning {
    const char *name;
    double (*take)(void); ///< its time in ns; below 0: it failed
    const char *wanted;   ///< of the median; NULL: nothing
    double limit_ns;
} beginning;

static double time_of_init(const char *path, const char *profile)
{
    double begin = bench_now_ns();
    sw_status status = sw_init(path, profile);
    double ns = bench_now_ns() - begin;
    return status == SW_OK ? ns : -1;
}

static double init_without_config(void)
{
    return time_of_init(NULL, NULL);
}

static double init_off(void)
{
    return time_of_init(CONFIG, "training");
}

static double init_on(void)
{
    return time_of_init(CONFIG, "debugging");
}

static double time_of_first(const char *name)
{
    double begin = bench_now_ns();
    sw_status status = sw_start_meas(name);
    double ns = bench_now_ns() - begin;
    sw_end_meas(name);
    return status == SW_OK ? ns : -1;
}

static void *start_on_thread(void *ns)
{
    *(double *)ns = time_of_first("known");
    return NULL;
}

static double first_on_thread(void)
{
    pthread_t thread;
    double ns = -1;
    init_on();
    time_of_first("known");
    if (pthread_create(&thread, NULL, start_on_thread, &ns) == 0)
        pthread_join(thread, NULL);
    return ns;
}

static double first_of_name(void)
{
    init_on();
    time_of_first("known");
    return time_of_first("new");
}

// In a process of its own, which leaves without the summary.
static double take_anew(double (*take)(void))
{
    double ns = -1;
    int ends[2];
    if (pipe(ends) != 0)
        return ns;
    pid_t child = fork();
    if (child == 0) {
        ns = take();
        _exit(write(ends[1], &ns, sizeof ns) == sizeof ns ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &ns, sizeof ns) != sizeof ns)
        ns = -1;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return ns;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool print(const beginning *b)
{
    double ns[TIMES];
    char best[24], median[24], wanted[32] = "";
    for (int i = 0; i < TIMES; i++)
        ns[i] = take_anew(b->take);
    qsort(ns, TIMES, sizeof *ns, ascending);
    if (ns[0] < 0)
        return false;
    snprintf(best, sizeof best, "%.1f µs", ns[0] / 1e3);
    snprintf(median, sizeof median, "%.1f µs", ns[TIMES / 2] / 1e3);
    if (b->wanted)
        bench_wanted(wanted, b->wanted, ns[TIMES / 2] < b->limit_ns);
    bench_row(b->name, best, median, wanted);
    return true;
}

int main(void)
{
    static const beginning beginnings[] = {
        {"sw_init without a config file, all off", init_without_config, NULL, 0},
        {"sw_init with a config file, all off", init_off, NULL, 0},
        {"sw_init with a config file, all on", init_on, "< 50 ms", 50e6},
        {"the first start on a further thread", first_on_thread, "< 1 ms", 1e6},
        {"the first start of a new name", first_of_name, NULL, 0},
    };
    bench_head("Beginning, each time in a new process", "best", "median", "wanted");
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!print(&beginnings[i]))
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
