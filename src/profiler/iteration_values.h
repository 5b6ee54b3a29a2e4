// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The values of an iteration, taken when it is over: what the totals of all lanes have grown by since the last one.

#ifndef SW_PROFILER_ITERATION_VALUES_H
#define SW_PROFILER_ITERATION_VALUES_H

#include <stddef.h>

#include "profiler/gpu_peaks.h"
#include "profiler/iteration_totals.h"
#include "record/iterations.h"

typedef struct sw__metric {
    const char *name; ///< lives as long as the process
    double number;
    bool known;
} sw__metric;

typedef struct sw__iteration_values {
    sw__metric *all;
    size_t count;
    size_t capacity;
    uint64_t unattributed; ///< ticks, if the iteration is timed
    bool failed;           ///< memory ran out: values are missing
} sw__iteration_values;

/// What an iteration has values of, besides its time and memory.
typedef enum sw__values_of {
    SW__VALUES_OF_SECTIONS,       ///< of its sections
    SW__VALUES_OF_SECTIONS_PARTS, ///< and of what they were spent on: the CPU, the GPU, communication
    SW__VALUES_OF_WHOLE,          ///< of nothing else, however many sections there are
} sw__values_of;

/// What is known of an iteration besides its sections.
typedef struct sw__iteration_facts {
    sw__finished finished;
    const sw__iteration_totals *totals; ///< without any, memory ran out
    sw__values_of values_of;
    double sec_per_tick;
    uint64_t wait_ticks; ///< the wait for the GPU at its end
    bool waited;
    sw__gpu_memory gpu;
} sw__iteration_facts;

/// Replaces the values by those of the iteration that the calling thread finished last. No lane is entered.
void sw__iteration_values_take(sw__iteration_values *values, const sw__iteration_facts *facts);

void sw__iteration_values_free(sw__iteration_values *values);

#endif
