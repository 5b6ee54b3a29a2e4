// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The NVTX range wrapper, as the session and its scopes see it.

#ifndef SW_NVTX_WRAPPER_WRAPPER_H
#define SW_NVTX_WRAPPER_WRAPPER_H

#include <stdbool.h>
#include <stdint.h>

#include <stepwatch/nvtx_wrapper.h>

#include "base/lanes.h"
#include "config/options.h"
#include "device/profiler_gate.h"
#include "nvtx_wrapper/range_incident.h"
#include "report/table.h"

typedef struct sw__nvtx_settings {
    bool enable;
    bool keep_track_of_range_order;
    const char *domain; ///< NULL or "": "stepwatch"
    bool sync_on_push;
    bool sync_on_pop;
    sw__gate_window profiler;
} sw__nvtx_settings;

extern const sw__option_group sw__nvtx_option_group;

/// Before the module's bits go into the state word. Loads the tool, if there is one. Copies the domain's name. Returns the
/// bits that go in with them.
uint64_t sw__nvtx_start(const sw__nvtx_settings *settings);

/// At the end of the session, while its misuses are still reported: reports the ranges that are open, of all threads, and
/// closes what can be closed from here. What stays open counts as leaked from now on: make the summary after this.
void sw__nvtx_finish(void);

/// After the module's bits were taken out, and the summary was made: closes the profilers' gate.
void sw__nvtx_closed(void);

/// In the child of a fork().
void sw__nvtx_fork_child(void);

/// What the wrapper does in this session, for the head of the summary. Valid until the next sw__nvtx_start().
const char *sw__nvtx_mode(void);

/// Fills in the table of the ranges; false if it has no rows: none were seen, or memory is out (`failed`). Free the table
/// in any case.
bool sw__nvtx_range_table(sw__table *table);

extern bool sw__nvtx_order_checks; ///< atomic

static inline bool sw__nvtx_checks_order(void)
{
    return __atomic_load_n(&sw__nvtx_order_checks, __ATOMIC_RELAXED); // set before the module's bits go in
}

// For scopes, which call these with one of SW__NVTX_BITS in the word, and the lane entered after a wait for the GPU
// (sw__range_sync_push(), sw__range_sync_pop()):
//     uint32_t serial = sw__range_scope_push(lane, name, file, line);      sw__range_incident incident;
//     sw__lane_leave(lane);                                                bool told = sw__range_scope_pop(lane, serial,
//     if (!serial)                                                                                         &incident);
//         sw__range_scope_refused(name, file, line);                       sw__lane_leave(lane);
//                                                                          if (told)
//                                                                              sw__range_report(&incident);

/// Opens a range and returns its serial number on this thread; 0: too many are open, and none was opened.
uint32_t sw__range_scope_push(sw__lane *lane, uint32_t name, const char *file, uintptr_t line);

/// Reports that sw__range_scope_push() returned 0. The lane was left before.
sw_status sw__range_scope_refused(uint32_t name, const char *file, uintptr_t line);

/// Closes exactly the range that was given this number, if it is still open, and those left open inside it. True if there
/// were such and order is checked: then `incident`, otherwise untouched, is to be reported after the lane was left. 0 does
/// nothing.
bool sw__range_scope_pop(sw__lane *lane, uint32_t serial, sw__range_incident *incident);

#endif
