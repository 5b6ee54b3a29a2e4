// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <stepwatch/nvtx_wrapper.h>

#include "base/name_cache.h"
#include "base/name_filter.h"
#include "nvtx_wrapper/range_stack.h"
#include "nvtx_wrapper/range_sync.h"
#include "nvtx_wrapper/shared_ranges.h"
#include "nvtx_wrapper/wrapper.h"

sw_range sw__range_start(const char *name, const char *file, uintptr_t line)
{
    const sw_range none = {0};
    sw__site site = {file, line};
    if (!name || !*name) {
        sw__misuse(SW_ERR_NAME, site, "sw_range_start", name, NULL);
        return none;
    }
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return none;
    uint32_t id = sw__name_id(lane, name);
    if (sw__name_is_left_out(id)) {
        sw__lane_leave(lane);
        return none;
    }
    lane = sw__range_sync_push(lane);
    if (!lane)
        return none;
    bool recorded = lane->word & SW__NVTX_BEGIN;
    sw_range range = {sw__shared_range_open(id, site, recorded)};
    if (range.id && recorded)
        sw__range_count_more(&sw__ranges_of(lane)->counts[id].started, 1);
    sw__lane_leave(lane);
    if (!range.id)
        sw__misuse(SW_ERR_TOO_MANY_RANGES, site, "sw_range_start", name, "%d are open by start", SW__SHARED_RANGES);
    else if (id == SW__NAME_OTHER)
        sw__name_was_other();
    return range;
}

sw_status sw__range_end(sw_range range, const char *file, uintptr_t line)
{
    if (!range.id)
        return SW_OK;
    sw__range_sync_end();
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    bool closed = sw__shared_range_close(range.id);
    sw__lane_leave(lane);
    if (closed)
        return SW_OK;
    return sw__misuse(SW_ERR_RANGE_HANDLE, (sw__site){file, line}, "sw_range_end", NULL,
                      "it was ended before, or sw_range_start() never returned it");
}

sw_status sw__mark(const char *name, const char *file, uintptr_t line)
{
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, (sw__site){file, line}, "sw_mark", name, NULL);
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    uint32_t id = sw__name_id(lane, name);
    if (lane->word & SW__NVTX_BEGIN && !sw__name_is_left_out(id)) {
        sw__range_count_more(&sw__ranges_of(lane)->counts[id].marked, 1);
        sw__forward_mark(id);
    }
    sw__lane_leave(lane);
    return id == SW__NAME_OTHER ? sw__name_was_other() : SW_OK;
}
