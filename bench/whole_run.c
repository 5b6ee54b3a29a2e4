// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the stopwatch costs a whole run: train_charlm with the evaluation profile and with everything off, in pairs, one
// behind the other, so that what slows the machine down slows both. Beside it what the run's own report says.

#include <fcntl.h>
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { PAIRS = 11 };

typedef struct cost {
    double wall; ///< in ns
    double cpu;  ///< user and system, in seconds
} cost;

static const char *demo;
static char report[] = "/tmp/whole_run_XXXXXX";

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void become_demo(const char *profile)
{
    char setting[128];
    int quiet = open("/dev/null", O_WRONLY);
    snprintf(setting, sizeof setting, "report.json=%s", report);
    setenv("STEPWATCH_SET", setting, 1);
    dup2(quiet, STDOUT_FILENO);
    dup2(quiet, STDERR_FILENO);
    execl(demo, demo, "--profile", profile, "--steps", "60", (char *)NULL);
    _exit(127);
}

static cost run(const char *profile)
{
    struct rusage usage;
    int status;
    double begin = bench_now_ns();
    pid_t child = fork();
    if (child == 0)
        become_demo(profile);
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) {
        fprintf(stderr, "%s could not be run\n", demo);
        exit(1);
    }
    return (cost){bench_now_ns() - begin, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)};
}

static double reported_share(void)
{
    static const char key[] = "\"own_cost_share\": ";
    char line[512];
    double share = 0;
    FILE *file = fopen(report, "re");
    while (file && fgets(line, sizeof line, file)) {
        const char *found = strstr(line, key);
        if (found)
            share = strtod(found + sizeof key - 1, NULL);
    }
    if (file)
        fclose(file);
    return share;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median, and the second smallest and second greatest of eleven: between those the true median lies with a
// probability of 98.8 %, whatever the distribution (the sign test).
static void print_ratios(const char *name, double ratios[PAIRS])
{
    char median[24], least[24], most[24];
    qsort(ratios, PAIRS, sizeof *ratios, ascending);
    snprintf(median, sizeof median, "%+.2f %%", 100 * (ratios[PAIRS / 2] - 1));
    snprintf(least, sizeof least, "%+.2f %%", 100 * (ratios[1] - 1));
    snprintf(most, sizeof most, "%+.2f %%", 100 * (ratios[PAIRS - 2] - 1));
    bench_row(name, median, least, most);
}

int main(int argc, char **argv)
{
    char path[4096], reported[24], wanted[32];
    double wall[PAIRS], cpu[PAIRS];
    double share = 0;
    (void)argc;
    snprintf(path, sizeof path, "%s/../demos/train_charlm", dirname(argv[0]));
    demo = path;
    int file = mkstemp(report);
    if (file < 0)
        return 1;
    close(file);
    run("training"); // the first run reads the text from the disk
    for (int i = 0; i < PAIRS; i++) {
        cost off = run("training");
        cost on = run("evaluation");
        wall[i] = on.wall / off.wall;
        cpu[i] = on.cpu / off.cpu;
        share += reported_share() / PAIRS;
    }
    unlink(report);
    bench_head("A whole run of train_charlm, against all off", "median", "at least", "at most");
    print_ratios("evaluation: wall time", wall);
    print_ratios("evaluation: CPU time", cpu);
    snprintf(reported, sizeof reported, "%+.2f %%", 100 * share);
    bench_row("evaluation: by its own report, pairs x cost / wall", reported, "",
              bench_wanted(wanted, "0.5 % wanted", share <= 0.005));
    return 0;
}
