// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_windows.h"

void sw__trace_windows_add(sw__trace_windows *windows, uint32_t first, uint32_t last)
{
    const uint32_t at = windows->count++ % SW__TRACE_WINDOWS_KEPT;
    windows->kept[at].first = first;
    windows->kept[at].last = last;
}

// The last one first: what is late is mostly of that.
bool sw__trace_windows_have(const sw__trace_windows *windows, uint32_t epoch)
{
    const uint32_t count = windows->count;
    for (uint32_t i = count; i-- > 0 && i + SW__TRACE_WINDOWS_KEPT >= count;) {
        const uint32_t at = i % SW__TRACE_WINDOWS_KEPT;
        if (sw__epoch_is_from(epoch, windows->kept[at].first))
            return sw__epoch_is_from(windows->kept[at].last, epoch);
    }
    return false;
}
