// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Reports of literal facts and tables, as text, JSON and CSV.

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "comma_locale.h"
#include "python.h"
#include "report/csv.h"
#include "report/json.h"
#include "session_support.h"

// A quotation mark, a backslash, a line feed, a control character, a byte that is no UTF-8, and one of two bytes.
#define BAD_NAME "a\"b\\c\n\x01\xff\xc3\xa9"

static const sw__column columns[] = {
    {"what", SW__CELL_TEXT, "name"},        {"for people", SW__CELL_TEXT, NULL}, {"count", SW__CELL_COUNT, "count"},
    {"time", SW__CELL_DURATION, "time_ns"}, {"part", SW__CELL_PERCENT, "share"},
};

static void add_row(sw__table *table, const char *name, sw__cell count, sw__cell time, sw__cell share)
{
    sw__cell *row = sw__table_add_row(table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    row[0] = sw__text(name);
    row[1] = sw__text("not for programs");
    row[2] = count;
    row[3] = time;
    row[4] = share;
}

static sw__report make_report(void)
{
    sw__report report = {0};
    sw__table table = {.title = "Times", .key = "times", .columns = columns, .column_count = 5};
    sw__table empty = {.title = "Nothing", .key = "nothing", .columns = columns, .column_count = 5};
    add_row(&table, "forward", sw__count(UINT64_MAX), sw__number(12.5), sw__number(1.0 / 3));
    add_row(&table, BAD_NAME, sw__absent(), sw__number(INFINITY), sw__number(0));
    sw__report_add_table(&report, &table);
    sw__report_add_table(&report, &empty);
    sw__facts_add(&report.head, "version", SW__CELL_TEXT, sw__text("1.2.3"), "\nstepwatch ", NULL);
    sw__facts_add(&report.head, "profile", SW__CELL_TEXT, sw__absent(), ", run profile ", NULL);
    sw__facts_add(&report.head, NULL, SW__CELL_TEXT, sw__text("nobody"), ", for ", NULL);
    sw__facts_add(&report.head, "wall_ns", SW__CELL_DURATION, sw__number(7.2e9), "\n  wall  ", " of time");
    sw__facts_add(&report.head, "hidden", SW__CELL_NUMBER, sw__number(0.1), NULL, NULL);
    sw__facts_add(&report.foot, "lost", SW__CELL_COUNT, sw__count(3), "\n", " were lost");
    return report;
}

static const char json[] = "{\n"
                           "  \"schema\": 1,\n"
                           "  \"facts\": {\n"
                           "    \"version\": \"1.2.3\",\n"
                           "    \"profile\": null,\n"
                           "    \"wall_ns\": 7200000000,\n"
                           "    \"hidden\": 0.1,\n"
                           "    \"lost\": 3\n"
                           "  },\n"
                           "  \"tables\": {\n"
                           "    \"times\": [\n"
                           "      {\"name\": \"forward\", \"count\": 18446744073709551615, \"time_ns\": 12.5, "
                           "\"share\": 0.3333333333333333},\n"
                           "      {\"name\": \"a\\\"b\\\\c\\u000a\\u0001\xef\xbf\xbd\xc3\xa9\", \"count\": null, "
                           "\"time_ns\": null, \"share\": 0}\n"
                           "    ],\n"
                           "    \"nothing\": []\n"
                           "  }\n"
                           "}\n";

static const char csv[] = "name,count,time_ns,share\r\n"
                          "forward,18446744073709551615,12.5,0.3333333333333333\r\n"
                          "\"a\"\"b\\c\n\x01\xef\xbf\xbd\xc3\xa9\",,,0\r\n";

static void check_buffer(sw__buffer *out, const char *expected)
{
    CU_ASSERT_FALSE(out->failed);
    CHECK_TEXT(out->text, expected);
    sw__buffer_free(out);
}

static void test_text(void)
{
    sw__report report = make_report();
    sw__buffer out = {0};
    sw__report_write_text(&out, &report);
    CHECK_HAS(out.text, "\nstepwatch 1.2.3, for nobody\n  wall  7.20 s of time\n\nTimes\n");
    CU_ASSERT_PTR_NULL(strstr(out.text, "Nothing"));
    CU_ASSERT_PTR_NULL(strstr(out.text, "0.1"));
    CHECK_TEXT(out.text + out.length - strlen("\n\n3 were lost\n") + 1, "\n3 were lost\n");
    sw__buffer_free(&out);
    sw__report_free(&report);
}

static void test_tables_for_programs_are_not_in_the_text(void)
{
    sw__report report = make_report();
    sw__buffer out = {0};
    report.tables[0].for_programs = true;
    sw__report_write_text(&out, &report);
    CU_ASSERT_PTR_NULL(strstr(out.text, "Times"));
    sw__buffer_free(&out);
    sw__json_write(&out, &report);
    check_buffer(&out, json);
    sw__report_free(&report);
}

static void test_json(void)
{
    sw__report report = make_report();
    sw__buffer out = {0};
    sw__json_write(&out, &report);
    check_buffer(&out, json);
    sw__report_free(&report);
}

static void test_csv(void)
{
    sw__report report = make_report();
    sw__buffer out = {0};
    sw__csv_write_table(&out, &report.tables[0]);
    check_buffer(&out, csv);
    sw__csv_write_table(&out, &report.tables[1]);
    check_buffer(&out, "name,count,time_ns,share\r\n");
    sw__csv_write_facts(&out, &report);
    check_buffer(&out, "version,profile,wall_ns,hidden,lost\r\n1.2.3,,7200000000,0.1,3\r\n");
    sw__report_free(&report);
}

static void test_csv_quotes_what_readers_would_change(void)
{
    static const sw__column texts[] = {{"", SW__CELL_TEXT, "a"}, {"", SW__CELL_TEXT, "b"}};
    static const char *const names[] = {"", " a", "a ", "a,b", "a\rb", "a b"};
    sw__table table = {.columns = texts, .column_count = 2};
    sw__buffer out = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sw__table_add_row(&table)[0] = sw__text(names[i]);
    sw__csv_write_table(&out, &table);
    check_buffer(&out, "a,b\r\n\"\",\r\n\" a\",\r\n\"a \",\r\n\"a,b\",\r\n\"a\rb\",\r\na b,\r\n");
    sw__table_free(&table);
}

static void test_empty_report_is_json(void)
{
    sw__report report = {0};
    sw__buffer out = {0};
    sw__json_write(&out, &report);
    check_buffer(&out, "{\n  \"schema\": 1,\n  \"facts\": {},\n  \"tables\": {}\n}\n");
}

static void test_numbers_that_are_none_are_absent(void)
{
    sw__report report = {0};
    sw__buffer out = {0};
    const double numbers[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++)
        sw__facts_add(&report.head, "x", SW__CELL_NUMBER, (sw__cell){.number = numbers[i]}, NULL, NULL);
    sw__json_write(&out, &report);
    CHECK_EQUAL(times_in(out.text, "\"x\": null"), 3);
    sw__buffer_free(&out);
    sw__csv_write_facts(&out, &report);
    check_buffer(&out, "x,x,x\r\n,,\r\n");
    sw__report_free(&report);
}

static void test_report_without_memory_is_not_written(void)
{
    sw__report report = {.foot.failed = true};
    void (*const writers[])(sw__buffer * out, const sw__report *report) = {sw__report_write_text, sw__json_write,
                                                                           sw__csv_write_facts};
    for (size_t i = 0; i < 3; i++) {
        sw__buffer out = {0};
        writers[i](&out, &report);
        CU_ASSERT_TRUE(out.failed);
        sw__buffer_free(&out);
    }
    sw__table table = {.failed = true};
    sw__report_add_table(&report, &table);
    CU_ASSERT_TRUE(report.failed);
    sw__report_free(&report);
}

static void test_facts_are_found_by_their_keys(void)
{
    sw__report report = make_report();
    CHECK_EQUAL(sw__report_fact(&report, "lost")->cell.count, 3);
    CHECK_TEXT(sw__report_fact(&report, "version")->cell.text, "1.2.3");
    CU_ASSERT_PTR_NULL(sw__report_fact(&report, "found"));
    sw__report_free(&report);
}

static void write_json_and_csv(int out)
{
    sw__report report = make_report();
    sw__buffer text = {0};
    sw__json_write(&text, &report);
    sw__csv_write_table(&text, &report.tables[0]);
    (void)sw__buffer_write_fd(&text, out);
}

static void test_locale_changes_nothing(void)
{
    char expected[sizeof json + sizeof csv];
    snprintf(expected, sizeof expected, "%s%s", json, csv);
    check_with_decimal_comma(write_json_and_csv, expected);
}

static void check_with_python(const char *text, const char *script)
{
    char *path = file_of(text);
    python_check(script, path);
    file_remove(path);
}

static void test_python_reads_the_json(void)
{
    check_with_python(json, "import json, sys\n"
                            "report = json.load(open(sys.argv[1], encoding='utf-8'))\n"
                            "forward, bad = report['tables']['times']\n"
                            "assert bad['name'] == 'a\"b\\\\c\\n\\x01\\ufffd\\xe9', bad\n"
                            "assert bad['time_ns'] is None and bad['share'] == 0, bad\n"
                            "assert forward['share'] == 1 / 3 and forward['count'] == 2**64 - 1, forward\n"
                            "assert report['schema'] == 1\n");
}

static void test_python_reads_the_csv(void)
{
    check_with_python(csv, "import csv, sys\n"
                           "rows = list(csv.reader(open(sys.argv[1], encoding='utf-8', newline='')))\n"
                           "assert len(rows) == 3, rows\n"
                           "assert rows[2] == ['a\"b\\\\c\\n\\x01\\ufffd\\xe9', '', '', '0'], rows\n");
}

CU_TestInfo report_export_tests[] = {
    {"facts with words and tables with rows are text", test_text},
    {"tables for programs are not in the text", test_tables_for_programs_are_not_in_the_text},
    {"facts and tables are JSON, absent is null", test_json},
    {"tables and facts are CSV, absent is empty", test_csv},
    {"CSV quotes what readers would change", test_csv_quotes_what_readers_would_change},
    {"an empty report is JSON", test_empty_report_is_json},
    {"numbers that are none are absent", test_numbers_that_are_none_are_absent},
    {"a report that ran out of memory is not written", test_report_without_memory_is_not_written},
    {"facts are found by their keys", test_facts_are_found_by_their_keys},
    {"a locale with a decimal comma changes nothing", test_locale_changes_nothing},
    {"python reads the JSON", test_python_reads_the_json},
    {"python reads the CSV", test_python_reads_the_csv},
    CU_TEST_INFO_NULL,
};
