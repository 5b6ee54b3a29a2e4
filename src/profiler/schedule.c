// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "schedule.h"

// Sums of several numbers of 32 bits.
static uint64_t cycle_length(const sw__schedule *schedule)
{
    return (uint64_t)schedule->wait + schedule->warmup + schedule->active;
}

static sw__step step_of_cycle(const sw__schedule *schedule, uint64_t cycle, uint64_t position)
{
    const uint64_t warm = schedule->wait;
    const uint64_t active = warm + schedule->warmup;
    const bool is_active = position >= active;
    return (sw__step){
        .phase = is_active          ? SW__STEP_ACTIVE
                 : position >= warm ? SW__STEP_WARMS_UP
                                    : SW__STEP_WAITS,
        .cycle = cycle,
        .is_first = position == active,
        .is_last = is_active && schedule->active && position == active + schedule->active - 1,
    };
}

sw__step sw__schedule_step(const sw__schedule *schedule, uint64_t step)
{
    if (step < schedule->skip_first)
        return (sw__step){.phase = SW__STEP_SKIPPED};
    // As if the first cycle had its wait, and that was before.
    uint64_t position = step - schedule->skip_first + (schedule->skip_first_wait ? schedule->wait : 0);
    if (!schedule->active)
        return step_of_cycle(schedule, 0, position);
    const uint64_t cycle = position / cycle_length(schedule);
    if (schedule->repeat && cycle >= schedule->repeat)
        return (sw__step){.phase = SW__STEP_OVER};
    return step_of_cycle(schedule, cycle, position % cycle_length(schedule));
}

uint64_t sw__schedule_needs(const sw__schedule *schedule)
{
    const uint64_t spared = schedule->skip_first_wait ? schedule->wait : 0;
    return schedule->skip_first + cycle_length(schedule) - spared + (schedule->active == 0);
}
