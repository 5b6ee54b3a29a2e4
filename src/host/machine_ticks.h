// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What all CPUs of the machine did, in ticks of usually 10 ms each: every process, whatever the affinity and the cgroup of
// this one. Any thread; one reads at a time.

#ifndef SW_HOST_MACHINE_TICKS_H
#define SW_HOST_MACHINE_TICKS_H

#include <stdint.h>

/// Since the machine was started. A total of 0: could not be read.
typedef struct sw__machine_ticks {
    uint64_t busy;   ///< user, nice, system and interrupts
    uint64_t iowait; ///< idle, with input or output under way
    uint64_t total;  ///< with idle, iowait, and what the hypervisor took
} sw__machine_ticks;

/// Makes ready for reading; takes a few hundred microseconds. If that fails, all readings are 0. Opening twice is opening
/// once.
void sw__machine_ticks_open(void);
void sw__machine_ticks_close(void);

/// The ticks now; 0 while closed.
sw__machine_ticks sw__machine_ticks_now(void);

/// The descriptor that is held open, -1 if none: so that tests can look at it.
int sw__machine_ticks_descriptor(void);

// Around fork(). The child has it closed, without a trace in the parent's.
void sw__machine_ticks_lock(void);
void sw__machine_ticks_unlock(void);
void sw__machine_ticks_after_fork(void);

#endif
