// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Operators: what the sections of an iteration are made of, each with the shape that it works on, its floating-point
// operations, and its place in the code.
//
//     sw_op_begin("gemm", &(sw_op_info){.shape = {m, n, k}, .dtype = SW_DTYPE_FLOAT32, .flops = sw_gemm_flops(m, n, k)});
//     gemm(m, n, k, a, b, c);
//     sw_op_end("gemm");
//
// They are recorded in mode torch, in the windows of the profiler; else a call costs one load and one branch. Ops lie in
// sections and in one another, by the rules of sections: see profiler.h. The run profile says what is kept of them beyond
// their times: `record_shapes`, `with_flops`, `with_stack`.

#ifndef STEPWATCH_OPS_H
#define STEPWATCH_OPS_H

#include <stepwatch/base.h>
#include <stepwatch/profiler.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The type of the numbers that an op works on.
typedef enum sw_dtype {
    SW_DTYPE_NONE,
    SW_DTYPE_FLOAT8,
    SW_DTYPE_FLOAT16,
    SW_DTYPE_BFLOAT16,
    SW_DTYPE_FLOAT32,
    SW_DTYPE_FLOAT64,
    SW_DTYPE_COMPLEX64,  ///< two of 32 bits each
    SW_DTYPE_COMPLEX128, ///< two of 64 bits each
    SW_DTYPE_INT8,
    SW_DTYPE_INT16,
    SW_DTYPE_INT32,
    SW_DTYPE_INT64,
    SW_DTYPE_BOOL,
} sw_dtype;

enum { SW_OP_DIMENSIONS = 8 };

/// What is known of a call of an op. Zero is "not known" in every field.
typedef struct sw_op_info {
    int64_t shape[SW_OP_DIMENSIONS]; ///< such as {m, n, k}. Zeros at its end are no part of it
    sw_dtype dtype;
    sw_activity activity; ///< who the op comes from; left out: the program itself
    uint64_t flops; ///< floating-point operations of this call, those of ops inside included; flops.h has formulas
    uint64_t bytes; ///< bytes that it reads and writes; the same
} sw_op_info;

/// Begins an op on the calling thread, inside the section or op that was begun last. `info` may be NULL; it is not needed
/// after the call. Shapes that differ, types and places make rows of their own where the run profile keeps them: up to
/// 16,384 different ones, then they count under their names alone, and the summary says so.
///
/// SW_ERR_NAME                the name is NULL or empty
/// SW_ERR_TOO_MANY_SECTIONS   as by sw_section_begin(): it is not recorded, and can be ended
/// SW_ERR_TOO_MANY_NAMES      it counts as "(other)"
SW_API sw_status(sw_op_begin)(const char *name, const sw_op_info *info);
SW_API sw_status(sw_op_begin_handle)(sw_name name, const sw_op_info *info);

/// Ends an op of the calling thread, the last one of that name that is open; NULL: the op that was begun last.
///
/// SW_ERR_SECTION_NOT_OPEN   there is none, and nothing was ended
/// SW_ERR_SECTION_CROSSED    what was begun inside it is still open. It is ended all the same, and that can be
SW_API sw_status(sw_op_end)(const char *name);
SW_API sw_status(sw_op_end_handle)(sw_name name);

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/ops.h>
#else
#include <stepwatch/enabled/ops.h>
#endif

#endif
