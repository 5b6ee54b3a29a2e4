// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory that runs out: calls are refused, the program goes on, and what comes later works again. The program
// tests/programs/out_of_memory.c makes it run out.

#include "process.h"
#include "support_recording.h"
#include "test.h"

static void check_part(const char *part, const char *facts)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/out_of_memory", part, NULL};
    if (leave_out(SANITIZED, "a sanitizer has its own malloc"))
        return;
    process_result result = process_run(argv, NULL, 60);
    CHECK_EQUAL(result.signal, 0);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_TEXT(result.out, facts);
    process_free(&result);
}

static void test_a_thread_without_a_lane_is_refused_and_told_once(void)
{
    check_part("lanes", "first call refused -21\n"
                        "thread refused -21\n"
                        "thread refused -21\n"
                        "messages 1\n"
                        "thread accepted 0\n"
                        "on a thread 3\n"
                        "enabled again 1\n"
                        "in the next session 1\n");
}

static void test_each_session_tells_of_it_once(void)
{
    check_part("lanes_in_each_session", "thread refused -21\n"
                                        "messages 1\n"
                                        "enabled again 1\n"
                                        "thread refused -21\n"
                                        "messages 1\n"
                                        "enabled again 1\n");
}

static void test_new_names_count_as_other_until_memory_is_back(void)
{
    check_part("names", "some refused 1\n"
                        "messages 1\n"
                        "other 1\n"
                        "known 2\n"
                        "when memory is back 1\n"
                        "enabled again 1\n"
                        "in the next session 1\n");
}

static void test_readers_fail_and_what_is_known_stays(void)
{
    check_part("readers", "read -21\n"
                          "printed -21\n"
                          "finished 0\n"
                          "known 2\n"
                          "enabled again 1\n"
                          "in the next session 1\n");
}

static void test_a_table_of_sections_is_whole_or_refused(void)
{
    check_part("section_table", "refused 1\n"
                                "printed 0\n");
}

static void test_a_session_can_end_without_memory(void)
{
    check_part("finalize", "finalized 0\n"
                           "enabled without 1\n"
                           "enabled again 1\n"
                           "in the next session 1\n");
}

static void test_a_thread_that_ends_without_memory_keeps_what_it_measured(void)
{
    check_part("thread_end", "ended 1\n");
}

CU_TestInfo no_memory_tests[] = {
    {"a thread without a lane is refused and told once", test_a_thread_without_a_lane_is_refused_and_told_once},
    {"each session tells of it once", test_each_session_tells_of_it_once},
    {"new names count as other until memory is back", test_new_names_count_as_other_until_memory_is_back},
    {"readers fail and what is known stays", test_readers_fail_and_what_is_known_stays},
    {"a table of sections is whole or refused", test_a_table_of_sections_is_whole_or_refused},
    {"a session can end without memory", test_a_session_can_end_without_memory},
    {"a thread that ends without memory keeps what it measured",
     test_a_thread_that_ends_without_memory_keeps_what_it_measured},
    CU_TEST_INFO_NULL,
};
