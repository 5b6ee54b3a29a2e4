// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Loads of a known size. The machine may be busy with other things, so a load is measured by the CPU time that it took, and
// tests compare with that, not with what an idle machine would show.

#ifndef TESTS_CPU_LOAD_H
#define TESTS_CPU_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#define MILLISECONDS(n) ((uint64_t)((n)*1000000.0))

/// Keeps the calling thread busy until it has used that much CPU time.
void burn_cpu(uint64_t ns);

/// The same on a child process, which is waited for.
void burn_cpu_in_child(uint64_t ns);

/// Lets `count` threads burn that much each, at the same time, and waits for them.
void burn_cpu_on_threads(unsigned count, uint64_t ns);

/// Keeps the calling thread busy for that much wall time.
void spin_for(uint64_t ns);

void sleep_for(uint64_t ns);

/// Waits until the other threads of this process are idle: those of a linear algebra library, which other tests use, go
/// on for a while after their last work.
void wait_until_idle(void);

/// CPU time of this process so far.
uint64_t process_cpu_now(void);

/// Whether this process may use two CPUs. If not, says that the test is skipped.
bool has_two_cpus(void);

#endif
