// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "timers.h"

#include <string.h>

#include "base/buffer.h"
#include "base/name_cache.h"
#include "base/name_filter.h"
#include "same_text.h"
#include "stopwatch/cpu_usage.h"
#include "stopwatch/cpu_usage_name.h"
#include "stopwatch/stopwatch_sync.h"
#include "stopwatch/used_records.h"

static void mark_open(sw__lane *lane, uint64_t word);
static void count_lost(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__timers_part = {.size = sizeof(sw__timers), .on_epoch = mark_open, .merge = count_lost};

static void mark_open(sw__lane *lane, uint64_t word)
{
    if (sw__is_new_epoch(lane->word, word))
        sw__slots_mark(sw__timers_of(lane)->top, lane->word);
}

static void count_lost(sw__lane *retired, sw__lane *lane)
{
    sw__timers *timers = sw__timers_of(lane);
    for (const sw__slot *slot = timers->top; slot; slot = slot->under)
        if (sw__slot_is_timed(slot))
            sw__timers_of(retired)->lost[slot - timers->slots]++;
    for (uint32_t name = 1; sw__is_synced(lane->word) && name < sw__name_end(); name++)
        sw__timers_count_captured(sw__timers_of(retired), name, sw__timers_captured(timers, name));
}

typedef struct search {
    uint32_t name;
    sw__open_timers found;
} search;

static void look_into(sw__lane *lane, void *context)
{
    search *s = context;
    const sw__slot *slot = &sw__timers_of(lane)->slots[s->name];
    s->found.unfinished += sw__timers_of(lane)->lost[s->name];
    s->found.captured += sw__timers_captured(sw__timers_of(lane), s->name);
    uint64_t since = sw__start_ticks(sw__slot_start(slot));
    if (!sw__slot_is_timed(slot))
        return;
    if (s->found.running++ && since >= s->found.since)
        return;
    s->found.since = since;
    s->found.ordinal = lane->ordinal;
    s->found.thread = lane->thread;
    memcpy(s->found.thread_name, lane->thread_name, sizeof s->found.thread_name);
}

sw__open_timers sw__timers_open(uint32_t name)
{
    search s = {.name = name};
    sw__lanes_visit(look_into, &s);
    return s.found;
}

static void set_up(sw__slot *slot, uint32_t record)
{
    slot->record = record;
    __atomic_store_n(&slot->start, SW__SLOT_CLOSED, __ATOMIC_RELAXED);
}

static sw__slot *slot_of(const sw__lane *lane, uint32_t name)
{
    sw__slot *slot = &sw__timers_of(lane)->slots[name];
    if (sw__slot_start(slot) == 0)
        set_up(slot, slot->record ? slot->record : sw__used_record(SW__KIND_MEAS, name));
    return slot;
}

static inline uint32_t name_of(const sw__timers *timers, const sw__slot *slot)
{
    return (uint32_t)(slot - timers->slots);
}

// The measurement whose CPU usage is taken has more to do at its edges than the common case does. The common case needs no
// question for that: between its intervals this slot is not "closed" but "not set up", which no start at once accepts, and
// during them it is marked with its epoch, as if that were over, which no end at once accepts.
static void open_slot(sw__lane *lane, sw__slot *slot, bool captured)
{
    slot->captured = captured;
    sw__timers *timers = sw__timers_of(lane);
    bool recording = lane->word & SW__STOPWATCH_BEGIN;
    bool with_cpu = name_of(timers, slot) == sw__cpu_usage_name();
    if (with_cpu && recording)
        sw__cpu_usage_begin(lane);
    sw__slot_open(&timers->top, slot, recording);
    if (with_cpu)
        sw__slot_mark(slot, lane->word);
}

static void close_slot(sw__lane *lane, sw__slot *slot, uint64_t now)
{
    sw__timers *timers = sw__timers_of(lane);
    bool with_cpu = name_of(timers, slot) == sw__cpu_usage_name();
    // Before the readings: their time is not in the interval.
    if (with_cpu && now == 0 && sw__slot_is_timed(slot))
        now = sw__clock_now();
    if (with_cpu)
        sw__cpu_usage_end(lane);
    sw__timers_count_captured(timers, name_of(timers, slot), slot->captured);
    slot->captured = false;
    sw__slot_close(lane, &timers->top, slot, now, lane->word);
    if (with_cpu)
        __atomic_store_n(&slot->start, 0, __ATOMIC_RELAXED);
}

// The start of whatever is not the common case: the first of a thread or of an epoch, paused, another clock, a mistake.
// Apart from the common case, so that this needs no stack frame.
static __attribute__((noinline)) sw_status start(uint32_t id, const char *name, sw__site site, const char *call)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (!id)
        id = sw__name_id(lane, name);
    if (sw__name_is_left_out(id)) {
        sw__lane_leave(lane);
        return SW_OK;
    }
    bool captured = false;
    lane = sw__stopwatch_sync_start(lane, &captured);
    if (!lane)
        return sw_last_error();
    sw__slot *slot = slot_of(lane, id);
    bool closed = !sw__slot_is_open(slot);
    if (closed)
        open_slot(lane, slot, captured);
    sw__lane_leave(lane);
    // "(other)" stands for many names, which cannot be told apart: their starts and ends overlap, and that is no mistake of
    // the program beyond the one that is reported.
    if (id == SW__NAME_OTHER)
        return sw__name_was_other();
    return closed ? SW_OK : sw__misuse(SW_ERR_RUNNING, site, call, sw__name_text(id), "the first start stands");
}

// The common case: the lane has seen the word, so that nothing has changed since the thread's last call, nothing is
// paused, and the clock is the cycle counter; and the slot is closed. That is looked at once the lane is held: a signal
// handler may have started something just before.
static inline bool start_at_once(sw__lane *lane, uint32_t name, uint64_t word)
{
    sw__timers *timers = sw__timers_of(lane);
    sw__slot *slot = &timers->slots[name];
    sw__lane_hold(lane);
    bool closed = sw__slot_start(slot) == SW__SLOT_CLOSED;
    if (__builtin_expect(closed, 1)) {
        slot->under = timers->top;
        timers->top = slot;
        __atomic_store_n(&slot->start, sw__cycle_counter(), __ATOMIC_RELAXED);
    }
    sw__lane_release(lane, word);
    return closed;
}

static bool is_handle(sw_name name)
{
    return name.id != 0 && name.id < sw__name_end();
}

// The timers of names that the run profile leaves out are never set up, so that they all come here, and go no further.
static bool is_left_out(const sw__lane *lane, uint64_t word, const char *name)
{
    if (lane->seen != word && lane->seen != SW__LANE_SLOW)
        return false;
    uint32_t id = sw__name_of_address(lane, name);
    return sw__name_is_left_out(id) && strcmp(sw__name_texts[id], name) == 0;
}

static __attribute__((noinline)) sw_status start_by_handle(sw_name name, const char *file, uintptr_t line)
{
    if (!is_handle(name) || sw__name_is_left_out(name.id))
        return SW_OK;
    return start(name.id, NULL, (sw__site){file, line}, "sw_start_meas_handle");
}

sw_status sw__start_meas_handle(sw_name name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (__builtin_expect(lane->seen == word, 1) && start_at_once(lane, name.id % SW__NAME_CAP, word))
        return SW_OK;
    return start_by_handle(name, file, line);
}

static __attribute__((noinline)) sw_status start_by_name(const char *name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    sw__site site = {file, line};
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_start_meas", name, NULL);
    if (is_left_out(lane, word, name))
        return SW_OK;
    // Once more, for names that are too long to be compared without a call.
    uint32_t id = lane->seen == word ? sw__name_of_address(lane, name) : 0;
    if (id && strcmp(sw__name_texts[id], name) == 0 && start_at_once(lane, id, word))
        return SW_OK;
    return start(0, name, site, "sw_start_meas");
}

sw_status sw__start_meas(const char *name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (name && __builtin_expect(lane->seen == word, 1)) {
        uint32_t id = sw__name_of_address(lane, name);
        if (sw__surely_same_text(id, name) && start_at_once(lane, id, word))
            return SW_OK;
    }
    return start_by_name(name, file, line);
}

static sw_status refuse_end(const char *text, uint32_t id, sw__site site, const char *call)
{
    if (id == SW__NAME_OTHER || (!id && sw__names_ran_out()))
        return sw__name_was_other();
    if (!id)
        return sw__misuse(SW_ERR_UNKNOWN_NAME, site, call, text, NULL);
    sw__open_timers open = sw__timers_open(id);
    if (open.running)
        return sw__misuse(SW_ERR_OTHER_THREAD, site, call, text,
                          "thread %u, \"%s\" (tid %d), started it and can end it; it goes on", open.ordinal,
                          open.thread_name, (int)open.thread);
    bool known = sw__is_used_record(sw__record_find(SW__KIND_MEAS, id, 0));
    return sw__misuse(known ? SW_ERR_NOT_RUNNING : SW_ERR_UNKNOWN_NAME, site, call, text, NULL);
}

// Names beyond the cap are not in the table: what they started is "(other)".
static uint32_t name_to_end(uint32_t id)
{
    return id || !sw__names_ran_out() ? id : SW__NAME_OTHER;
}

// The end of whatever is not the common case; `now` as in sw__slot_close().
static __attribute__((noinline)) sw_status end(uint64_t now, uint32_t id, const char *text, sw__site site,
                                               const char *call)
{
    if (sw__is_synced(sw__state())) {
        sw__timer_sync_end(name_to_end(id), 0);
        now = 0;
    }
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    sw__slot *slot = &sw__timers_of(lane)->slots[name_to_end(id)];
    bool open = sw__slot_is_open(slot);
    if (open)
        close_slot(lane, slot, now);
    sw__lane_leave(lane);
    return open ? SW_OK : refuse_end(text, id, site, call);
}

// The common case: the lane has seen the word, and the timer is the one on top and ends in the epoch in which it was
// started. Looked at once the lane is held, as above.
static inline bool end_at_once(sw__lane *lane, sw__timers *timers, sw__slot *slot, uint64_t now, uint64_t word)
{
    sw__lane_hold(lane);
    uint64_t start = sw__slot_start(slot);
    uint64_t length = now - start;
    bool logged = timers->top == slot && slot->mark == 0 && length < SW__SPAN_LENGTH_END &&
                  sw__span_append_at_once(sw__span_log_of(lane), start, length, slot->record);
    if (__builtin_expect(logged, 1)) {
        timers->top = slot->under;
        __atomic_store_n(&slot->start, SW__SLOT_CLOSED, __ATOMIC_RELAXED);
    }
    sw__lane_release(lane, word);
    return logged;
}

static __attribute__((noinline)) sw_status end_by_handle(sw_name name, const char *file, uintptr_t line)
{
    if (!is_handle(name) || sw__name_is_left_out(name.id))
        return SW_OK;
    const uint64_t now = sw__time_of_end(sw__state());
    return end(now, name.id, sw__name_text(name.id), (sw__site){file, line}, "sw_end_meas_handle");
}

sw_status sw__end_meas_handle(sw_name name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    sw__timers *timers = sw__timers_of(lane);
    sw__slot *slot = &timers->slots[name.id % SW__NAME_CAP];
    if (__builtin_expect(lane->seen == word, 1) && end_at_once(lane, timers, slot, sw__cycle_counter(), word))
        return SW_OK;
    return end_by_handle(name, file, line);
}

static __attribute__((noinline)) sw_status end_by_name(const char *name, const char *file, uintptr_t line, uint64_t now)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    sw__site site = {file, line};
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_end_meas", name, NULL);
    if (is_left_out(lane, word, name))
        return SW_OK;
    // Once more, for names that are too long to be compared without a call.
    sw__timers *timers = sw__timers_of(lane);
    if (lane->seen == word && timers->top && strcmp(sw__name_texts[name_of(timers, timers->top)], name) == 0 &&
        end_at_once(lane, timers, timers->top, now, word))
        return SW_OK;
    if (!(word & SW__CYCLE_CLOCK))
        now = sw__time_of_end(word);
    uint32_t id = sw__name_find(name, strlen(name));
    return sw__name_is_left_out(id) ? SW_OK : end(now, id, name, site, "sw_end_meas");
}

sw_status sw__end_meas(const char *name, const char *file, uintptr_t line)
{
    uint64_t now = sw__cycle_counter();
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (name && __builtin_expect(lane->seen == word, 1)) {
        sw__timers *timers = sw__timers_of(lane);
        sw__slot *top = timers->top;
        if (top && sw__surely_same_text(name_of(timers, top), name) &&
            end_at_once(lane, timers, top, now, word))
            return SW_OK;
    }
    return end_by_name(name, file, line, now);
}

sw_status sw__timers_check_iter_end(sw__site site)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return SW_OK;
    const char *innermost = NULL;
    uint32_t count = 0;
    for (const sw__slot *slot = sw__timers_of(lane)->top; slot; slot = slot->under)
        if (sw__slot_is_timed(slot) && count++ == 0)
            innermost = sw__name_text(name_of(sw__timers_of(lane), slot));
    sw__lane_leave(lane);
    if (!count)
        return SW_OK;
    return sw__misuse(SW_ERR_OPEN_AT_ITER_END, site, "sw_finish_iter", NULL,
                      "\"%s\"%s; end it before, or make it a one-time measurement if it is to span iterations", innermost,
                      count > 1 ? " and others" : "");
}

void sw__timers_redirect(sw__lane *lane, uint32_t name, uint32_t record)
{
    set_up(&sw__timers_of(lane)->slots[name], record);
}

uint64_t sw__timer_scope_begin(sw__lane *lane, uint32_t name, bool captured)
{
    sw__slot *slot = slot_of(lane, name);
    if (sw__slot_is_open(slot))
        return 0;
    open_slot(lane, slot, captured);
    return sw__start_ticks(sw__slot_start(slot));
}

void sw__timer_scope_end(sw__lane *lane, uint32_t name, uint64_t started, uint64_t now)
{
    sw__slot *slot = &sw__timers_of(lane)->slots[name];
    if (sw__slot_is_open(slot) && sw__start_ticks(sw__slot_start(slot)) == started)
        close_slot(lane, slot, now);
}

bool sw__timer_scope_begin_at_once(sw_scope *scope, const char *name)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (!name || lane->seen != word || word & SW__NVTX_END)
        return false;
    uint32_t id = sw__name_of_address(lane, name);
    if (!sw__surely_same_text(id, name) || !start_at_once(lane, id, word))
        return false;
    *scope = (sw_scope){.started = sw__slot_start(&sw__timers_of(lane)->slots[id]), .name = id};
    return true;
}

bool sw__timer_scope_end_at_once(const sw_scope *scope)
{
    uint64_t now = sw__cycle_counter();
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (lane->seen != word || word & SW__NVTX_END || scope->range)
        return false;
    sw__timers *timers = sw__timers_of(lane);
    sw__slot *slot = &timers->slots[scope->name];
    return sw__slot_start(slot) == scope->started && end_at_once(lane, timers, slot, now, word);
}
