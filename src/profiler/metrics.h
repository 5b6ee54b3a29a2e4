// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The values of the iteration that was finished last, for whoever asks.

#ifndef SW_PROFILER_METRICS_H
#define SW_PROFILER_METRICS_H

#include "profiler/iteration_values.h"

/// Takes those of the iteration that the calling thread has just finished.
void sw__metrics_take(const sw__iteration_facts *facts);

/// The last iteration was not recorded: there are none.
void sw__metrics_forget(void);

/// For the thread that finishes the iterations, which alone changes them.
const sw__iteration_values *sw__metrics_now(void);

/// The value of that name; false: there is none, or it is not known. Any thread.
bool sw__metrics_find(const char *name, double *number);

// Around fork().
void sw__metrics_lock(void);
void sw__metrics_unlock(void);

#endif
