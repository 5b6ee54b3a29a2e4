// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A pop that does not fit the stack: described while the lane is entered and the stack still as the pop found it,
// reported after the lane was left, since the program's message handler may call stepwatch.

#ifndef SW_NVTX_WRAPPER_RANGE_INCIDENT_H
#define SW_NVTX_WRAPPER_RANGE_INCIDENT_H

#include "base/buffer.h"
#include "base/misuse.h"
#include "nvtx_wrapper/range_stack.h"

typedef struct sw__range_incident {
    sw_status status;
    sw__site site;
    const char *call; ///< the public name of the function
    const char *name; ///< that it was given; may be NULL
    sw__buffer hint;
} sw__range_incident;

/// SW_ERR_RANGE_LEAKED: the ranges above the lowest `depth` ones are about to be closed as leaked.
void sw__range_describe_leak(sw__range_incident *incident, const sw__ranges *ranges, uint32_t depth);

/// SW_ERR_RANGE_NOT_OPEN, or SW_ERR_RANGE_EMPTY if nothing is open: the pop does nothing.
void sw__range_describe_not_open(sw__range_incident *incident, const sw__ranges *ranges);

/// Sends the message, unless one of the same kind and place was sent, and frees the incident. Returns its status.
sw_status sw__range_report(sw__range_incident *incident);

#endif
