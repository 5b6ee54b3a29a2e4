// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The comparison of nsys's summary with ours, which tests/nsight/run makes where nsys is. Here it gets what was recorded of
// one run of train_charlm under nsys 2022.4.2, as it is, and with a difference in nsys's summary that it must find.

#include "process.h"
#include "test.h"

#define RECORDED "tests/data/nsight/"

enum { TIMEOUT_SECONDS = 60 };

// Compares after `edit`, a sed command, has changed what nsys said.
static process_result compare(const char *edit)
{
    static const char script[] =
        "sed \"$0\" " RECORDED "nsys.csv | awk -v domain=stepwatch -f tests/nsight/compare.awk " RECORDED
        "times.csv " RECORDED "spread.csv " RECORDED "ranges.csv -";
    const char *const argv[] = {"sh", "-c", script, edit, NULL};
    const char *const environment[] = {"LC_ALL=C", NULL};
    return process_run(argv, environment, TIMEOUT_SECONDS);
}

static void check_finds(const char *edit, const char *complaint)
{
    process_result result = compare(edit);
    CHECK_EQUAL(result.exit_status, 1);
    CHECK_HAS(result.out, complaint);
    process_free(&result);
}

static void test_recorded_run_agrees(void)
{
    process_result result = compare("");
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_TEXT(result.err, "");
    CHECK_HAS(result.out, "train_step               30   1470.16 ms   1470.11 ms       1.41 us\n");
    CHECK_HAS(result.out, "adamw                    30     23.80 ms\n");
    CHECK_HAS(result.out, "\nok: nsys saw the same ranges, and the times that were measured\n");
    process_free(&result);
}

static void test_range_that_nsys_lacks_is_found(void)
{
    check_finds("/adamw/d", "\nFAILED: nsys saw no \"adamw\" (PushPop)\n");
}

static void test_range_that_only_nsys_has_is_found(void)
{
    check_finds("s/adamw/adam/", "\nFAILED: \"adam\" (PushPop) is unknown to stepwatch\n");
}

static void test_other_count_is_found(void)
{
    check_finds("/adamw/s/,30,/,29,/", "\nFAILED: \"adamw\": nsys saw 29, stepwatch counted 30\n");
}

static void test_other_kind_of_range_is_found(void)
{
    check_finds("/adamw/s/PushPop/StartEnd/", "\nFAILED: \"adamw\" (StartEnd) is unknown to stepwatch\n");
}

static void test_other_domain_is_found(void)
{
    check_finds("s/stepwatch:adamw/:adamw/", "FAILED: \":adamw\" is not in the domain stepwatch\n");
}

static void test_total_that_is_too_long_is_found(void)
{
    check_finds("/:forward/s/565122179/578000000/",
                "\nFAILED: \"forward\": all took 578.000 ms for nsys, and 565.086 ms as measured\n");
}

static void test_range_that_is_shorter_than_what_lies_in_it_is_found(void)
{
    check_finds("/:forward/s/565122179/564000000/",
                "\nFAILED: \"forward\": all took 564.000 ms for nsys, and 565.086 ms as measured\n");
}

static void test_shortest_that_is_too_long_is_found(void)
{
    check_finds("/:embedding$/s/34027/54027/",
                "\nFAILED: \"embedding\": the shortest took 54027 ns for nsys, and 33483 ns as measured\n");
}

static void test_summary_without_ranges_is_no_agreement(void)
{
    check_finds("1!d", "\nFAILED: nsys saw no ranges at all\n");
}

CU_TestInfo nsight_tests[] = {
    {"a recorded run agrees", test_recorded_run_agrees},
    {"a range that nsys lacks is found", test_range_that_nsys_lacks_is_found},
    {"a range that only nsys has is found", test_range_that_only_nsys_has_is_found},
    {"another count is found", test_other_count_is_found},
    {"another kind of range is found", test_other_kind_of_range_is_found},
    {"another domain is found", test_other_domain_is_found},
    {"a total that is too long is found", test_total_that_is_too_long_is_found},
    {"a range that is shorter than what lies in it is found", test_range_that_is_shorter_than_what_lies_in_it_is_found},
    {"a shortest that is too long is found", test_shortest_that_is_too_long_is_found},
    {"a summary without ranges is no agreement", test_summary_without_ranges_is_no_agreement},
    CU_TEST_INFO_NULL,
};
