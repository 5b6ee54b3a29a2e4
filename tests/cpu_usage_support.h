// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sessions that take the CPU usage of a measurement, and intervals of it around loads.

#ifndef TESTS_CPU_USAGE_SUPPORT_H
#define TESTS_CPU_USAGE_SUPPORT_H

#include <stepwatch/stepwatch.h>

/// The measurement.
static const char name[] = "work";

/// Opens a session with that choice, on a real clock, once other threads are idle.
void open_choosing(const char *chosen);

/// The usage so far; checks that there is one.
sw_cpu_usage usage_now(void);

/// One interval around a load; returns the CPU time that it took, in percent of one core, measured here.
double measure_load(void (*load)(void));

/// Loads: 200 ms of CPU time, and 60 ms of sleep.
void burn_on_one(void);
void do_nothing_for_a_while(void);

/// `count` intervals of sleep. Without checks: threads run it at once.
void measure_idle(int count, double milliseconds);

/// One of 60 ms, as the function of a thread.
void *measure_on_thread(void *argument);

#endif
