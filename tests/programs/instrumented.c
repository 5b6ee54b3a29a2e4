// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A program with everything in it that a user would instrument. What that does is decided by its environment; how the
// program ends, by its argument: finalize, return, exit, or thread.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

enum { STEPS = 20, EXIT_CODE = 7 };

static void step(sw_name load, int number)
{
    SW_SCOPE("step");
    sw_start_meas_handle(load);
    sw_end_meas_handle(load);
    sw_range_push("optimizer");
    sw_range_pop("optimizer");
    sw_value("loss", 1.0 / (number + 1));
}

static void *leave(void *unused)
{
    (void)unused;
    exit(EXIT_CODE);
}

static void leave_on_a_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, leave, NULL) == 0)
        pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "return";
    if (sw_init(NULL, NULL) != SW_OK)
        return 1;
    sw_start_one_time_measurement("run");
    const sw_name load = sw_register("load");
    for (int i = 0; i < STEPS; i++) {
        step(load, i);
        sw_finish_iter_items(32);
    }
    printf("done\n");
    if (strcmp(way, "exit") == 0)
        exit(EXIT_CODE);
    if (strcmp(way, "thread") == 0)
        leave_on_a_thread();
    if (strcmp(way, "finalize") == 0)
        sw_finalize();
    return EXIT_CODE;
}
