// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The measurements that are open: looked for over all threads, and at the end of an iteration.

#ifndef SW_STOPWATCH_OPEN_TIMERS_H
#define SW_STOPWATCH_OPEN_TIMERS_H

#include "base/misuse.h"

/// What is open of one name, over all lanes.
typedef struct sw__open_timers {
    uint64_t running;
    uint64_t since;      ///< the earliest start of those, in ticks
    uint64_t unfinished; ///< open when their thread ended
    uint64_t captured;   ///< ended, and not synced for a stream capture
    uint32_t ordinal;    ///< of the thread with the earliest start
    int32_t thread;
    char thread_name[16];
} sw__open_timers;

sw__open_timers sw__timers_open(uint32_t name);

/// Reports the open timers of this thread at the end of an iteration. SW_OK if there are none.
sw_status sw__timers_check_iter_end(sw__site site);

#endif
