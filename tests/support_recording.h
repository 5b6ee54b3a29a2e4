// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the tests of the recording core share beyond session_support.h: sessions on a real clock, many pairs, threads at
// once, and what the process takes.

#ifndef TESTS_SUPPORT_RECORDING_H
#define TESTS_SUPPORT_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session_support.h"

#if defined(__has_feature)
#define SW_TEST_HAS(feature) __has_feature(feature)
#else
#define SW_TEST_HAS(feature) 0
#endif

/// Which sanitizers the build has: they change memory and time, and take signals and forks into their own hands.
#if defined(__SANITIZE_THREAD__) || SW_TEST_HAS(thread_sanitizer)
enum { UNDER_TSAN = true, UNDER_ASAN = false };
#elif defined(__SANITIZE_ADDRESS__) || SW_TEST_HAS(address_sanitizer)
enum { UNDER_TSAN = false, UNDER_ASAN = true };
#else
enum { UNDER_TSAN = false, UNDER_ASAN = false };
#endif
enum { SANITIZED = UNDER_TSAN || UNDER_ASAN };

/// Opens a session with the stopwatch on, on a real clock, and catches its messages. NULL takes the default options.
/// session_close() ends it.
void session_open_real(const sw_stopwatch_options *options);

/// `count` pairs of start and end of a name, by its bytes or by its handle.
void make_pairs(const char *name, uint64_t count);
void make_pairs_by_handle(const char *name, uint64_t count);

/// One interval of `ns`, on the clock that stands still.
void make_interval(const char *name, uint64_t ns);

/// Runs a function on `count` threads at once, each with `arguments` or the next element of it, `size` bytes further on.
void run_on_threads(unsigned count, void *(*function)(void *argument), void *arguments, size_t size);

/// What this process has in memory, in bytes.
uint64_t resident_bytes(void);

/// Whether this test is to be left out; says so, and why, behind the test's name.
bool leave_out(bool out, const char *why);

/// CLOCK_MONOTONIC.
uint64_t monotonic_now(void);

#endif
