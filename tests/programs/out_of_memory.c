// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Lets memory run out in one part of the program, as the argument says, and then come back. Prints what it found, one
// fact a line.

#include "interpose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

enum { FAILED_NAMES = 5000 };

static unsigned messages;

// Uses no memory.
static void count_message(sw_status status, const char *text, void *user)
{
    (void)status;
    (void)text;
    (void)user;
    messages++;
}

static void fact(const char *what, double value)
{
    printf("%s %g\n", what, value);
}

static void pair(const char *name)
{
    sw_start_meas(name);
    sw_end_meas(name);
}

static double count_of(const char *name)
{
    sw_meas_stats stats = {0};
    sw_get_meas_stats(name, &stats);
    return (double)stats.count;
}

static void close_quietly(void)
{
    if (!freopen("/dev/null", "w", stderr))
        exit(EXIT_FAILURE);
    sw_finalize();
}

static void new_session(void)
{
    memory_is_out = false;
    close_quietly();
    fact("enabled again", sw_stopwatch_enable(NULL) == SW_OK);
}

// More new names than are left over from what was allocated before.
static void names(void)
{
    static char texts[FAILED_NAMES][64];
    unsigned refused = 0;
    for (int i = 0; i < FAILED_NAMES; i++)
        snprintf(texts[i], sizeof texts[i], "a name of some forty bytes, number %d", i);
    pair("known");
    messages = 0;
    memory_is_out = true;
    for (int i = 0; i < FAILED_NAMES; i++) {
        refused += sw_start_meas(texts[i]) != SW_OK;
        sw_end_meas(texts[i]);
    }
    pair("known");
    memory_is_out = false;
    fact("some refused", refused > 0);
    fact("messages", messages);
    fact("other", count_of("(other)") == refused);
    fact("known", count_of("known"));
    pair("when memory is back");
    fact("when memory is back", count_of("when memory is back"));
    new_session();
    pair("in the next session");
    fact("in the next session", count_of("in the next session"));
}

static void readers(void)
{
    sw_meas_stats stats;
    pair("known");
    memory_is_out = true;
    const sw_status read = sw_get_meas_stats("known", &stats);
    const sw_status printed = sw_print_eval_times(stdout);
    const sw_status finished = sw_finish_iter();
    pair("known");
    sw_end_meas("known");
    memory_is_out = false;
    fact("read", read);
    fact("printed", printed);
    fact("finished", finished);
    fact("known", count_of("known"));
    new_session();
    pair("known");
    fact("in the next session", count_of("known"));
}

// Memory runs out at the first allocation, at the second, and so on, until there is enough of it.
static void section_table(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    sw_status status = SW_ERR_NO_MEMORY;
    unsigned refused = 0;
    if (!nowhere || sw_profiler_enable(NULL) != SW_OK)
        exit(EXIT_FAILURE);
    setvbuf(nowhere, NULL, _IONBF, 0);
    sw_section_begin("outer");
    sw_section_begin("inner");
    sw_section_end("inner");
    sw_section_end("outer");
    sw_finish_iter();
    sw_print_section_table(nowhere); // looks at the machine, which other libraries do
    for (unsigned calls = 1; calls < 1000 && status == SW_ERR_NO_MEMORY; calls++) {
        memory_runs_out_in = calls;
        status = sw_print_section_table(nowhere);
        memory_is_out = false;
        refused += status == SW_ERR_NO_MEMORY;
    }
    memory_runs_out_in = 0;
    fact("refused", refused > 10);
    fact("printed", status);
    fclose(nowhere);
}

static void finalize(void)
{
    pair("known");
    memory_is_out = true;
    fact("finalized", sw_finalize());
    const sw_status enabled = sw_stopwatch_enable(NULL);
    fact("enabled without", enabled != SW_OK || sw_stopwatch_is_enabled());
    pair("known");
    new_session();
    pair("known");
    fact("in the next session", count_of("known"));
}

static bool without_memory;

static void *measure_three_times(void *argument)
{
    sw_status *status = argument;
    memory_is_out = without_memory; // not before, since making a thread takes memory
    *status = sw_start_meas("on a thread");
    sw_end_meas("on a thread");
    pair("on a thread");
    pair("on a thread");
    memory_is_out = false;
    return NULL;
}

static sw_status on_thread(bool memory_goes)
{
    pthread_t thread;
    sw_status status = SW_OK;
    without_memory = memory_goes;
    if (pthread_create(&thread, NULL, measure_three_times, &status) != 0)
        exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    return status;
}

// The blocks of lanes are kept, so what is refused comes before what is accepted.
static void lanes(void)
{
    messages = 0;
    memory_is_out = true;
    fact("first call refused", sw_start_meas("known"));
    memory_is_out = false;
    fact("thread refused", on_thread(true));
    fact("thread refused", on_thread(true));
    fact("messages", messages);
    fact("thread accepted", on_thread(false));
    fact("on a thread", count_of("on a thread"));
    new_session();
    pair("known");
    fact("in the next session", count_of("known"));
}

static void lanes_in_each_session(void)
{
    for (int session = 0; session < 2; session++) {
        messages = 0;
        fact("thread refused", on_thread(true));
        fact("messages", messages);
        new_session();
    }
}

static pthread_barrier_t measured, memory_went;

static void *measure_and_end_without_memory(void *argument)
{
    pair(argument);
    pthread_barrier_wait(&measured);
    pthread_barrier_wait(&memory_went);
    return NULL;
}

static void thread_end(void)
{
    pthread_t thread;
    pthread_barrier_init(&measured, NULL, 2);
    pthread_barrier_init(&memory_went, NULL, 2);
    if (pthread_create(&thread, NULL, measure_and_end_without_memory, "ended") != 0)
        exit(EXIT_FAILURE);
    pthread_barrier_wait(&measured);
    memory_is_out = true;
    pthread_barrier_wait(&memory_went);
    pthread_join(thread, NULL);
    memory_is_out = false;
    fact("ended", count_of("ended"));
}

int main(int argc, char **argv)
{
    static const struct part {
        const char *name;
        void (*run)(void);
    } parts[] = {
        {"names", names},           {"readers", readers}, {"section_table", section_table},
        {"finalize", finalize},     {"lanes", lanes},     {"lanes_in_each_session", lanes_in_each_session},
        {"thread_end", thread_end},
    };
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    sw_set_message_handler(count_message, NULL);
    if (argc != 2 || sw_stopwatch_enable(NULL) != SW_OK)
        return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(argv[1], parts[i].name) == 0)
            parts[i].run();
    close_quietly();
    return EXIT_SUCCESS;
}
