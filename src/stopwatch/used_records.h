// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The records that this session has used. Those of earlier sessions stay known to the process, but have no rows here.

#ifndef SW_STOPWATCH_USED_RECORDS_H
#define SW_STOPWATCH_USED_RECORDS_H

#include <stdbool.h>

#include "base/records.h"

/// The id of a record without a parent, added if it is new; from now on it is used. Any thread.
uint32_t sw__used_record(sw__kind kind, uint32_t name);

/// Whether a record is used; 0 is not.
bool sw__is_used_record(uint32_t record);

/// Begins anew: none is used.
void sw__used_records_reset(void);

#endif
