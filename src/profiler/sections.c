// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "sections.h"

#include "base/clock.h"
#include "base/name_filter.h"
#include "profiler/memory_marks.h"
#include "profiler/op_records.h"
#include "profiler/section_edges.h"

static void come_to_epoch(sw__lane *lane, uint64_t word);
static void merge(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__sections_part = {.size = sizeof(sw__sections), .on_epoch = come_to_epoch, .merge = merge};

// The cycle of sections that are begun now: serial number << 32 | record << 1 | edge. Atomic, and one word, as a thread that
// saw the cycle before may be late with its call. Its serial numbers begin with 1.
static uint64_t cycle;

enum { CYCLE_EDGE = 1, CYCLE_RECORD_SHIFT = 1, CYCLE_SERIAL_SHIFT = 32 };

// Acquire: pairs with the release in sw__sections_begin_cycle(), so that the record is there.
static uint64_t cycle_now(void)
{
    return __atomic_load_n(&cycle, __ATOMIC_ACQUIRE);
}

static void count_more(uint32_t *counter, uint32_t more)
{
    __atomic_store_n(counter, *counter + more, __ATOMIC_RELAXED); // a reader may see it a moment late
}

static void set_top(sw__sections *sections, sw__section *top)
{
    __atomic_store_n(&sections->top, top, __ATOMIC_RELAXED); // the same
}

uint32_t sw__section_around(uint32_t record)
{
    do
        record = sw__record_at(record)->parent;
    while (record && sw__record_at(record)->kind != SW__KIND_SECTION);
    return record;
}

void sw__sections_begin_cycle(uint32_t record, bool edge)
{
    const uint64_t serial = (cycle_now() >> CYCLE_SERIAL_SHIFT) + 1;
    const uint64_t next = serial << CYCLE_SERIAL_SHIFT | (uint64_t)record << CYCLE_RECORD_SHIFT | edge;
    __atomic_store_n(&cycle, next, __ATOMIC_RELEASE);
}

static void begin_cycle_in(sw__lane *lane, uint64_t now, uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    if (!sections->top)
        set_top(sections, sections->entries);
    sw__sections_cut_down_to(lane, sections->entries);
    sections->late = sections->late_skipped = 0;
    sections->entries[0].record = (uint32_t)now >> CYCLE_RECORD_SHIFT;
    sections->cycle = now;
    sections->first_epoch = sw__epoch_of(word);
}

static void come_to_epoch(sw__lane *lane, uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    if (sw__is_new_epoch(lane->word, word))
        for (sw__section *section = sections->top; section > sections->entries; section--)
            if (!section->mark)
                section->mark = sw__epoch_of(lane->word);
    const uint64_t now = cycle_now();
    if (word & SW__PROFILER_END && sections->cycle != now)
        begin_cycle_in(lane, now, word);
}

static void merge(sw__lane *retired, sw__lane *lane)
{
    sw__sections *into = sw__sections_of(retired);
    sw__sections *from = sw__sections_of(lane);
    if (!from->top)
        return;
    sw__sections_cut_down_to(lane, from->entries);
    count_more(&into->dropped, from->dropped);
    count_more(&into->crossed, from->crossed);
    for (uint32_t record = 1; record < sw__record_end(); record++)
        if (from->cut[record])
            count_more(&into->cut[record], from->cut[record]);
}

// The record of a section that is begun inside `parent`; 0: there are too many.
static uint32_t record_in(sw__sections *sections, uint32_t parent, uint32_t name)
{
    const uint64_t key = sw__section_key(parent, name);
    sw__child *child = sw__section_child(sections, key);
    if (child->key == key)
        return child->record;
    const uint32_t record = sw__record_of(SW__KIND_SECTION, name, parent);
    if (record)
        *child = (sw__child){.key = key, .record = record};
    return record;
}

static bool is_recorded(const sw__lane *lane, const sw__beginning *beginning)
{
    return lane->word & SW__PROFILER_BEGIN && !sw__name_is_left_out(beginning->name) &&
           (!beginning->info || sw__op_is_wanted(beginning->info));
}

static uint32_t record_of(sw__sections *sections, uint32_t parent, const sw__beginning *beginning)
{
    if (beginning->info)
        return sw__op_record(sections, parent, beginning->name, beginning->info, beginning->site);
    return record_in(sections, parent, beginning->name);
}

// What there is to do when it lies on the stack, the time last.
static void settle(sw__sections *sections, sw__section *section, const sw__beginning *beginning)
{
    if (beginning->info)
        sw__op_note_work(sections, section, beginning->info);
    else
        sw__section_edge_opened(section, beginning->has_range);
    section->start = sw__clock_now();
}

sw__section_begun sw__sections_push(sw__lane *lane, const sw__beginning *beginning)
{
    sw__sections *sections = sw__sections_of(lane);
    if (!(lane->word & SW__PROFILER_END))
        return SW__SECTION_BEGUN; // recording was over when the thread came to it
    if (sections->top == &sections->entries[SW__SECTION_DEPTH]) {
        sections->top->hidden++;
        count_more(&sections->dropped, 1);
        return SW__SECTION_TOO_DEEP;
    }
    const uint32_t parent = sections->top->record;
    const bool recorded = is_recorded(lane, beginning);
    const uint32_t record = recorded ? record_of(sections, parent, beginning) : 0;
    sw__section *section = sections->top + 1;
    *section = (sw__section){
        .record = record ? record : parent,
        .name = beginning->name | (beginning->info ? SW__SECTION_IS_OP : 0),
        .mark = record ? 0 : SW__SECTION_SKIPPED,
        .serial = beginning->serial,
        .file = beginning->site.file,
        .line = beginning->site.line,
    };
    set_top(sections, section);
    if (record)
        settle(sections, section, beginning);
    if (!recorded || record)
        return SW__SECTION_BEGUN;
    count_more(&sections->dropped, 1);
    return SW__SECTION_TOO_MANY;
}

sw_status sw__section_refused(sw__section_begun begun, uint32_t name, sw__site site, const char *call)
{
    const char *text = sw__name_text(name);
    switch (begun) {
    case SW__SECTION_BEGUN:
        break;
    case SW__SECTION_TOO_DEEP:
        return sw__misuse(SW_ERR_TOO_MANY_SECTIONS, site, call, text, "%d are open on this thread", SW__SECTION_DEPTH);
    case SW__SECTION_TOO_MANY:
        return sw__misuse(SW_ERR_TOO_MANY_SECTIONS, site, call, text,
                          "there are %d different ones, by their names and by those that they lie in",
                          SW__RECORD_CHILD_CAP);
    }
    return SW_OK;
}

static void log_work(sw__lane *lane, const sw__section *section)
{
    const sw__sections *sections = sw__sections_of(lane);
    const sw__work *work = &sections->work[section - sections->entries];
    const uint32_t epoch = section->mark ? section->mark : sw__epoch_of(lane->word);
    sw__span_append_more(lane, SW__WIDE_WORK, work->flops, work->bytes, epoch, section->record);
}

static void log_section(sw__lane *lane, const sw__section *section, uint64_t now)
{
    // A span and its work stay together.
    if ((section->has & SW__HAS_WORK) && sw__span_log_of(lane)->end + 4 > sw__span_log_of(lane)->last)
        sw__span_log_drain(lane);
    // The counters of two processors may differ by a tick.
    const uint64_t length = now > section->start ? now - section->start : 0;
    if (!section->mark && length < SW__SPAN_LENGTH_END)
        sw__span_append(lane, section->start, length, section->record);
    else
        sw__span_append_wide(lane, section->start, length, section->mark ? section->mark : sw__epoch_of(lane->word),
                             section->record);
    if (section->has & SW__HAS_WORK)
        log_work(lane, section);
}

void sw__sections_take(sw__lane *lane, sw__section *section, uint64_t now)
{
    sw__sections *sections = sw__sections_of(lane);
    const bool is_top = section == sections->top;
    const bool recorded = section->mark != SW__SECTION_SKIPPED;
    if (recorded)
        log_section(lane, section, now ? now : sw__clock_now());
    if (section->has & SW__HAS_MEMORY)
        sw__memory_marks_end(lane, section);
    // The tool closes the range that was opened last: that of a section further down waits for those above it.
    if (is_top)
        sw__section_edge_closed(section);
    else
        section[1].pops = (uint16_t)(section[1].pops + section->pops);
    if (recorded)
        sw__section_edge_timed(lane, section);
    for (; section < sections->top; section++) {
        section[0] = section[1];
        sections->work[section - sections->entries] = sections->work[section - sections->entries + 1];
    }
    set_top(sections, sections->top - 1);
    if (!is_top)
        count_more(&sections->crossed, 1);
}

void sw__sections_cut_down_to(sw__lane *lane, const sw__section *lowest)
{
    sw__sections *sections = sw__sections_of(lane);
    while (sections->top > lowest) {
        const sw__section *section = sections->top;
        if (section->mark != SW__SECTION_SKIPPED)
            count_more(&sections->cut[section->record], 1);
        sw__section_edge_closed(section);
        if (section->has & SW__HAS_MEMORY)
            sw__memory_marks_end(lane, section);
        set_top(sections, sections->top - 1);
    }
}

bool sw__sections_are_of_this_cycle(const sw__lane *lane)
{
    return sw__sections_of(lane)->cycle == cycle_now();
}

bool sw__sections_may_have_begun_before(const sw__lane *lane)
{
    const sw__sections *sections = sw__sections_of(lane);
    return sections->cycle & CYCLE_EDGE && sections->first_epoch == sw__epoch_of(lane->word);
}
