// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How the calls of interrupted work, and of the signal handlers that interrupt it, ended.

#ifndef TESTS_SUPPORT_INTERRUPTION_H
#define TESTS_SUPPORT_INTERRUPTION_H

#include <stepwatch/stepwatch.h>

/// What is measured by the work, and what by the handlers.
#define INTERRUPTED "interrupted"
#define IN_HANDLER "in the handler"

typedef struct outcome {
    uint64_t starts; ///< that were accepted
    uint64_t ends;
    uint64_t refused; ///< because they came from a handler
    sw_status worst;  ///< the last other error
} outcome;

extern outcome main_calls, handler_calls;

/// Opens a session with stopwatch and ranges, in which both names are known; no call was noted yet.
void open_interrupted_session(void);

/// Notes the status of a call that counts as `accepted` if it succeeded. Allowed in a signal handler.
void note_status(outcome *o, uint64_t *accepted, sw_status status);

/// Starts or ends a measurement, and notes how that ended.
void note_start(outcome *o, const char *name);
void note_end(outcome *o, const char *name);

/// Does the work while another thread sends this one signals, as many as it can, each of which runs the handler. Returns what
/// the work does.
uint64_t work_in_a_storm(void (*handler)(int signal_number), uint64_t (*work)(void));

/// The range counts of a name; all zero where there are none.
sw_range_stats ranges_of(const char *name);

#endif
