// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// What the program tells of its own memory. It counts for what is open on the calling thread, innermost first; a free for
// that of the thread that frees.

#include <stepwatch/ops.h>

#include "base/misuse.h"
#include "base/state.h"
#include "profiler/live_memory.h"
#include "profiler/memory_marks.h"

// The two bits above are those of a phase in a log.
static const uint64_t most_bytes = (UINT64_C(1) << 62) - 1;

static bool is_followed(const sw__lane *lane, uint64_t bit)
{
    const uint64_t needed = SW__PROFILER_MEMORY | bit;
    return (lane->word & needed) == needed;
}

static void note(sw__lane *lane, uint64_t bytes, bool freed)
{
    const sw__section *innermost = sw__sections_of(lane)->top;
    sw__span_append_more(lane, SW__WIDE_MEMORY, bytes, freed, sw__epoch_of(lane->word), innermost->record);
    sw__memory_marks_move(lane, freed ? -(int64_t)bytes : (int64_t)bytes);
}

static void note_allocation(sw__lane *lane, const void *memory, uint64_t bytes)
{
    uint64_t replaced;
    const bool followed = sw__live_memory_add(memory, bytes, &replaced);
    if (replaced)
        note(lane, replaced, true);
    if (followed)
        note(lane, bytes, false);
}

static void note_free(sw__lane *lane, const void *memory)
{
    uint64_t bytes;
    const bool paused = !(lane->word & SW__PROFILER_BEGIN);
    if (paused ? sw__live_memory_remove_if_live(memory, &bytes) : sw__live_memory_remove(memory, &bytes))
        note(lane, bytes, true);
}

sw_status sw__mem_alloc(const void *memory, uint64_t bytes, const char *file, uintptr_t line)
{
    if (!memory)
        return SW_OK;
    if (bytes > most_bytes)
        return sw__misuse(SW_ERR_ARGUMENT, (sw__site){file, line}, "sw_mem_alloc", NULL, "%ju bytes", (uintmax_t)bytes);
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (is_followed(lane, SW__PROFILER_BEGIN))
        note_allocation(lane, memory, bytes);
    sw__lane_leave(lane);
    return SW_OK;
}

sw_status sw__mem_free(const void *memory)
{
    if (!memory)
        return SW_OK;
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (is_followed(lane, SW__PROFILER_END))
        note_free(lane, memory);
    sw__lane_leave(lane);
    return SW_OK;
}

sw_status(sw_mem_alloc)(const void *memory, uint64_t bytes)
{
    return sw__mem_alloc_at(memory, bytes, SW__CALLER);
}

sw_status(sw_mem_free)(const void *memory)
{
    return sw__mem_free_if_on(memory);
}
