// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Forks in the middle of its measurements. The argument says what the child does:
//     last    exit when the parent has written its summary
//     first   exit before that
//     own     open a session of its own, measure, and exit before that

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

// Waits until the parent closes its end.
static void wait_for_parent(int from_parent)
{
    char nothing;
    while (read(from_parent, &nothing, 1) > 0)
        ;
}

static void measure_in_child(void)
{
    sw_stopwatch_enable(NULL);
    sw_start_meas("of the child");
    sw_end_meas("of the child");
}

static void run_child(const char *what, int from_parent)
{
    sw_start_meas("ignored in the child");
    sw_end_meas("ignored in the child");
    if (strcmp(what, "last") == 0)
        wait_for_parent(from_parent);
    if (strcmp(what, "own") == 0)
        measure_in_child();
    exit(EXIT_SUCCESS);
}

static bool ends_well(pid_t child)
{
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0;
}

int main(int argc, char **argv)
{
    int ends[2];
    if (argc != 2 || pipe(ends) != 0 || sw_stopwatch_enable(NULL) != SW_OK)
        return EXIT_FAILURE;
    const bool child_is_last = strcmp(argv[1], "last") == 0;
    sw_start_meas("of the parent");
    const pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        run_child(argv[1], ends[0]);
    }
    if (!child_is_last && !ends_well(child))
        return EXIT_FAILURE;
    sw_end_meas("of the parent");
    sw_finalize();
    puts("parent");
    fflush(stdout);
    close(ends[1]);
    return child_is_last && !ends_well(child) ? EXIT_FAILURE : EXIT_SUCCESS;
}
