// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sessions whose profiler writes a CSV file of its metrics, and what is in the file.

#ifndef TESTS_METRICS_FILE_SUPPORT_H
#define TESTS_METRICS_FILE_SUPPORT_H

#include <stddef.h>

#include <stepwatch/stepwatch.h>

#define FOLDER BUILD_DIR "/metrics_file"
#define TEMPLATE FOLDER "/a/%run%_metrics.csv"
#define PATH FOLDER "/a/blur_metrics.csv"

/// A session with the profiler on, on the clock that stands still. What the options lack is set for these tests.
void open_metrics(sw_profiler_options options);

/// One that writes the file, and has no other options.
void open_saving_metrics(void);

/// The file has a row for each of `count` iterations, the first of which has that number.
void check_iterations(const char *path, size_t count, const char *first);

#endif
