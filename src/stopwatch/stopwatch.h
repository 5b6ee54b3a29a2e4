// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The stopwatch module, as the session sees it.

#ifndef SW_STOPWATCH_STOPWATCH_H
#define SW_STOPWATCH_STOPWATCH_H

#include <stepwatch/stopwatch.h>

#include "config/options.h"
#include "record/pair_cost.h"

typedef struct sw__stopwatch_settings {
    bool enable;
    sw_stopwatch_options options;
} sw__stopwatch_settings;

extern const sw__option_group sw__stopwatch_option_group;

/// Before the module's bits go into the state word. Returns those that go in with them.
uint64_t sw__stopwatch_start(const sw__stopwatch_settings *settings);

/// After the bits went in: measures what a start/end pair costs, without the wait for a GPU that begins then.
void sw__stopwatch_started(const sw__stopwatch_settings *settings);

/// Of a start and an end.
sw__pair_cost sw__stopwatch_pair_cost(void);

/// After its bits were taken out: forgets what it measured.
void sw__stopwatch_finish(void);

/// Whether the summary is to be printed now, after a measured iteration.
bool sw__stopwatch_prints_now(void);

#endif
