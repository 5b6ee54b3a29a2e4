// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Raw files of traces that no run has written.

#include "report/raw_trace.h"

#include <string.h>
#include <unistd.h>

#include "test.h"

#define PATH BUILD_DIR "/odd.swtrace"

enum { RECORD = 7, LANE = 1 };

static void put(FILE *file, sw__trace_block_kind kind, uint32_t subject, const void *payload, size_t size)
{
    const sw__trace_block head = {
        .magic = SW__TRACE_MAGIC, .kind = kind, .size = (uint32_t)size, .subject = subject, .epoch = 1};
    fwrite(&head, sizeof head, 1, file);
    fwrite(payload, size, 1, file);
}

static void put_record(FILE *file, uint32_t kind, const char *name)
{
    char payload[64];
    const sw__trace_record_head head = {.kind = kind};
    memcpy(payload, &head, sizeof head);
    memcpy(payload + sizeof head, name, strlen(name) + 1);
    put(file, SW__TRACE_RECORD, RECORD, payload, sizeof head + strlen(name) + 1);
}

static FILE *begin_file(void)
{
    static const sw__trace_run run = {.version = SW__TRACE_VERSION, .last_epoch = UINT32_MAX, .ns_per_tick = 1};
    FILE *file = fopen(PATH, "we");
    put(file, SW__TRACE_RUN, 0, &run, sizeof run);
    return file;
}

// Spans of the first definition are there, which would be shown as of another kind, or of none.
static void test_second_definition_of_a_record_is_ignored(void)
{
    static const sw__span span = {10, UINT64_C(5) << SW__SPAN_RECORD_BITS | RECORD};
    FILE *file = begin_file();
    put_record(file, SW__KIND_SECTION, "solve");
    put(file, SW__TRACE_SPANS, LANE, &span, sizeof span);
    put_record(file, 9999, "other");
    fclose(file);
    sw__raw_trace raw;
    CHECK_EQUAL(sw__raw_trace_read(&raw, PATH), SW_OK);
    CHECK_EQUAL(raw.trace.span_count, 1);
    CHECK_EQUAL(raw.trace.records[RECORD].kind, SW__KIND_SECTION);
    CHECK_TEXT(raw.trace.records[RECORD].name, "solve");
    sw__raw_trace_free(&raw);
    unlink(PATH);
}

CU_TestInfo raw_trace_tests[] = {
    {"a second definition of a record is ignored", test_second_definition_of_a_record_is_ignored},
    CU_TEST_INFO_NULL,
};
