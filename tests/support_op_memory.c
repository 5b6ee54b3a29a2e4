// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_op_memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/records.h"
#include "profiler/cycles.h"
#include "record/running_totals.h"

enum { LINE = 512 };

static const void *address(char letter)
{
    return letter == '_' ? NULL : (const void *)((uintptr_t)letter << 12);
}

static void allocate_or_free(const char *token)
{
    if (*token == '+')
        CHECK_EQUAL(sw_mem_alloc(address(token[1]), strtoull(token + 2, NULL, 10)), SW_OK);
    else
        CHECK_EQUAL(sw_mem_free(address(token[1])), SW_OK);
}

static void *on_thread(void *token)
{
    allocate_or_free(token);
    return NULL;
}

static bool is_last(const char *token, char last)
{
    return token[strlen(token) - 1] == last;
}

static void run_token(char *token)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strlen(token) - 1, token);
    if (*token == '@')
        run_on_thread(on_thread, token + 1);
    else if (*token == '+' || *token == '-')
        allocate_or_free(token);
    else if (*token == '}')
        sw_op_end(token[1] ? token + 1 : NULL);
    else if (*token == ']')
        sw_section_end(NULL);
    else if (is_last(token, '{'))
        sw_op_begin(name, NULL);
    else if (is_last(token, '['))
        sw_section_begin(name);
    else if (strcmp(token, "pause") == 0)
        sw_pause();
    else if (strcmp(token, "resume") == 0)
        sw_resume();
    else if (strcmp(token, "next") == 0)
        sw_finish_iter();
    else
        FAIL("what is \"%s\"?", token);
}

void run_script(const char *script)
{
    char copy[LINE], *rest = copy;
    snprintf(copy, sizeof copy, "%s", script);
    for (char *token = strtok_r(copy, " ", &rest); token; token = strtok_r(NULL, " ", &rest))
        run_token(token);
}

// By record, up to `end`.
typedef struct gathering {
    uint32_t end;
    uint32_t cycle;
    sw__running_total *lane; ///< scratch for one lane
    sw__amounts *all;
} gathering;

static void add_lane(sw__lane *lane, void *context)
{
    gathering *g = context;
    memset(g->lane, 0, g->end * sizeof *g->lane);
    sw__running_totals_read(lane, sw__epoch_of(sw__state()), g->lane, g->end);
    for (uint32_t record = 1; record < g->end; record++)
        sw__amounts_add(&g->all[record], &g->lane[record].amounts);
}

static bool lies_in(uint32_t record, uint32_t cycle)
{
    while (record && record != cycle)
        record = sw__record_at(record)->parent;
    return record;
}

static void print_path(char *out, uint32_t record)
{
    const uint32_t parent = sw__record_at(record)->parent;
    if (!sw__record_nests(record)) {
        strcat(out, "[outside]");
        return;
    }
    if (sw__record_nests(parent)) {
        print_path(out, parent);
        strcat(out, "/");
    }
    strcat(out, sw__name_text(sw__record_name(record)));
}

static void print_bytes(char *out, char sign, uint64_t bytes, uint64_t times)
{
    char text[64];
    snprintf(text, sizeof text, times == (bytes > 0) ? " %c%ju" : " %c%ju(%ju)", sign, (uintmax_t)bytes,
             (uintmax_t)times);
    strcat(out, text);
}

static void print_record(char *out, uint32_t record, const sw__amounts *amounts)
{
    char text[64];
    if (!amounts->allocations && !amounts->frees && !amounts->peak)
        return;
    strcat(out, *out ? "; " : "");
    print_path(out, record);
    print_bytes(out, '+', amounts->allocated, amounts->allocations);
    print_bytes(out, '-', amounts->freed, amounts->frees);
    snprintf(text, sizeof text, " ^%ju", (uintmax_t)amounts->peak);
    strcat(out, sw__record_nests(record) ? text : "");
}

static gathering gather(void)
{
    gathering g = {.end = sw__record_end(), .cycle = sw__cycle_record(sw__cycles_now().kept_count - 1)};
    g.lane = calloc(g.end, sizeof *g.lane);
    g.all = calloc(g.end, sizeof *g.all);
    sw__lanes_visit(add_lane, &g);
    return g;
}

static void forget(gathering *g)
{
    free(g->lane);
    free(g->all);
}

const char *memory_of_records(void)
{
    static char out[LINE];
    gathering g = gather();
    *out = '\0';
    for (uint32_t record = 1; record < g.end; record++)
        if (lies_in(record, g.cycle))
            print_record(out, record, &g.all[record]);
    forget(&g);
    return out;
}

uint32_t records_with_peak(uint64_t peak)
{
    gathering g = gather();
    uint32_t count = 0;
    for (uint32_t record = 1; record < g.end; record++)
        count += lies_in(record, g.cycle) && g.all[record].peak == peak;
    forget(&g);
    return count;
}

int64_t net_of_records(void)
{
    gathering g = gather();
    uint64_t net = 0;
    for (uint32_t record = 1; record < g.end; record++)
        if (lies_in(record, g.cycle))
            net += g.all[record].allocated - g.all[record].freed;
    forget(&g);
    return (int64_t)net;
}
