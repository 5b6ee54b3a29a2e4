// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which iterations are recorded: a function of the step, the iteration's number from 0, and of nothing else.

#ifndef SW_PROFILER_SCHEDULE_H
#define SW_PROFILER_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/// After `skip_first` steps come cycles of `wait`, `warmup` and `active` steps.
typedef struct sw__schedule {
    uint32_t skip_first;
    uint32_t wait;
    uint32_t warmup;
    uint32_t active;      ///< 0: from the first active step on, all are; there is one cycle
    uint32_t repeat;      ///< cycles; 0: without end
    bool skip_first_wait; ///< the first cycle has no wait
} sw__schedule;

typedef enum sw__phase {
    SW__STEP_SKIPPED,
    SW__STEP_WAITS,
    SW__STEP_WARMS_UP,
    SW__STEP_ACTIVE,
    SW__STEP_OVER, ///< all cycles are done
} sw__phase;

typedef struct sw__step {
    sw__phase phase;
    uint64_t cycle; ///< from 0; valid in a cycle
    bool is_first;  ///< of the active ones of its cycle
    bool is_last;
} sw__step;

sw__step sw__schedule_step(const sw__schedule *schedule, uint64_t step);

/// How many steps it takes to the end of the first cycle, or to the first active step of one without end.
uint64_t sw__schedule_needs(const sw__schedule *schedule);

#endif
