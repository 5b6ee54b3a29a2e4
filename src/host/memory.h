// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory of this process.

#ifndef SW_HOST_MEMORY_H
#define SW_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/// The most that was resident at a time since the program was started, in bytes: VmHWM of /proc/self/status. ru_maxrss of
/// getrusage() would do for less, but an exec() does not reset it: a small program started by a large one has the large one's.
bool sw__host_memory_peak(uint64_t *bytes);

/// What is resident now, in bytes: VmRSS.
bool sw__host_memory_now(uint64_t *bytes);

#endif
