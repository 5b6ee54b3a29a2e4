// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections of several threads: each has its own, and an iteration adds them up.

#include "support_profiler.h"

#include <pthread.h>
#include <string.h>

#include "base/records.h"
#include "profiler/section_counts.h"

// Another thread and this one, in turns: the other does its part when it is told to, and waits to be told again.
typedef struct turns {
    pthread_t thread;
    pthread_barrier_t begins;
    pthread_barrier_t is_done;
    void (*part)(void);
} turns;

static void *take_turns(void *argument)
{
    turns *t = argument;
    for (;;) {
        pthread_barrier_wait(&t->begins);
        if (!t->part)
            return NULL;
        t->part();
        pthread_barrier_wait(&t->is_done);
    }
}

static void turns_begin(turns *t)
{
    pthread_barrier_init(&t->begins, NULL, 2);
    pthread_barrier_init(&t->is_done, NULL, 2);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&t->thread, NULL, take_turns, t), 0);
}

static void on_other(turns *t, void (*part)(void))
{
    t->part = part;
    pthread_barrier_wait(&t->begins);
    pthread_barrier_wait(&t->is_done);
}

// The other thread ends.
static void turns_end(turns *t)
{
    t->part = NULL;
    pthread_barrier_wait(&t->begins);
    pthread_join(t->thread, NULL);
    pthread_barrier_destroy(&t->begins);
    pthread_barrier_destroy(&t->is_done);
}

static void begin_work(void)
{
    CHECK_EQUAL(sw_section_begin("work"), SW_OK);
}

static void end_work(void)
{
    CHECK_EQUAL(sw_section_end("work"), SW_OK);
}

static void end_without_begin(void)
{
    CHECK_EQUAL(sw_section_end("work"), SW_ERR_SECTION_NOT_OPEN);
}

static void work_for_a_second(void)
{
    begin_work();
    tick();
    end_work();
}

static void finish_the_iteration(void)
{
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
}

static void test_threads_are_added_up(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    at(1);
    begin_work();
    on_other(&other, begin_work);
    at(3);
    on_other(&other, end_work);
    at(4);
    end_work();
    finish_at(5);
    CHECK_SECTION("work", 5, 5, 2);
    CHECK_METRIC("total_time_sec", 4);
    CHECK_METRIC("unattributed_sec", 1); // of the thread that finished the iteration
    turns_end(&other);
    session_close();
}

static void test_each_thread_has_its_own_stack(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    begin_at("outer", 0);
    on_other(&other, begin_work);
    on_other(&other, begin_work);
    on_other(&other, end_work);
    end_at("outer", 1); // crosses nothing
    on_other(&other, end_work);
    finish_at(2);
    CHECK_SECTION("outer", 1, 1, 1);
    CHECK_SECTION("work", 1, 1, 2);
    CHECK_EQUAL(messages_count(), 0);
    turns_end(&other);
    session_close();
}

static void test_a_section_cannot_be_ended_on_another_thread(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    begin_work();
    on_other(&other, end_without_begin);
    at(2);
    end_work();
    finish_at(2);
    CHECK_SECTION("work", 2, 2, 1);
    CHECK_EQUAL(messages_count(), 1);
    turns_end(&other);
    session_close();
}

static void test_any_thread_may_finish_the_iteration(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    section("work", 0, 2);
    on_other(&other, work_for_a_second);
    on_other(&other, finish_the_iteration);
    CHECK_METRIC("total_time_sec", 3);
    CHECK_SECTION("work", 3, 3, 2);
    CHECK_METRIC("unattributed_sec", 2);
    section("work", 3, 7);
    finish_at(8);
    CHECK_SECTION("work", 4, 4, 1);
    CHECK_METRIC("unattributed_sec", 1);
    on_other(&other, work_for_a_second);
    on_other(&other, finish_the_iteration);
    CHECK_METRIC("unattributed_sec", 0);
    turns_end(&other);
    session_close();
}

static void test_a_section_of_another_thread_goes_on_over_the_end(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    section("own", 0, 1);
    on_other(&other, begin_work);
    finish_at(2);
    CHECK_NO_SECTION("work");
    finish_at(4);
    CHECK_NO_SECTION("work");
    at(5);
    on_other(&other, end_work);
    finish_at(6);
    CHECK_SECTION("work", 4, 4, 1); // in the iteration in which it ends
    finish_at(7);
    CHECK_NO_SECTION("work");
    CHECK_EQUAL(messages_count(), 0);
    turns_end(&other);
    session_close();
}

static void test_a_thread_that_does_nothing_more_is_in_no_later_iteration(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    on_other(&other, work_for_a_second);
    finish_at(2);
    CHECK_SECTION("work", 1, 1, 1);
    for (int i = 3; i < 6; i++) {
        section("own", i - 1, i);
        finish_at(i);
        CHECK_NO_SECTION("work");
        CHECK_SECTION("own", 1, 1, 1);
    }
    on_other(&other, work_for_a_second);
    finish_at(7);
    CHECK_SECTION("work", 1, 1, 1);
    turns_end(&other);
    session_close();
}

static void test_a_thread_that_ended_is_in_the_values_once(void)
{
    turns first, second;
    profile(NULL);
    turns_begin(&first);
    turns_begin(&second);
    on_other(&first, work_for_a_second);
    on_other(&second, work_for_a_second);
    turns_end(&first);
    finish_at(3);
    CHECK_SECTION("work", 2, 2, 2);
    finish_at(4);
    turns_end(&second); // long after its last section
    finish_at(5);
    CHECK_NO_SECTION("work");
    session_close();
}

static uint64_t cut_of(uint32_t record)
{
    static uint64_t cut[SW__RECORD_CAP];
    memset(cut, 0, sizeof cut);
    sw__sections_add_cut(cut, sw__record_end());
    return cut[record];
}

static void test_what_an_ended_thread_left_open_is_cut_off(void)
{
    turns other;
    profile(NULL);
    turns_begin(&other);
    on_other(&other, work_for_a_second);
    on_other(&other, begin_work);
    on_other(&other, begin_work);
    turns_end(&other);
    finish_at(2);
    CHECK_SECTION("work", 1, 1, 1);
    const uint32_t work = sw__name_find("work", 4);
    const uint32_t record = sw__record_find(SW__KIND_SECTION, work, sw__record_find(SW__KIND_CYCLE, 0, 0));
    CHECK_EQUAL(cut_of(record), 1);
    CHECK_EQUAL(cut_of(sw__record_find(SW__KIND_SECTION, work, record)), 1);
    CHECK_EQUAL(sw__section_counts_now().open_elsewhere, 0);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_what_is_open_on_another_thread_is_cut_off_in_the_next_cycle(void)
{
    turns other;
    profile(&(sw_profiler_options){.wait = 1, .active = 1, .repeat = 2, .skip_first_wait = true});
    turns_begin(&other);
    on_other(&other, begin_work);
    finish_at(1);
    finish_at(2);
    on_other(&other, end_work); // may have begun before this cycle
    on_other(&other, work_for_a_second);
    finish_at(5);
    CHECK_SECTION("work", 1, 1, 1);
    CHECK_EQUAL(messages_count(), 0);
    turns_end(&other);
    session_close();
}

CU_TestInfo section_threads_tests[] = {
    {"threads are added up", test_threads_are_added_up},
    {"each thread has its own stack", test_each_thread_has_its_own_stack},
    {"a section cannot be ended on another thread", test_a_section_cannot_be_ended_on_another_thread},
    {"any thread may finish the iteration", test_any_thread_may_finish_the_iteration},
    {"a section of another thread goes on over the end", test_a_section_of_another_thread_goes_on_over_the_end},
    {"a thread that does nothing more is in no later iteration",
     test_a_thread_that_does_nothing_more_is_in_no_later_iteration},
    {"a thread that ended is in the values once", test_a_thread_that_ended_is_in_the_values_once},
    {"what an ended thread left open is cut off", test_what_an_ended_thread_left_open_is_cut_off},
    {"what is open on another thread is cut off in the next cycle",
     test_what_is_open_on_another_thread_is_cut_off_in_the_next_cycle},
    CU_TEST_INFO_NULL,
};
