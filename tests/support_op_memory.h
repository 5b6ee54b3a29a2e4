// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What sections and ops have allocated and freed, as text; and short scripts of calls, so that cases fit into a table.

#ifndef TESTS_SUPPORT_OP_MEMORY_H
#define TESTS_SUPPORT_OP_MEMORY_H

#include "support_profiler.h"

/// Calls, with blanks between them:
///     name{  }  }name     begin an op; end the innermost; end the one of that name
///     name[  ]            begin and end a section
///     +a100  -a           allocate 100 bytes at an address called a; free it. The address _ is NULL
///     @+a100 @-a          the same on another thread, which ends
///     pause  resume  next the last one finishes the iteration
void run_script(const char *script);

/// What the records of the cycle that was begun last have, those with any, as in
///     "[outside] +0 -100; outer +150(2) -50 ^150; outer/inner +50 -50 ^50"
/// with how many allocations and frees where it is not one, or none without bytes; and the peak above the begin.
/// Valid until the next call.
const char *memory_of_records(void);

/// How many of them rose by so many bytes.
uint32_t records_with_peak(uint64_t peak);

/// What they have allocated together, less what they freed, in bytes.
int64_t net_of_records(void);

#endif
