// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "memory_marks.h"

#include "record/statistics.h"

// Of an entry: what the thread had allocated and not freed when it began, and at its highest since.
typedef struct mark {
    int64_t begin;
    int64_t highest;
} mark;

typedef struct memory_marks {
    int64_t now; ///< of the thread, since its lane began; negative where it frees what others have allocated
    mark marks[1 + SW__SECTION_DEPTH]; ///< by the entry's place
} memory_marks;

sw__lane_part sw__memory_marks_part = {.size = sizeof(memory_marks)};

static memory_marks *marks_of(const sw__lane *lane)
{
    return sw__lane_part_of(lane, &sw__memory_marks_part);
}

static void raise(int64_t *highest, int64_t bytes)
{
    if (*highest < bytes)
        *highest = bytes;
}

// Nothing has come or gone in an entry that has no mark yet: it began with what there is now.
static void mark_all(memory_marks *marks, sw__sections *sections)
{
    for (sw__section *section = sections->top; section >= sections->entries; section--) {
        if (section->has & SW__HAS_MEMORY)
            return;
        section->has |= SW__HAS_MEMORY;
        marks->marks[section - sections->entries] = (mark){marks->now, marks->now};
    }
}

void sw__memory_marks_move(sw__lane *lane, int64_t bytes)
{
    sw__sections *sections = sw__sections_of(lane);
    memory_marks *marks = marks_of(lane);
    mark_all(marks, sections);
    marks->now = (int64_t)((uint64_t)marks->now + (uint64_t)bytes); // a program may report what there cannot be
    raise(&marks->marks[sections->top - sections->entries].highest, marks->now);
}

void sw__memory_marks_end(sw__lane *lane, const sw__section *section)
{
    const sw__sections *sections = sw__sections_of(lane);
    memory_marks *marks = marks_of(lane);
    mark *own = &marks->marks[section - sections->entries];
    int64_t highest = own->highest;
    for (const sw__section *above = section + 1; above <= sections->top && above->has & SW__HAS_MEMORY; above++)
        raise(&highest, marks->marks[above - sections->entries].highest);
    if (section->mark != SW__SECTION_SKIPPED) {
        sw__lane_statistics *statistics = sw__lane_statistics_of(lane);
        sw__statistics_touch(statistics, section->record);
        sw__amounts_raise_peak(&statistics->records[section->record].lengths.amounts,
                               (uint64_t)highest - (uint64_t)own->begin);
    }
    raise(&own[-1].highest, highest);
    for (; section < sections->top; section++, own++)
        own[0] = own[1];
}
