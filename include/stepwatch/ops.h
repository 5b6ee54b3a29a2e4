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
// their times: `record_shapes`, `with_flops`, `with_stack`. With `profile_memory`, memory that the program
// tells of counts for what is open: sw_mem_alloc().

#ifndef STEPWATCH_OPS_H
#define STEPWATCH_OPS_H

#include <stepwatch/base.h>
#include <stepwatch/flops.h>
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

/// Whether ops are recorded in the windows of the profiler. Any thread.
SW_API bool sw_op_is_enabled(void);

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

/// Tells of memory that the program has allocated: `bytes` at that address, which any thread may free. It counts for the
/// innermost op or section that is open on the calling thread, or as outside of all, while iterations are recorded with
/// `profile_memory` on, in any mode; else a call costs one load and one branch. It is for what the program allocates by
/// itself, from a pool, on a device or with malloc(), and may be called in a malloc() of its own.
///
/// Call sw_mem_alloc() after the allocation and sw_mem_free() before the memory is given back, so that no other thread has
/// the address meanwhile; of a realloc() tell both. NULL is no memory. At an address that is live already a free was not
/// told of: it counts as freed here. Up to about a million allocations are followed at a time, and the summary counts those
/// beyond.
///
/// SW_ERR_ARGUMENT   `bytes` is 2^62 or more
SW_API sw_status(sw_mem_alloc)(const void *memory, uint64_t bytes);

/// Tells of memory that is about to be freed. It counts, as negative, for what is open on the calling thread, which may be
/// another one than that which has allocated. What was allocated in another cycle, or was never told of, is counted as an
/// unmatched free and has no bytes; the summary says how many there were.
SW_API sw_status(sw_mem_free)(const void *memory);

/// What the operator table shows. Zero is the default of every field.
typedef struct sw_op_table_options {
    const char *sort_by;   ///< a column's head, or its key (docs/report.md); "-": turned round. NULL: "self_cpu_ns"
    uint32_t row_limit;    ///< 0: all rows. What is left out is counted
    bool by_shape;         ///< a row for each shape and type; needs `record_shapes`
    bool by_place;         ///< a row for each file and line; needs `with_stack`
    bool as_tree;          ///< a row for each call path, of sections and ops; those side by side are sorted
    const sw_cycle *cycle; ///< that cycle alone; NULL: the run so far. From the 64th on all cycles are one
} sw_op_table_options;

SW_API sw_status sw__print_op_table(FILE *file, const sw_op_table_options *options, uint32_t size);

/// Prints the operator table: of each op its time, calls, memory, FLOPs and FLOP/s, as far as they are known. `options` may be
/// NULL. sw_finalize() prints its first rows, too. Any thread, any time; from the handler of sw_set_cycle_handler() with the
/// cycle that it is called with.
///
/// SW_ERR_ARGUMENT   file is NULL, or the options cannot be met; a message says why, and lists what there is
/// SW_ERR_WRITE      errno says why
/// SW_NOT_RECORDED   the profiler is off, or not in mode torch
static inline sw_status sw_print_op_table(FILE *file, const sw_op_table_options *options)
{
    return sw__print_op_table(file, options, sizeof *options);
}

/// Says how many floating-point operations the machine can do in a second, for what the operator table has as "of peak"; 0
/// or less: that is not known. Holds for the process. Any thread, any time, before sw_init() too.
///
/// SW_ERR_ARGUMENT   it is no number, or infinite
SW_API sw_status sw_set_peak_flops(double flops_per_second);

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/ops.h>
#else
#include <stepwatch/enabled/ops.h>
#endif

#endif
