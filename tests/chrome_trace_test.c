// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Chrome traces and folded stacks, from literal spans.

#include "report/chrome_trace.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/folded_stacks.h"
#include "report/trace_export.h"
#include "test.h"
#include "trace_support.h"

enum { OUTER = 1, INNER, LOSS, MEAS, ITERATION, OP };

// One lane, on which the records below may be, and nothing yet.
static sw__trace trace_of(const char *outer, const char *inner)
{
    sw__trace trace = {.rank = 2, .first_iteration = 5, .process = 77, .program = "train"};
    sw__trace_define_record(&trace, OUTER, SW__KIND_SECTION, outer, 0);
    sw__trace_define_record(&trace, INNER, SW__KIND_SECTION, inner, OUTER);
    sw__trace_define_record(&trace, LOSS, SW__KIND_VALUE, "loss", 0);
    sw__trace_define_record(&trace, MEAS, SW__KIND_MEAS, "load", 0);
    sw__trace_define_record(&trace, ITERATION, SW__KIND_ITERATION, "iteration", 0);
    sw__trace_define_record(&trace, OP, SW__KIND_OP, "gemm", 0);
    sw__trace_define_lane(&trace, 1, (sw__trace_lane){77, "train"});
    return trace;
}

static void add(sw__trace *trace, uint32_t record, uint64_t start, uint64_t end)
{
    sw__trace_add_span(trace, (sw__trace_span){.start = start, .end = end, .record = record, .lane = 1});
}

// Frees the trace, and returns what was written of it; free it.
static char *written(sw__trace *trace)
{
    static sw__stream out;
    const int fd = memfd_create("trace", MFD_CLOEXEC);
    sw__stream_open(&out, fd, false);
    CU_ASSERT_TRUE(sw__chrome_trace_write(&out, trace));
    CU_ASSERT_TRUE(sw__stream_close(&out));
    const off_t length = lseek(fd, 0, SEEK_CUR);
    char *text = calloc(1, (size_t)length + 1);
    CHECK_EQUAL(pread(fd, text, (size_t)length, 0), length);
    close(fd);
    sw__trace_free(trace);
    return text;
}

// Those of its events that are spans.
static char *spans_of(sw__trace *trace)
{
    char *text = written(trace);
    char *first = strstr(text, "{\"ph\":\"X\"");
    char *end = strstr(text, "\n]}\n");
    if (!first || !end)
        return text;
    *end = '\0';
    memmove(text, first, strlen(first) + 1);
    return text;
}

static void check_spans(sw__trace *trace, const char *expected)
{
    char *text = spans_of(trace);
    CHECK_TEXT(text, expected);
    free(text);
}

static void test_whole_trace(void)
{
    sw__trace trace = trace_of("solve", "smooth");
    add(&trace, INNER, 1500, 2500);
    add(&trace, OUTER, 1000, 4000);
    sw__trace_add_span(&trace, (sw__trace_span){500, 5000, ITERATION, 0, 2, 0});
    sw__trace_add_sample(&trace, (sw__trace_sample){2000, 0.1, LOSS});
    sw__facts_add(&trace.facts, "cycle", SW__CELL_COUNT, sw__count(3), NULL, NULL);
    sw__facts_add(&trace.facts, "run_profile", SW__CELL_TEXT, sw__text(NULL), NULL, NULL);
    char *text = written(&trace);
    CHECK_TEXT(
        text, "{\"displayTimeUnit\":\"ms\",\"otherData\":{\n"
              "\"cycle\": 3,\n"
              "\"run_profile\": null\n"
              "},\"traceEvents\":[\n"
              "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":2,\"tid\":0,\"args\":{\"name\": \"rank 2: train\"}},\n"
              "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":2,\"tid\":0,\"args\":{\"sort_index\": 2}},\n"
              "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":2,\"tid\":2,\"args\":{\"name\": \"iterations\"}},\n"
              "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":2,\"tid\":2,\"args\":{\"sort_index\": 1}},\n"
              "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":2,\"tid\":1,\"args\":{\"name\": \"main 77\"}},\n"
              "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":2,\"tid\":1,\"args\":{\"sort_index\": 2}},\n"
              "{\"ph\":\"X\",\"cat\":\"iteration\",\"name\":\"iteration 7\",\"pid\":2,\"tid\":2,\"ts\":0.500,"
              "\"dur\":4.500},\n"
              "{\"ph\":\"X\",\"cat\":\"section\",\"name\":\"solve\",\"pid\":2,\"tid\":1,\"ts\":1.000,\"dur\":3.000},\n"
              "{\"ph\":\"X\",\"cat\":\"section\",\"name\":\"smooth\",\"pid\":2,\"tid\":1,\"ts\":1.500,\"dur\":1.000},\n"
              "{\"ph\":\"C\",\"name\":\"loss\",\"pid\":2,\"ts\":2.000,\"args\":{\"value\": 0.1}}\n"
              "]}\n");
    free(text);
}

#define SECTION(name, tid, ts, dur)                                                                                    \
    "{\"ph\":\"X\",\"cat\":\"section\",\"name\":\"" name "\",\"pid\":2,\"tid\":" tid ",\"ts\":" ts ",\"dur\":" dur "}"

static void test_nanoseconds_are_kept(void)
{
    sw__trace trace = trace_of("a", "b");
    add(&trace, OUTER, 12345678901, 12345678902);
    add(&trace, OUTER, 12345678903, 12355678903);
    add(&trace, OUTER, 9007199254740993, 9007199254740993);
    check_spans(&trace,
                SECTION("a", "1", "12345678.901", "0.001") ",\n" SECTION(
                    "a", "1", "12345678.903", "10000.000") ",\n" SECTION("a", "1", "9007199254740.993", "0.000"));
}

static void test_outer_one_comes_first_at_equal_times(void)
{
    sw__trace trace = trace_of("outer", "inner");
    add(&trace, INNER, 5, 5);
    add(&trace, OUTER, 5, 5);
    add(&trace, INNER, 8, 9);
    add(&trace, OUTER, 8, 9);
    check_spans(&trace, SECTION("outer", "1", "0.005", "0.000") ",\n" SECTION("inner", "1", "0.006", "0.000") ",\n" //
                SECTION("outer", "1", "0.008", "0.002") ",\n" SECTION("inner", "1", "0.009", "0.000"));
}

static void test_crossing_spans_are_on_two_tracks(void)
{
    sw__trace trace = trace_of("a", "b");
    add(&trace, OUTER, 1, 10);
    add(&trace, INNER, 5, 15);
    add(&trace, OUTER, 12, 20);
    check_spans(&trace, SECTION("a", "1", "0.001", "0.009") ",\n" SECTION("b", "2", "0.005", "0.010") ",\n" //
                SECTION("a", "1", "0.012", "0.008"));
}

static void add_op(sw__trace *trace, uint64_t start, uint64_t flops, uint64_t bytes)
{
    add(trace, OP, start, start + 1);
    if (flops || bytes)
        sw__trace_add_work(trace, (uint64_t[SW__TRACE_WORKS]){[SW__TRACE_FLOPS] = flops, [SW__TRACE_BYTES] = bytes});
}

#define CALL(ts, arguments)                                                                                            \
    "{\"ph\":\"X\",\"cat\":\"op\",\"name\":\"gemm\",\"pid\":2,\"tid\":1,\"ts\":" ts ",\"dur\":0.001" arguments "}"

static void test_work_that_is_the_same_in_all_calls_is_told(void)
{
    sw__trace trace = trace_of("a", "b");
    sw__trace_detail_record(&trace, OP, SW__TRACE_SHAPE, "2x3");
    add_op(&trace, 1, 6, 24);
    add_op(&trace, 5, 6, 24);
#define WORK ",\"args\":{\"shape\": \"2x3\",\"flops\": 6,\"bytes\": 24}"
    check_spans(&trace, CALL("0.001", WORK) ",\n" CALL("0.005", WORK));
}

static void test_work_that_differs_is_left_out(void)
{
    sw__trace trace = trace_of("a", "b");
    add_op(&trace, 1, 6, 24);
    add_op(&trace, 5, 6, 25);
    add_op(&trace, 9, 6, 24);
#define FLOPS ",\"args\":{\"flops\": 6}"
    check_spans(&trace, CALL("0.001", FLOPS) ",\n" CALL("0.005", FLOPS) ",\n" CALL("0.009", FLOPS));
}

static void test_work_that_is_not_known_of_all_calls_is_left_out(void)
{
    sw__trace trace = trace_of("a", "b");
    add_op(&trace, 1, 6, 0);
    add_op(&trace, 5, 0, 0);
    check_spans(&trace, CALL("0.001", "") ",\n" CALL("0.005", ""));
}

static void test_threads_without_a_name_of_their_own(void)
{
    sw__trace trace = trace_of("a", "b");
    sw__trace_define_lane(&trace, 2, (sw__trace_lane){78, "train"});
    sw__trace_define_lane(&trace, 3, (sw__trace_lane){79, "loader"});
    add(&trace, OUTER, 1, 2);
    sw__trace_add_span(&trace, (sw__trace_span){1, 2, OUTER, 2, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 2, OUTER, 3, 0, 0});
    char *text = written(&trace);
    CHECK_HAS(text, "{\"name\": \"main 77\"}");
    CHECK_HAS(text, "{\"name\": \"thread 78\"}");
    CHECK_HAS(text, "{\"name\": \"loader 79\"}");
    free(text);
}

static void test_measurements_have_tracks_of_their_own(void)
{
    sw__trace trace = trace_of("a", "b");
    add(&trace, MEAS, 1, 10);
    add(&trace, OUTER, 5, 15);
    add(&trace, MEAS, 8, 20);
    char *text = written(&trace);
    CHECK_HAS(text, "\"tid\":1,\"args\":{\"name\": \"main 77\"}");
    CHECK_HAS(text, "\"tid\":2,\"args\":{\"name\": \"main 77, measurements\"}");
    CHECK_HAS(text, "\"tid\":3,\"args\":{\"name\": \"main 77, measurements (2)\"}");
    free(text);
}

// Frees the trace, too.
static void check_exported(const char *path, sw__trace *trace, const char *checks)
{
    sw__raw_trace raw = {.trace = *trace};
    CHECK_EQUAL(sw__trace_export(&raw, path), SW_OK);
    trace_check(path, checks);
    unlink(path);
    unlink(BUILD_DIR "/chrome_trace.folded.txt");
    sw__raw_trace_free(&raw);
}

static void test_any_name_can_be_read(void)
{
    sw__trace trace = trace_of("a\"b\\c\n\x01\xff\xc3\xa9", "b");
    add(&trace, OUTER, 1, 2);
    check_exported(BUILD_DIR "/chrome_trace.json", &trace,
                   "assert spans[0].name == 'a\"b\\\\c\\n\\x01\\ufffd\\u00e9', spans");
}

static void test_gz_is_compressed(void)
{
    sw__trace trace = trace_of("a", "b");
    for (uint64_t i = 0; i < 20000; i++)
        add(&trace, OUTER, 10 * i, 10 * i + 5);
    check_exported(BUILD_DIR "/chrome_trace.json.gz", &trace,
                   "assert [e.ts for e in spans] == list(range(0, 200000, 10))\n"
                   "import os\n"
                   "assert os.path.getsize(path) < len(text) / 5");
}

static void test_failed_write_is_told(void)
{
    static sw__stream out;
    sw__trace trace = trace_of("a", "b");
    const int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    for (uint64_t i = 0; i < 2000; i++)
        add(&trace, OUTER, 10 * i, 10 * i + 5);
    sw__stream_open(&out, fd, false);
    CU_ASSERT_FALSE(sw__chrome_trace_write(&out, &trace));
    CU_ASSERT_FALSE(sw__stream_close(&out));
    CU_ASSERT_NOT_EQUAL(out.why, 0);
    close(fd);
    sw__trace_free(&trace);
}

static void check_folded(sw__trace *trace, const char *expected)
{
    sw__buffer out = {0};
    sw__folded_stacks_write(&out, trace);
    CHECK_TEXT(out.text ? out.text : "", expected);
    sw__buffer_free(&out);
    sw__trace_free(trace);
}

static void test_folded_stacks_are_self_times(void)
{
    sw__trace trace = trace_of("solve", "smooth");
    add(&trace, INNER, 2000, 5000);
    add(&trace, INNER, 6000, 7000);
    add(&trace, OUTER, 1000, 11000);
    add(&trace, MEAS, 0, 50000);
    check_folded(&trace, "solve 6\nsolve;smooth 4\n");
}

static void test_folded_stack_is_one_line(void)
{
    sw__trace trace = trace_of("a;b\nc", "d");
    add(&trace, OUTER, 0, 1000);
    check_folded(&trace, "a_b_c 1\n");
}

static void check_stem(const char *path, size_t expected)
{
    CHECK_EQUAL(sw__trace_stem(path), expected);
}

static void test_stem(void)
{
    check_stem("a/rank_0.pt.trace.json", strlen("a/rank_0"));
    check_stem("a/rank_0.pt.trace.json.gz", strlen("a/rank_0"));
    check_stem("t.json", 1);
    check_stem("a.json/t", strlen("a.json/t"));
    check_stem("a/.json", strlen("a/.json"));
}

CU_TestInfo chrome_trace_tests[] = {
    {"a trace, byte by byte", test_whole_trace},
    {"nanoseconds are kept", test_nanoseconds_are_kept},
    {"at equal times the outer one comes first", test_outer_one_comes_first_at_equal_times},
    {"crossing spans are on two tracks", test_crossing_spans_are_on_two_tracks},
    {"work that is the same in all calls is told", test_work_that_is_the_same_in_all_calls_is_told},
    {"work that differs is left out", test_work_that_differs_is_left_out},
    {"work that is not known of all calls is left out", test_work_that_is_not_known_of_all_calls_is_left_out},
    {"threads without a name of their own", test_threads_without_a_name_of_their_own},
    {"measurements have tracks of their own", test_measurements_have_tracks_of_their_own},
    {"any name can be read", test_any_name_can_be_read},
    {"a name with .gz is compressed", test_gz_is_compressed},
    {"a failed write is told", test_failed_write_is_told},
    {"folded stacks are self times", test_folded_stacks_are_self_times},
    {"a folded stack is one line", test_folded_stack_is_one_line},
    {"the stem of a name", test_stem},
    CU_TEST_INFO_NULL};
