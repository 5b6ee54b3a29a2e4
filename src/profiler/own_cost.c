// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "own_cost.h"

#include <string.h>

#include "base/name_cache.h"
#include "profiler/ops_at_once.h"
#include "same_text.h"

static sw__pair_cost section_cost, op_cost; ///< written while nothing is recorded

// The word under which the probe's sections and ops are recorded. It never is the session's: other threads go on as they are.
typedef struct probe {
    uint64_t word;
    const char *name;
} probe;

// By name, as most programs have it: with cold caches the look for the name is a good part of the cost.
static void begin(void *context)
{
    const probe *p = context;
    const sw__site site = {__FILE__, __LINE__};
    sw__lane *lane = sw__this_lane;
    if (lane->seen == p->word) {
        const uint32_t id = sw__name_of_address(lane, p->name);
        if (sw__surely_same_text(id, p->name) && sw__section_begin_at_once(lane, id, site, p->word))
            return;
    }
    lane = sw__lane_enter(p->word);
    const uint32_t id = sw__name_id(lane, p->name);
    (void)sw__sections_push(lane, &(sw__beginning){.name = id, .site = site, .has_range = true});
    sw__lane_leave(lane);
}

static void end(void *context)
{
    const probe *p = context;
    const uint64_t now = sw__cycle_counter();
    sw__lane *lane = sw__this_lane;
    if (lane->seen == p->word) {
        const uint32_t id = sw__sections_of(lane)->top->name;
        if (sw__surely_same_text(id, p->name) && sw__section_end_at_once(lane, id, now, p->word))
            return;
    }
    lane = sw__lane_enter(p->word);
    sw__sections_take(lane, sw__sections_of(lane)->top, 0);
    sw__lane_leave(lane);
}

static void prepare(void *context)
{
    const probe *p = context;
    sw__lane *lane = sw__lane_enter(p->word);
    sw__sections *sections = sw__sections_of(lane);
    sections->top = sections->entries;
    sections->top->record = sw__record_of(SW__KIND_ITERATION, sw__name_id(lane, p->name), 0);
    sw__lane_leave(lane);
}

// What of it is kept is for the settings to say.
static const sw_op_info info = {.shape = {64, 64, 64}, .dtype = SW_DTYPE_FLOAT32, .flops = 1, .bytes = 1};

static void begin_op(void *context)
{
    const probe *p = context;
    const sw__site site = {__FILE__, __LINE__};
    sw__lane *lane = sw__this_lane;
    if (lane->seen == p->word) {
        const uint32_t id = sw__name_of_address(lane, p->name);
        if (sw__surely_same_text(id, p->name) && sw__op_begin_at_once(lane, id, &info, site, p->word))
            return;
    }
    lane = sw__lane_enter(p->word);
    const uint32_t id = sw__name_id(lane, p->name);
    (void)sw__sections_push(lane, &(sw__beginning){.name = id, .site = site, .info = &info});
    sw__lane_leave(lane);
}

static void end_op(void *context)
{
    const probe *p = context;
    const uint64_t now = sw__cycle_counter();
    sw__lane *lane = sw__this_lane;
    if (lane->seen == p->word) {
        const uint32_t innermost = sw__sections_of(lane)->top->name;
        if (sw__surely_same_text(innermost & ~SW__SECTION_IS_OP, p->name) &&
            sw__op_end_at_once(lane, innermost, now, p->word))
            return;
    }
    lane = sw__lane_enter(p->word);
    sw__sections_take(lane, sw__sections_of(lane)->top, 0);
    sw__lane_leave(lane);
}

void sw__own_cost_measure(bool ops)
{
    const uint64_t session = sw__state() & (SW__CYCLE_CLOCK | SW__EPOCH_MASK);
    const uint32_t name = sw__intern("iteration", strlen("iteration")); // one that is there anyway
    probe p = {session | SW__PHASE_MEASURED | SW__PROFILER_BITS, sw__name_text(name)};
    static sw__known_pair_cost known_section, known_op;
    section_cost = sw__pair_cost_once(&known_section, &(sw__pair_probe){prepare, begin, end, &p}, 0);
    op_cost = (sw__pair_cost){0};
    if (ops)
        op_cost = sw__pair_cost_once(&known_op, &(sw__pair_probe){prepare, begin_op, end_op, &p}, sw__ops_keep());
}

sw__pair_cost sw__section_cost(void)
{
    return section_cost;
}

sw__pair_cost sw__op_cost(void)
{
    return op_cost;
}
