// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One line of the summary's header: the machine, what of it this process may use, and where its main thread ran.

#ifndef SW_SESSION_MACHINE_LINE_H
#define SW_SESSION_MACHINE_LINE_H

#include "base/buffer.h"
#include "host/cpu_limit.h"
#include "host/topology.h"
#include "report/report.h"

void sw__machine_line(sw__buffer *out, const sw__machine *machine, const sw__cpu_limit *limit);

/// Adds the line for this machine, now, and for programs what it says.
void sw__machine_facts(sw__report *report);

#endif
