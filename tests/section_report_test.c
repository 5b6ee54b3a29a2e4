// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a report says around the table of the sections: what is open or not finished, what the profiler costs, its schedule;
// what there is without data; and where it is printed.

#include "support_profiler.h"
#include "support_recording.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "process.h"
#include "profiler/own_cost.h"
#include "profiler/profiler_facts.h"
#include "python.h"
#include "report_support.h"

#define SECOND 1e9

static void test_an_iteration_that_is_not_finished_is_not_in_the_means(void)
{
    profile(NULL);
    for (int i = 0; i < 3; i++) {
        section("step", i, i + 1);
        finish_at(i + 1);
    }
    section("load", 3, 3.5);
    begin_at("step", 3.5);
    at(4);
    report_take();
    CHECK_EQUAL(report_number("recorded_iterations"), 3);
    CHECK_NEAR(report_number("recorded_mean_ns"), SECOND, 0);
    CHECK_EQUAL(report_number("recorded_not_finished"), 1);
    CHECK_EQUAL(section_cell("step", "count"), 3);
    CHECK_NEAR(section_cell("step", "per_iteration_ns"), SECOND, 0);
    CHECK_NEAR(section_cell("load", "per_iteration_ns"), 0, 0);
    CHECK_NEAR(section_cell("load", "share"), 0, 0);
    CHECK_NEAR(section_cell("load", "total_ns"), 0.5 * SECOND, 0);
    report_drop();
    char *text = session_close_printing();
    CHECK_HAS(text, "\n  recorded    3 of 3 iterations, 1.00 s an iteration, 1 not finished\n");
    CHECK_TEXT(row_of(text, "Sections begun and not ended", "step"), "step 1 500 ms 0");
    free(text);
}

static void test_only_what_has_begun_is_not_finished(void)
{
    profile(NULL);
    section("step", 0, 1);
    finish_at(1);
    report_take();
    CHECK_EQUAL(report_number("recorded_not_finished"), 0);
    report_drop();
    begin_at("step", 1);
    report_take();
    CHECK_EQUAL(report_number("recorded_not_finished"), 1);
    report_drop();
    session_close();
}

typedef struct meeting {
    pthread_barrier_t begun;
    pthread_barrier_t printed;
} meeting;

static void *stay_in_a_section(void *argument)
{
    meeting *m = argument;
    sw_section_begin("elsewhere");
    sw_section_begin("inside");
    sw_section_end("inside");
    pthread_barrier_wait(&m->begun);
    pthread_barrier_wait(&m->printed);
    sw_section_end("elsewhere");
    return NULL;
}

static void test_what_is_open_on_other_threads_is_counted(void)
{
    meeting m;
    pthread_t thread;
    pthread_barrier_init(&m.begun, NULL, 2);
    pthread_barrier_init(&m.printed, NULL, 2);
    profile(NULL);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, stay_in_a_section, &m), 0);
    pthread_barrier_wait(&m.begun);
    char *text = section_table_now();
    CHECK_SECTION_ROW(text, "elsewhere", "elsewhere -- -- -- -- 0 --");
    CHECK_SECTION_ROW(text, "  inside", " inside -- -- 0 ns 0 ns 1 1");
    CHECK_HAS(text, "\nsections that are open on other threads, and not in the table: 1\n");
    free(text);
    pthread_barrier_wait(&m.printed);
    pthread_join(thread, NULL);
    report_take();
    CHECK_EQUAL(report_number("sections_open_elsewhere"), 0);
    report_drop();
    session_close();
    pthread_barrier_destroy(&m.begun);
    pthread_barrier_destroy(&m.printed);
}

static void test_it_can_be_printed_inside_a_section(void)
{
    profile(NULL);
    begin_at("outer", 0);
    section("inner", 1, 2);
    begin_at("outer", 2);
    at(5);
    char *text = section_table_now();
    CHECK_SECTION_ROW(text, "outer", "outer -- -- -- -- 0 --");
    CHECK_SECTION_ROW(text, "  inner", " inner -- -- 1.00 s 1.00 s 1 1");
    CHECK_EQUAL(times_in(text, "open on other threads"), 0);
    CHECK_TEXT(row_of(text, "Sections begun and not ended", "outer"), "outer 1 5.00 s 0");
    CHECK_TEXT(row_of(text, "Sections begun and not ended", "outer/outer"), "outer/outer 1 3.00 s 0");
    free(text);
    end_at("outer", 6);
    end_at("outer", 7);
    finish_at(7);
    text = section_table_now();
    CHECK_SECTION_ROW(text, "outer", "outer 7.00 s 100 % 7.00 s 2.00 s 1 1");
    CHECK_EQUAL(times_in(text, "Sections begun and not ended"), 0);
    free(text);
    session_close();
}

static void test_without_data_the_text_has_no_table(void)
{
    profile(NULL);
    char *text = session_close_printing();
    CHECK_HAS(text, "\n  profiler    custom; iterations: all recorded\n  recorded    0 of 0 iterations\n");
    CHECK_EQUAL(times_in(text, "Sections"), 0);
    free(text);
}

#define REPORT BUILD_DIR "/section_table"

static char *text_of(const char *path)
{
    static const char *const cat[] = {"cat", NULL, NULL};
    const char *argv[] = {cat[0], path, NULL};
    process_result result = process_run(argv, NULL, 60);
    CHECK_EQUAL(result.exit_status, 0);
    free(result.err);
    return result.out;
}

static void test_without_data_programs_get_empty_tables(void)
{
    setenv("STEPWATCH_SET", "profiler.mode=custom; report.json=" REPORT "/run.json; report.csv=" REPORT "/run.csv", 1);
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    unsetenv("STEPWATCH_SET");
    session_close();
    python_check("import json, sys\n"
                 "report = json.load(open(sys.argv[1]))\n"
                 "tables = {'sections', 'cycles', 'cycle_sections', 'open_sections'}\n"
                 "assert report['tables'] == {table: [] for table in tables} | {'cycles': report['tables']['cycles']}\n"
                 "cycle, = report['tables']['cycles']\n"
                 "assert cycle['iterations'] == 0 and cycle['total_ns'] is None, cycle\n"
                 "assert report['facts']['recorded_mean_ns'] is None, report\n",
                 REPORT "/run.json");
    char *csv = text_of(REPORT "/run.sections.csv");
    CHECK_TEXT(csv, "path,section,depth,per_iteration_ns,share,total_ns,self_ns,count,threads,unfinished,min_ns,p50_ns,"
                    "p90_ns,p99_ns,max_ns,max_iteration,stddev_ns\r\n");
    free(csv);
    CHECK_EQUAL(system("rm -rf '" REPORT "'"), 0);
}

// The fastest of many loops: on a busy machine the others have other programs in them. Under a sanitizer a try of the
// measurement takes milliseconds, and all of its few may be disturbed.
static void test_the_own_cost_explains_an_empty_loop(void)
{
    enum { LOOPS = 100, PAIRS = 10000 };
    profile_real(NULL);
    const sw_name child = sw_register("child");
    for (int loop = 0; loop < LOOPS; loop++) {
        sw_section_begin("parent");
        for (int i = 0; i < PAIRS; i++) {
            sw_section_begin_handle(child);
            sw_section_end_handle(child);
        }
        sw_section_end("parent");
    }
    sw_finish_iter();
    report_take();
    const double cost_ns = report_number("section_pair_cost_ns");
    CU_ASSERT_TRUE(section_cell("parent", "min_ns") < 2 * PAIRS * cost_ns);
    CU_ASSERT_TRUE(section_cell("parent", "min_ns") > (SANITIZED ? 0.1 : 0.5) * PAIRS * cost_ns);
    CHECK_EQUAL(report_number("section_pairs"), LOOPS * (PAIRS + 1));
    CHECK_NEAR(report_number("section_cost_ns"), LOOPS * (PAIRS + 1) * cost_ns, 1);
    report_drop();
    session_close();
}

static void test_measuring_the_own_cost_records_nothing(void)
{
    profile_real(NULL);
    CU_ASSERT_TRUE(sw__section_cost().warm > 0);
    report_take();
    CHECK_EQUAL(report_rows("sections"), 0);
    CHECK_EQUAL(report_number("section_pairs"), 0);
    CHECK_EQUAL(report_number("recorded_not_finished"), 0);
    report_drop();
    session_close();
}

static void test_a_clock_that_stands_still_has_no_cost(void)
{
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    report_take();
    CHECK_EQUAL(report_number("section_pairs"), 1);
    CU_ASSERT_TRUE(isnan(report_number("section_cost_ns")));
    report_drop();
    char *text = section_table_now();
    CHECK_EQUAL(times_in(text, " a begin and end, "), 0);
    free(text);
    session_close();
}

static void check_words(sw__profiler_settings settings, const char *expected)
{
    sw__buffer words = {0};
    sw__schedule_words(&words, &settings);
    CHECK_TEXT(words.text, expected);
    sw__buffer_free(&words);
}

static void test_the_schedule_is_said_in_words(void)
{
    check_words((sw__profiler_settings){.repeat = 1}, "all recorded");
    check_words((sw__profiler_settings){.repeat = 1, .skip_first = 2, .wait = 3, .warmup = 4},
                "2 skipped, 3 left alone, 4 of warm-up, then all recorded");
    check_words((sw__profiler_settings){.repeat = 1, .warmup = 10, .active = 20}, "10 of warm-up, 20 recorded");
    check_words((sw__profiler_settings){.repeat = 2, .skip_first = 5, .wait = 2, .warmup = 1, .active = 3},
                "5 skipped, then 2 cycles of 2 left alone, 1 of warm-up, 3 recorded");
    check_words((sw__profiler_settings){.wait = 9, .active = 1, .skip_first_wait = true},
                "cycles without end of 9 left alone, 1 recorded; in the first cycle none is left alone");
    check_words((sw__profiler_settings){.repeat = 1, .wait = 9, .active = 1, .skip_first_wait = true}, "1 recorded");
}

static void test_print_errors(void)
{
    CHECK_EQUAL(sw_print_section_table(NULL), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_print_section_table(stdout), SW_NOT_RECORDED); // off: nothing is printed
    session_open(0);
    CHECK_EQUAL(sw_print_section_table(stdout), SW_NOT_RECORDED); // only the stopwatch is on
    session_close();
    profile(NULL);
    FILE *file = fopen("/dev/null", "r");
    CHECK_EQUAL(sw_print_section_table(file), SW_ERR_WRITE);
    fclose(file);
    session_close();
}

static void test_it_has_nothing_of_the_stopwatch(void)
{
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    measure("timed", 0, 1);
    section("solve", 1, 2);
    finish_at(2);
    char *text = section_table_now();
    CHECK_EQUAL(times_in(text, "timed"), 0);
    CHECK_SECTION_ROW(text, "solve", "solve 1.00 s 50.0 % 1.00 s 1.00 s 1 1");
    CHECK_HAS(text, "\n  clock       manual, ");
    free(text);
    session_close();
}

static void test_each_summary_has_it(void)
{
    session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 1});
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    section("step", 0, 1);
    stderr_keep();
    finish_at(1);
    char *progress = stderr_kept();
    char *asked_for = summary_now();
    char *last = session_close_printing();
    CHECK_SECTION_ROW(progress, "step", "step 1.00 s 100 % 1.00 s 1.00 s 1 1");
    CHECK_SECTION_ROW(asked_for, "step", "step 1.00 s 100 % 1.00 s 1.00 s 1 1");
    CHECK_SECTION_ROW(last, "step", "step 1.00 s 100 % 1.00 s 1.00 s 1 1");
    free(progress);
    free(asked_for);
    free(last);
}

CU_TestInfo section_report_tests[] = {
    {"an iteration that is not finished is not in the means",
     test_an_iteration_that_is_not_finished_is_not_in_the_means},
    {"only what has begun is not finished", test_only_what_has_begun_is_not_finished},
    {"what is open on other threads is counted", test_what_is_open_on_other_threads_is_counted},
    {"it can be printed inside a section", test_it_can_be_printed_inside_a_section},
    {"without data the text has no table", test_without_data_the_text_has_no_table},
    {"without data programs get empty tables", test_without_data_programs_get_empty_tables},
    {"the own cost explains an empty loop", test_the_own_cost_explains_an_empty_loop},
    {"measuring the own cost records nothing", test_measuring_the_own_cost_records_nothing},
    {"a clock that stands still has no cost", test_a_clock_that_stands_still_has_no_cost},
    {"the schedule is said in words", test_the_schedule_is_said_in_words},
    {"what cannot be printed is an error", test_print_errors},
    {"it has nothing of the stopwatch", test_it_has_nothing_of_the_stopwatch},
    {"each summary has it", test_each_summary_has_it},
    CU_TEST_INFO_NULL,
};
