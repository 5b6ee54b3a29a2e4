// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <math.h>
#include <string.h>

#include <stepwatch/stopwatch.h>

#include "base/clock.h"
#include "base/misuse.h"
#include "base/name_cache.h"
#include "base/name_filter.h"
#include "record/span_log.h"
#include "stopwatch/used_records.h"

// Appends an entry of the record (kind, name) that was measured by the program itself, or a value.
static sw_status append(sw__kind kind, const char *name, uint64_t payload)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    uint32_t id = lane->word & SW__STOPWATCH_BEGIN ? sw__name_id(lane, name) : 0;
    // A value is no region: it is kept.
    if (id && (kind == SW__KIND_VALUE || !sw__name_is_left_out(id))) {
        uint32_t record = sw__used_record(kind, id);
        uint64_t start = sw__clock_now() | (lane->word & SW__PHASE_MASK);
        sw__span_append_wide(lane, start, payload, sw__epoch_of(lane->word), record);
    }
    sw__lane_leave(lane);
    return id == SW__NAME_OTHER ? sw__name_was_other() : SW_OK;
}

sw_status sw__add_meas(const char *name, uint64_t ns, const char *file, uintptr_t line)
{
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, (sw__site){file, line}, "sw_add_meas", name, NULL);
    return append(SW__KIND_ADDED, name, ns);
}

sw_status sw__value(const char *name, double value, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_value", name, NULL);
    if (!isfinite(value))
        return sw__misuse(SW_ERR_ARGUMENT, site, "sw_value", name, "the value is not finite");
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return append(SW__KIND_VALUE, name, bits);
}
