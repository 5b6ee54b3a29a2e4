// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections and the end of threads: what they recorded stays, and their memory is used again.

#include "support_profiler.h"
#include "support_recording.h"

#include <pthread.h>

enum { SHORT_LIVED = SANITIZED ? 1000 : 20000, MIB = 1 << 20 };

static void *one_section(void *argument)
{
    (void)argument;
    sw_section_begin("short-lived");
    sw_section_end("short-lived");
    return NULL;
}

static void run_short_lived_threads(int count)
{
    for (int i = 0; i < count; i++)
        run_on_thread(one_section, NULL);
}

static void test_short_lived_threads_leave_no_memory_behind(void)
{
    profile_real(NULL);
    run_short_lived_threads(10);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    const uint64_t before = resident_bytes();
    run_short_lived_threads(SHORT_LIVED);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    const int64_t growth = (int64_t)(resident_bytes() - before);
    CHECK_METRIC("short-lived_count", SHORT_LIVED);
    session_close();
    if (!SANITIZED && growth >= 5 * MIB)
        FAIL("the memory grew by %lld KiB", (long long)growth / 1024);
}

static pthread_key_t late_key;

static void make_late_section(void *unused)
{
    (void)one_section(unused);
}

static void *one_section_and_another_late(void *argument)
{
    pthread_setspecific(late_key, &late_key);
    return one_section(argument);
}

// The key is younger than the library's, so that its destructor runs when the thread's lane is gone.
static void test_sections_of_a_late_destructor_are_counted(void)
{
    profile_real(NULL);
    pthread_key_create(&late_key, make_late_section);
    run_on_thread(one_section_and_another_late, NULL);
    pthread_key_delete(late_key);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_METRIC("short-lived_count", 2);
    session_close();
}

CU_TestInfo section_thread_end_tests[] = {
    {"short-lived threads leave no memory behind", test_short_lived_threads_leave_no_memory_behind},
    {"sections of a late destructor are counted", test_sections_of_a_late_destructor_are_counted},
    CU_TEST_INFO_NULL,
};
