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
#include <time.h>
#include <unistd.h>

enum { PAIRS = 11 };

typedef struct cost {
    double wall;
    double cpu; ///< user and system
} cost;

static const char *demo;
static char report[] = "/tmp/whole_run_XXXXXX";

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
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
    double begin = now();
    pid_t child = fork();
    if (child == 0)
        become_demo(profile);
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) {
        fprintf(stderr, "%s could not be run\n", demo);
        exit(1);
    }
    return (cost){now() - begin, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)};
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
    qsort(ratios, PAIRS, sizeof *ratios, ascending);
    printf("  %-34s %+8.2f %%   between %+.2f and %+.2f %% (98.8 %%, %d pairs)\n", name, 100 * (ratios[PAIRS / 2] - 1),
           100 * (ratios[1] - 1), 100 * (ratios[PAIRS - 2] - 1), PAIRS);
}

int main(int argc, char **argv)
{
    char path[4096];
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
    printf("\nA whole run of train_charlm, evaluation against all off\n");
    print_ratios("wall time", wall);
    print_ratios("CPU time", cpu);
    printf("  %-34s %+8.2f %%   wanted: at most 0.5 %%\n", "its report: pairs x cost / wall", 100 * share);
    return 0;
}
