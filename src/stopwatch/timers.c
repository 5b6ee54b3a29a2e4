// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "base/name_cache.h"
#include "base/name_filter.h"
#include "same_text.h"
#include "stopwatch/open_timers.h"
#include "stopwatch/stopwatch_sync.h"
#include "stopwatch/timers_at_once.h"
#include "stopwatch/used_records.h"

// The start of whatever is not the common case: the first of a thread or of an epoch, paused, another clock, a mistake.
// Apart from the common case, so that this needs no stack frame.
static __attribute__((noinline)) sw_status start(uint32_t id, const char *name, sw__site site, const char *call)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (!id)
        id = sw__name_id_anew(lane, name);
    if (sw__name_is_left_out(id)) {
        sw__lane_leave(lane);
        return SW_OK;
    }
    bool captured = false;
    lane = sw__stopwatch_sync_start(lane, &captured);
    if (!lane)
        return sw_last_error();
    sw__slot *slot = sw__timer_slot(lane, id);
    bool closed = !sw__slot_is_open(slot);
    if (closed)
        sw__timer_open(lane, slot, captured);
    sw__lane_leave(lane);
    // "(other)" stands for many names, which cannot be told apart: their starts and ends overlap, and that is no mistake of
    // the program beyond the one that is reported.
    if (id == SW__NAME_OTHER)
        return sw__name_was_other();
    return closed ? SW_OK : sw__misuse(SW_ERR_RUNNING, site, call, sw__name_text(id), "the first start stands");
}

// The id that this lane knows the name by, or 0: for names that are too long to be compared without a call. The timers of
// names that the run profile leaves out are never set up, so that they all come here, and go no further.
static uint32_t known_id(const sw__lane *lane, uint64_t word, const char *name)
{
    if (lane->seen != word && lane->seen != SW__LANE_SLOW)
        return 0;
    uint32_t id = sw__name_of_address(lane, name);
    return id && strcmp(sw__name_texts[id], name) == 0 ? id : 0;
}

static __attribute__((noinline)) sw_status start_by_handle(sw_name name, const char *file, uintptr_t line)
{
    if (!sw__is_handle(name) || sw__name_is_left_out(name.id))
        return SW_OK;
    return start(name.id, NULL, (sw__site){file, line}, "sw_start_meas_handle");
}

sw_status sw__start_meas_handle(sw_name name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (__builtin_expect(lane->seen == word, 1) && sw__timer_start_at_once(lane, name.id % SW__NAME_CAP, word))
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
    uint32_t id = known_id(lane, word, name);
    if (sw__name_is_left_out(id) || (id && lane->seen == word && sw__timer_start_at_once(lane, id, word)))
        return SW_OK;
    return start(id, name, site, "sw_start_meas");
}

sw_status sw__start_meas(const char *name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (name && __builtin_expect(lane->seen == word, 1)) {
        uint32_t id = sw__name_of_address(lane, name);
        if (sw__surely_same_text(id, name) && sw__timer_start_at_once(lane, id, word))
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
        sw__timer_close(lane, slot, now);
    sw__lane_leave(lane);
    return open ? SW_OK : refuse_end(text, id, site, call);
}

static __attribute__((noinline)) sw_status end_by_handle(sw_name name, const char *file, uintptr_t line)
{
    if (!sw__is_handle(name) || sw__name_is_left_out(name.id))
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
    if (__builtin_expect(lane->seen == word, 1) && sw__timer_end_at_once(lane, timers, slot, sw__cycle_counter(), word))
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
    if (sw__name_is_left_out(known_id(lane, word, name)))
        return SW_OK;
    // Once more, for names that are too long to be compared without a call.
    sw__timers *timers = sw__timers_of(lane);
    if (lane->seen == word && timers->top && strcmp(sw__name_texts[sw__timer_name(timers, timers->top)], name) == 0 &&
        sw__timer_end_at_once(lane, timers, timers->top, now, word))
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
        if (top && sw__surely_same_text(sw__timer_name(timers, top), name) &&
            sw__timer_end_at_once(lane, timers, top, now, word))
            return SW_OK;
    }
    return end_by_name(name, file, line, now);
}
