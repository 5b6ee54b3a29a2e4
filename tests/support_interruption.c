// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_interruption.h"

#include <pthread.h>
#include <signal.h>

#include "support_recording.h"

outcome main_calls, handler_calls;

void note_status(outcome *o, uint64_t *accepted, sw_status status)
{
    if (status == SW_OK)
        (*accepted)++;
    else if (status == SW_ERR_INTERRUPTED)
        o->refused++;
    else
        o->worst = status;
}

void note_start(outcome *o, const char *name)
{
    note_status(o, &o->starts, sw_start_meas(name));
}

void note_end(outcome *o, const char *name)
{
    note_status(o, &o->ends, sw_end_meas(name));
}

void open_interrupted_session(void)
{
    main_calls = handler_calls = (outcome){0};
    session_open_real(NULL);
    sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true});
    make_pairs(INTERRUPTED, 1);
    make_pairs(IN_HANDLER, 1);
    sw_range_push(INTERRUPTED);
    sw_range_push(IN_HANDLER);
    sw_range_pop(IN_HANDLER);
    sw_range_pop(INTERRUPTED);
}

sw_range_stats ranges_of(const char *name)
{
    sw_range_stats stats = {0};
    sw_get_range_stats(name, &stats);
    return stats;
}

typedef struct storm {
    pthread_t target;
    bool is_over; ///< atomic
} storm;

static void *send_signals(void *argument)
{
    storm *s = argument;
    while (!__atomic_load_n(&s->is_over, __ATOMIC_RELAXED))
        pthread_kill(s->target, SIGUSR1);
    return NULL;
}

uint64_t work_in_a_storm(void (*handler)(int signal_number), uint64_t (*work)(void))
{
    struct sigaction before;
    const struct sigaction during = {.sa_handler = handler, .sa_flags = SA_RESTART};
    storm s = {.target = pthread_self()};
    pthread_t sender;
    sigaction(SIGUSR1, &during, &before);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&sender, NULL, send_signals, &s), 0);
    const uint64_t result = work();
    __atomic_store_n(&s.is_over, true, __ATOMIC_RELAXED);
    pthread_join(sender, NULL);
    sigaction(SIGUSR1, &before, NULL);
    return result;
}
