// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a BLAS call works on: its sizes, the FLOPs by the formulas of flops.h, and the bytes of its matrices and vectors, where
// each number is read or written once, one that is updated both.

#ifndef PRELOAD_BLAS_WORK_H
#define PRELOAD_BLAS_WORK_H

#include <stepwatch/stepwatch.h>

// Level 2. A packed matrix counts like another of its kind, a solution like a product.
sw_op_info sw__general_product(sw_dtype dtype, int transpose, int m, int n);
sw_op_info sw__band_product(sw_dtype dtype, int transpose, int m, int n, int lower, int upper);
sw_op_info sw__symmetric_product(sw_dtype dtype, int n);
sw_op_info sw__symmetric_band_product(sw_dtype dtype, int n, int k);
sw_op_info sw__triangular_product(sw_dtype dtype, int n);
sw_op_info sw__triangular_band_product(sw_dtype dtype, int n, int k);
sw_op_info sw__general_update(sw_dtype dtype, int m, int n);
sw_op_info sw__symmetric_update(sw_dtype dtype, int n);
sw_op_info sw__symmetric_update_by_two(sw_dtype dtype, int n);

// Level 3.
sw_op_info sw__gemm(sw_dtype dtype, int m, int n, int k);
sw_op_info sw__symm(sw_dtype dtype, int side, int m, int n);
sw_op_info sw__syrk(sw_dtype dtype, int n, int k);
sw_op_info sw__syr2k(sw_dtype dtype, int n, int k);
sw_op_info sw__trmm(sw_dtype dtype, int side, int m, int n);

#endif
