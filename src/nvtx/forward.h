// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// On to the tool: each range becomes one of NVTX, in a domain of our own, with a registered name and a colour of its name.
// forward_nvtx3.c where the NVTX header was found, forward_none.c elsewhere.

#ifndef SW_NVTX_FORWARD_H
#define SW_NVTX_FORWARD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum sw__forward_state {
    SW__FORWARD_NOT_BUILT, ///< a build without NVTX
    SW__FORWARD_NO_MEMORY, ///< for the domain: ranges go nowhere
    SW__FORWARD_NO_TOOL,   ///< NVTX calls go nowhere in this process
    SW__FORWARD_TOOL,      ///< a tool takes them
} sw__forward_state;

/// Chooses the domain, made at its first use and kept for the life of the process: a thread may be late with a pop. Loads
/// the tool, if there is one. One thread at a time, before the first of the calls below.
sw__forward_state sw__forward_open(const char *domain);

/// What that returned last, or would return now.
sw__forward_state sw__forward_state_now(void);

extern bool sw__forward_may_have_tool; ///< atomic

/// Whether it is worth while to call the functions below: NVTX looks for a tool once in the life of the process.
static inline bool sw__forward_goes_anywhere(void)
{
    return __atomic_load_n(&sw__forward_may_have_tool, __ATOMIC_RELAXED); // set before the module's bits go in
}

// Any thread. The first use of a name takes a lock.
void sw__forward_push(uint32_t name);
void sw__forward_pop(void);
void sw__forward_mark(uint32_t name);

/// Returns the tool's number of the range, for its end.
uint64_t sw__forward_start(uint32_t name);

/// The same for a text that comes once, such as the number of an iteration: it takes no place among the names. It is
/// registered all the same, as nsys begins its capture at registered names only.
uint64_t sw__forward_start_once(const char *text);
void sw__forward_end(uint64_t id);

/// In the child of a fork(), where another thread may have held the lock.
void sw__forward_after_fork(void);

#endif
