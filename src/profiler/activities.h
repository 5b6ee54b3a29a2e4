// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Who ops come from: the names, and which of them can be recorded.

#ifndef SW_PROFILER_ACTIVITIES_H
#define SW_PROFILER_ACTIVITIES_H

#include "config/options.h"

extern const sw__choice sw__activity_choices[];

/// Brings the bits that were asked for, none for all, to those that are available; a message names the others. Returns why
/// there is nothing to record, NULL if there is.
const char *sw__activities_settle(uint32_t *activities);

#endif
