// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which processes of a parallel run print: what the launcher says in the environment, here set by hand.

#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#include "comm/rank.h"
#include "session_support.h"
#include "test.h"

static void set_rank(const char *rank, const char *size)
{
    setenv("OMPI_COMM_WORLD_RANK", rank, 1);
    setenv("OMPI_COMM_WORLD_SIZE", size, 1);
}

static void unset_rank(void)
{
    unsetenv("OMPI_COMM_WORLD_RANK");
    unsetenv("OMPI_COMM_WORLD_SIZE");
}

static bool prints(void)
{
    session_open(0);
    sw_start_meas("a");
    sw_end_meas("a");
    char *summary = session_close_printing();
    const bool printed = strstr(summary, "Time of an iteration") != NULL;
    free(summary);
    return printed;
}

static void test_first_rank_prints(void)
{
    set_rank("0", "4");
    CU_ASSERT_TRUE(prints());
    unset_rank();
}

static void test_other_ranks_do_not_print_by_themselves(void)
{
    set_rank("3", "4");
    CU_ASSERT_FALSE(prints());
    unset_rank();
}

static void test_all_ranks_print_if_the_profile_says_so(void)
{
    set_rank("3", "4");
    setenv("STEPWATCH_SET", "print_ranks=all", 1);
    CU_ASSERT_TRUE(prints());
    unsetenv("STEPWATCH_SET");
    unset_rank();
}

static void test_any_rank_prints_when_it_is_asked(void)
{
    char *text = NULL;
    size_t length = 0;
    set_rank("3", "4");
    session_open(0);
    FILE *file = open_memstream(&text, &length);
    CHECK_EQUAL(sw_print_eval_times(file), SW_OK);
    fclose(file);
    free(session_close_printing());
    unset_rank();
    CHECK_HAS(text, "stepwatch ");
    free(text);
}

static void test_a_process_without_a_launcher_prints(void)
{
    CU_ASSERT_FALSE(sw__rank_now().known);
    CU_ASSERT_TRUE(prints());
}

CU_TestInfo ranks_tests[] = {
    {"the first rank prints", test_first_rank_prints},
    {"other ranks do not print by themselves", test_other_ranks_do_not_print_by_themselves},
    {"all ranks print if the profile says so", test_all_ranks_print_if_the_profile_says_so},
    {"any rank prints when it is asked", test_any_rank_prints_when_it_is_asked},
    {"a process without a launcher prints", test_a_process_without_a_launcher_prints},
    CU_TEST_INFO_NULL,
};
