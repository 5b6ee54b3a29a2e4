// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a real tool sees: programs run with an NVTX tool of our own attached, and its report is held against what the
// library itself counted.

#include "nvtx_report.h"
#include "process.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONSUMER BUILD_DIR "/tests/libnvtx_consumer.so"
#define REPORT BUILD_DIR "/tests/nvtx_report.txt"
#define PROGRAM BUILD_DIR "/tests/programs/nvtx_threads"
#define DEMO BUILD_DIR "/demos/train_charlm"

enum { TIMEOUT_SECONDS = 200 };

// What the library counted of one name.
typedef struct counted {
    char name[NVTX_NAME_SIZE];
    uint64_t pushed, started, marked, leaked, deepest;
} counted;

static bool is_built_with_nvtx(void)
{
    if (access(CONSUMER, R_OK) == 0)
        return true;
    printf("skipped: " CONSUMER " is not there, as it was built without NVTX\n");
    return false;
}

static process_result run_with_tool(const char *const *argv)
{
    static const char *const environment[] = {"NVTX_INJECTION64_PATH=" CONSUMER,
                                              "NVTX_CONSUMER_REPORT=" REPORT,
                                              "STEPWATCH_CONFIG",
                                              "STEPWATCH_PROFILE",
                                              "STEPWATCH_SET",
                                              NULL};
    unlink(REPORT);
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s", argv[0], result.exit_status, result.signal, result.err);
    return result;
}

static void check_same(const counted *own, const nvtx_report *report, bool with_depth)
{
    const nvtx_seen *seen = nvtx_report_find(report, own->name);
    if (!seen) {
        FAIL("the tool saw no \"%s\"", own->name);
        return;
    }
    CHECK_EQUAL(seen->pushed, own->pushed);
    CHECK_EQUAL(seen->started, own->started);
    CHECK_EQUAL(seen->marked, own->marked);
    CHECK_EQUAL(seen->registered, 1);
    CU_ASSERT_FALSE(seen->in_several_colours);
    if (with_depth)
        CHECK_EQUAL(seen->deepest, own->deepest);
}

static void check_clean(const nvtx_report *report, const char *domain)
{
    CHECK_EQUAL(report->domains, 1);
    CHECK_TEXT(report->domain, domain);
    CHECK_EQUAL(report->odd, 0);
    CHECK_EQUAL(report->open, 0);
    CHECK_EQUAL(report->ended, report->started);
}

// Runs a scenario of the program; each line that it prints must have its match in the report, and the other way round.
static bool run_scenario(const char *scenario, nvtx_report *report, char **out)
{
    const char *const argv[] = {PROGRAM, scenario, NULL};
    if (!is_built_with_nvtx())
        return false;
    process_result result = run_with_tool(argv);
    CU_ASSERT_TRUE_FATAL(nvtx_report_read(report, REPORT));
    check_clean(report, "test program");
    size_t lines = 0;
    for (const char *line = result.out; *line; line = strchr(line, '\n') + 1, lines++) {
        counted own = {0};
        CHECK_EQUAL(sscanf(line, "%lu %lu %lu %lu %lu %127[^\n]", &own.pushed, &own.started, &own.marked, &own.leaked,
                           &own.deepest, own.name),
                    6);
        // The library counts what was pushed in a pause into the depth; the tool does not know of it.
        check_same(&own, report, strcmp(scenario, "paused") != 0);
    }
    CHECK_EQUAL(report->name_count, lines);
    if (out)
        *out = strdup(result.out);
    process_free(&result);
    return true;
}

static void test_tool_sees_what_the_library_counts(void)
{
    nvtx_report report;
    if (!run_scenario("threads", &report, NULL))
        return;
    CHECK_EQUAL(report.threads, 4 + 1); // the main thread registers the domain
    CHECK_EQUAL(nvtx_report_find(&report, "step")->pushed, 500);
    CHECK_EQUAL(nvtx_report_find(&report, "layer")->pushed, 2000);
}

static void test_tool_sees_the_nesting(void)
{
    nvtx_report report;
    if (!run_scenario("threads", &report, NULL))
        return;
    static const char *const inside[][2] = {
        {"step", ""}, {"forward", "step"}, {"by handle", "step"}, {"backward", "step"}};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        CHECK_TEXT(nvtx_report_find(&report, inside[i][0])->inside, inside[i][1]);
        CU_ASSERT_FALSE(nvtx_report_find(&report, inside[i][0])->at_several_places);
    }
    CU_ASSERT_TRUE(nvtx_report_find(&report, "layer")->at_several_places);
    CHECK_EQUAL(nvtx_report_find(&report, "layer")->deepest, 5);
}

static void test_tool_sees_a_range_across_threads(void)
{
    nvtx_report report;
    if (!run_scenario("across", &report, NULL))
        return;
    CHECK_EQUAL(report.started, 1);
    CHECK_EQUAL(nvtx_report_find(&report, "across threads")->pushed, 0);
}

static void test_tool_sees_no_halves_of_ranges_at_a_pause(void)
{
    nvtx_report report;
    if (!run_scenario("paused", &report, NULL))
        return;
    CHECK_EQUAL(report.started, 1);
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "layer"));
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "moment"));
}

static void test_tool_sees_leaked_ranges_closed(void)
{
    nvtx_report report;
    char *out = NULL;
    if (!run_scenario("leaky", &report, &out))
        return;
    CHECK_HAS(out, "2 0 0 1 1 step\n");
    CHECK_HAS(out, "2 0 0 2 2 forward\n");
    CHECK_HAS(out, "2 0 0 2 3 layer\n");
    CHECK_HAS(out, "1 0 0 1 1 from outside\n");
    free(out);
}

static uint64_t number_without_commas(const char *text)
{
    uint64_t number = 0;
    for (; *text; text++)
        if (*text != ',')
            number = 10 * number + (uint64_t)(*text - '0');
    return number;
}

// A row of the summary's table of ranges. False: the table is over.
static bool read_row(const char *line, counted *row)
{
    char cells[5][32];
    if (sscanf(line, "%127s %31s %31s %31s %31s %31s", row->name, cells[0], cells[1], cells[2], cells[3], cells[4]) !=
        6)
        return false;
    row->pushed = number_without_commas(cells[0]);
    row->started = number_without_commas(cells[1]);
    row->marked = number_without_commas(cells[2]);
    row->deepest = number_without_commas(cells[4]);
    return true;
}

static const char *line_behind(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

static void test_tool_sees_the_ranges_of_the_demo(void)
{
    const char *const argv[] = {DEMO, "--profile", "profiling", "--steps", "20", NULL};
    nvtx_report report;
    counted row = {0};
    size_t rows = 0;
    if (!is_built_with_nvtx())
        return;
    process_result result = run_with_tool(argv);
    CU_ASSERT_TRUE_FATAL(nvtx_report_read(&report, REPORT));
    check_clean(&report, "stepwatch");
    CHECK_HAS(result.err, "NVTX domain stepwatch, order not checked, a tool is attached");
    const char *head = strstr(result.err, "\nrange ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(head);
    for (const char *line = line_behind(line_behind(head + 1)); read_row(line, &row); line = line_behind(line), rows++)
        check_same(&row, &report, true);
    CHECK_EQUAL(rows, report.name_count);
    CHECK_EQUAL(nvtx_report_find(&report, "train_step")->pushed, 20);
    CHECK_TEXT(nvtx_report_find(&report, "optimizer")->inside, "train_step");
    process_free(&result);
}

CU_TestInfo nvtx_consumer_tests[] = {
    {"a tool sees what the library counts", test_tool_sees_what_the_library_counts},
    {"a tool sees the nesting", test_tool_sees_the_nesting},
    {"a tool sees a range across threads", test_tool_sees_a_range_across_threads},
    {"a tool sees no halves of ranges at a pause", test_tool_sees_no_halves_of_ranges_at_a_pause},
    {"a tool sees leaked ranges closed", test_tool_sees_leaked_ranges_closed},
    {"a tool sees the ranges of the demo", test_tool_sees_the_ranges_of_the_demo},
    CU_TEST_INFO_NULL,
};
