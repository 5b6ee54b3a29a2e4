// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the profiler is told of the model's operators, where they begin:
//
//     sw_op_begin("gemm", (sw_op_info[]){product_info(rows, outputs, inputs)});
//
// These functions say it, and do not begin the operator, too: it would come from one of their lines, for all its callers.

#ifndef CHARLM_OP_INFO_H
#define CHARLM_OP_INFO_H

#include <stepwatch/stepwatch.h>

/// An operator on a matrix of floats, the FLOPs of which are no matter of a formula.
static inline sw_op_info matrix_info(int64_t rows, int64_t columns)
{
    return (sw_op_info){.shape = {rows, columns}, .dtype = SW_DTYPE_FLOAT32};
}

/// A product of m x k by k x n floats, each of them moved once.
static inline sw_op_info product_info(int64_t m, int64_t n, int64_t k)
{
    return (sw_op_info){.shape = {m, n, k},
                        .dtype = SW_DTYPE_FLOAT32,
                        .flops = sw_gemm_flops(m, n, k),
                        .bytes = sizeof(float) * (uint64_t)(m * k + k * n + m * n)};
}

#endif
