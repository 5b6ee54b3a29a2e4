// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The windows of epochs of which there were traces: what comes from one of them comes too late.

#ifndef SW_RECORD_TRACE_WINDOWS_H
#define SW_RECORD_TRACE_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

enum { SW__TRACE_WINDOWS_KEPT = 16 };

/// The last ones, in a ring. Zero has none.
typedef struct sw__trace_windows {
    struct {
        uint32_t first; ///< epoch
        uint32_t last;
    } kept[SW__TRACE_WINDOWS_KEPT];
    uint32_t count;
} sw__trace_windows;

/// Epochs are counted modulo 2^32.
static inline bool sw__epoch_is_from(uint32_t epoch, uint32_t first)
{
    return (int32_t)(epoch - first) >= 0;
}

void sw__trace_windows_add(sw__trace_windows *windows, uint32_t first, uint32_t last);

/// Whether the epoch lies in one of them.
bool sw__trace_windows_have(const sw__trace_windows *windows, uint32_t epoch);

#endif
