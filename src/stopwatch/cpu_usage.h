// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU usage of the one measurement that was chosen for it. CPU time is read at both edges of its intervals, outside of the
// timed part: before the timer starts, and after it ended. Only sums are kept, of CPU time and of the wall time between the
// readings: one division at the end weighs each interval by its length.
//
// The readings are system calls, so the chosen measurement never goes the timers' shortest way; see timer_slots.c. The others
// do not notice.

#ifndef SW_STOPWATCH_CPU_USAGE_H
#define SW_STOPWATCH_CPU_USAGE_H

#include <stepwatch/stopwatch.h>

#include "base/lanes.h"

extern sw__lane_part sw__cpu_usage_part;

/// The edges of an interval of the chosen measurement, on its own lane, which is entered. What began in the warm-up is not
/// read at all. An end without a begin does nothing.
void sw__cpu_usage_begin(sw__lane *lane);
void sw__cpu_usage_end(sw__lane *lane);

/// All intervals so far, over all threads. SW_NOT_RECORDED: there are none, or too short ones to divide by; the sums are
/// there. Loads the topology at the first call.
sw_status sw__cpu_usage_read(sw_cpu_usage *usage);

#endif
