// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// For tests of ops: recording them at set times, and what was recorded of one.

#ifndef TESTS_SUPPORT_OPS_H
#define TESTS_SUPPORT_OPS_H

#include "support_profiler.h"

/// Opens a session of mode torch at 0 s, with the settable clock. `options` may be NULL; shapes, FLOPs and places are as they
/// say.
void profile_ops(const sw_profiler_options *options);

/// With shapes, FLOPs and places.
void profile_all_of_ops(void);

/// One call of an op; `info` may be NULL.
void op(const char *name, const sw_op_info *info, double begin, double end);

void begin_op_at(const char *name, const sw_op_info *info, double seconds);
void end_op_at(const char *name, double seconds);

/// Of a name, whatever the shape, wherever it lies; times in seconds.
typedef struct seen_op {
    uint64_t calls;
    double total;
    double flops;
    uint64_t flops_calls;
    double bytes;
    uint64_t records; ///< in how many places or shapes it was seen
} seen_op;

seen_op ops_seen(const char *name);

/// The text of its shape and type, and its place, of one that was seen in one record; "" for none.
const char *shape_seen(const char *name);
const char *place_seen(const char *name);

#define CHECK_OP(name, expected_calls, expected_total)                                                                 \
    do {                                                                                                               \
        CHECK_EQUAL(ops_seen(name).calls, (expected_calls));                                                           \
        CHECK_NEAR(ops_seen(name).total, (expected_total), 1e-9);                                                      \
    } while (0)

#endif
