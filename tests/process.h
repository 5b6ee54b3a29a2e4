// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Runs a program and keeps what it printed.

#ifndef TESTS_PROCESS_H
#define TESTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct process_result {
    int exit_status; ///< -1 unless it exited by itself
    int signal;      ///< what ended it, or 0
    bool timed_out;  ///< it was killed, with all that it had started, after its time was over
    char *out;       ///< what it wrote to stdout, NUL-terminated
    size_t out_length;
    char *err; ///< what it wrote to stderr, NUL-terminated
    size_t err_length;
} process_result;

/// Runs argv[0], looked up in PATH, and waits for it to end. `environment` holds additions to the environment, each
/// "NAME=value" or "NAME" to take a name out, up to a NULL; it may be NULL itself. The program's stdin is empty.
/// A program that cannot be started exits with 127. Free the result in any case.
process_result process_run(const char *const *argv, const char *const *environment, unsigned timeout_seconds);

void process_free(process_result *result);

#endif
