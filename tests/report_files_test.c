// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The report files of a session: what a run profile asks for, what is in them, and what happens when they cannot be
// written.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv_support.h"
#include "process.h"
#include "python.h"

#define FOLDER BUILD_DIR "/report_files"

static void remove_files(void)
{
    CHECK_EQUAL(system("rm -rf '" FOLDER "'"), 0);
}

// A session with the single values `set`; a run of which every table has a row.
static void run_with(const char *set)
{
    remove_files();
    unsetenv("RANK");
    setenv("STEPWATCH_SET", set, 1);
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.num_warmup_iters = 1}), SW_OK);
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    finish_at(1);
    sw_range_push("range");
    sw_range_pop("range");
    sw_add_meas("a\"b\\c\n\x01\xff\xc3\xa9", 10);
    sw_add_meas("hours", SECONDS(7200));
    sw_value("loss", 0.1);
    sw_start_one_time_measurement("all, of it");
    at(3);
    CHECK_EQUAL(sw_finish_iter_items(64), SW_OK);
    sw_start_meas("open");
    at(4);
    unsetenv("STEPWATCH_SET");
}

static void test_json_has_what_the_text_has(void)
{
    run_with("report.json=" FOLDER "/a/run.json");
    session_close();
    python_check("import json, sys\n"
                 "report = json.load(open(sys.argv[1], encoding='utf-8'))\n"
                 "facts, tables = report['facts'], report['tables']\n"
                 "times = {row['measurement']: row for row in tables['times']}\n"
                 "assert facts['iterations'] == 1 and facts['warmup_iterations'] == 1, facts\n"
                 "assert facts['wall_time_ns'] == 2e9 and facts['items_per_s'] == 32, facts\n"
                 "assert facts['run_profile'] is None and facts['rank'] is None, facts\n"
                 "assert facts['misuse'] == 0 and facts['top_measurement'] == 'hours', facts\n"
                 "assert times['a\"b\\\\c\\n\\x01\\ufffd\\xe9']['total_ns'] == 10, times\n"
                 "assert times['hours']['total_ns'] == 7.2e12, times\n"
                 "assert times['open']['count'] == 0 and times['open']['total_ns'] is None, times\n"
                 "assert set(tables) == {'times', 'spread', 'open', 'one_time', 'values', 'ranges'}, tables\n"
                 "assert tables['values'][0]['last'] == 0.1, tables\n"
                 "assert tables['one_time'][0]['state'] == 'running', tables\n"
                 "assert tables['ranges'][0]['range'] == 'range', tables\n",
                 FOLDER "/a/run.json");
    remove_files();
}

static void test_csv_is_a_file_for_each_table(void)
{
    run_with("report.csv=" FOLDER "/run.csv");
    session_close();
    CHECK_EQUAL(files_like(FOLDER "/run.*.csv"), 7);
    CHECK_EQUAL(files_like(FOLDER "/*"), 7);
    python_check("import csv, sys\n"
                 "def table(name):\n"
                 "    return list(csv.DictReader(open(sys.argv[1] % name, encoding='utf-8', newline='')))\n"
                 "facts, = table('facts')\n"
                 "times = {row['measurement']: row for row in table('times')}\n"
                 "assert float(facts['wall_time_ns']) == 2e9 and facts['run_profile'] == '', facts\n"
                 "assert len(times) == 4 and 'a\"b\\\\c\\n\\x01\\ufffd\\xe9' in times, times\n"
                 "assert times['open']['total_ns'] == '', times\n"
                 "assert table('one_time')[0]['measurement'] == 'all, of it'\n",
                 FOLDER "/run.%s.csv");
    remove_files();
}

static void test_nothing_is_written_unless_asked_for(void)
{
    run_with("");
    session_close();
    CHECK_EQUAL(files_like(FOLDER "/*"), 0);
}

static void test_next_session_does_not_write_again(void)
{
    run_with("report.json=" FOLDER "/run.json");
    session_close();
    remove_files();
    session_open(0);
    session_close();
    CHECK_EQUAL(files_like(FOLDER "/*"), 0);
}

static void test_ranks_have_files_of_their_own(void)
{
    run_with("report.json=" FOLDER "/run.json; report.csv=" FOLDER "/%rank%.csv");
    setenv("RANK", "3", 1);
    session_close();
    unsetenv("RANK");
    CHECK_EQUAL(files_like(FOLDER "/run.rank3.json"), 1);
    CHECK_EQUAL(files_like(FOLDER "/3.times.csv"), 1);
    python_check("import json, sys\nassert json.load(open(sys.argv[1]))['facts']['rank'] == 3\n",
                 FOLDER "/run.rank3.json");
    remove_files();
}

static void test_failure_names_path_and_reason_after_the_text(void)
{
    run_with("report.json=/proc/no/such/x.json; report.csv=/dev/full");
    char *printed = session_close_printing();
    CHECK_HAS(printed, "Time of an iteration\n");
    CHECK_EQUAL(messages_count(), 2);
    CHECK_EQUAL(messages_last_status(), SW_ERR_WRITE);
    CHECK_TEXT(messages_last(), "/dev/full: the report could not be written: No space left on device");
    free(printed);
}

static void test_exit_handler_writes_them(void)
{
    static const char *const argv[] = {BUILD_DIR "/tests/programs/no_finalize", NULL};
    static const char *const environment[] = {"STEPWATCH_SET=stopwatch.enable=true; report.json=" FOLDER "/%pid%.json",
                                              "RANK", NULL};
    remove_files();
    process_result result = process_run(argv, environment, 60);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_EQUAL(times_in(result.err, "Time of an iteration\n"), 1);
    CHECK_EQUAL(files_like(FOLDER "/*"), 1); // of the parent only
    process_free(&result);
    remove_files();
}

static void test_config_print_has_the_paths(void)
{
    char *text = NULL;
    size_t length = 0;
    run_with("report.json=run.json");
    FILE *file = open_memstream(&text, &length);
    CHECK_EQUAL(sw_config_print(file), SW_OK);
    fclose(file);
    CHECK_HAS(text, "    report:\n      json: \"run.json\"");
    CHECK_HAS(text, "      csv: null");
    free(text);
    session_close();
    CHECK_EQUAL(unlink("run.json"), 0);
}

CU_TestInfo report_files_tests[] = {
    {"the JSON has what the text has", test_json_has_what_the_text_has},
    {"CSV is a file for each table", test_csv_is_a_file_for_each_table},
    {"nothing is written unless asked for", test_nothing_is_written_unless_asked_for},
    {"the next session does not write again", test_next_session_does_not_write_again},
    {"ranks have files of their own", test_ranks_have_files_of_their_own},
    {"a failure names path and reason, after the text", test_failure_names_path_and_reason_after_the_text},
    {"the exit handler writes them, and that of a child does not", test_exit_handler_writes_them},
    {"the configuration is printed with the paths", test_config_print_has_the_paths},
    CU_TEST_INFO_NULL,
};
