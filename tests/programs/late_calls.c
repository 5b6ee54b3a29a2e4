// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Leaves by exit() in the middle of its measurements: with a thread that goes on measuring, and with an exit handler that
// runs after the library's.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

static void *measure_for_ever(void *argument)
{
    (void)argument;
    for (;;) {
        SW_SCOPE("on a thread");
        sw_start_meas("inside");
        sw_end_meas("inside");
    }
    return NULL;
}

// Exit handlers run in reverse: this one was registered before the library's.
static void call_late(void)
{
    sw_status worst = SW_OK;
    for (int i = 0; i < 1000; i++) {
        const sw_status all[] = {
            sw_start_meas("late"), sw_end_meas("late"), sw_range_push("late"), sw_range_pop("late"),
            sw_finish_iter(),      sw_value("late", 1), sw_finalize(),
        };
        for (size_t call = 0; call < sizeof all / sizeof *all; call++)
            worst = all[call] != SW_OK ? all[call] : worst;
    }
    printf("late calls: %s\n", sw_status_text(worst));
}

int main(void)
{
    pthread_t thread;
    atexit(call_late);
    if (sw_stopwatch_enable(NULL) != SW_OK || sw_nvtx_enable(NULL) != SW_OK)
        return EXIT_FAILURE;
    if (pthread_create(&thread, NULL, measure_for_ever, NULL) != 0)
        return EXIT_FAILURE;
    sw_start_meas("before exit");
    usleep(10000);
    sw_end_meas("before exit");
    sw_start_meas("left open");
    exit(EXIT_SUCCESS);
}
