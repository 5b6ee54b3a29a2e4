// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A CBLAS function that takes the place of the program's own, records the call as an op, and calls the own one.

#ifndef PRELOAD_BLAS_CALL_H
#define PRELOAD_BLAS_CALL_H

#include <stepwatch/stepwatch.h>

#include "blas_work.h"
#include "next_blas.h"

// An enum or a size of a call. CBLAS has them as int; of some BLAS they are 64 bits wide under the same names. As the
// registers and the stack pass both alike, what arrives goes on as it came, and sizes are looked at as int.
typedef long sw__number;

// The letters of CBLAS.
#define DTYPE_s SW_DTYPE_FLOAT32
#define DTYPE_d SW_DTYPE_FLOAT64
#define DTYPE_c SW_DTYPE_COMPLEX64
#define DTYPE_z SW_DTYPE_COMPLEX128

// Defines the function `name`. `arguments` are the names of its `parameters`, both in parentheses, and `work`, which is looked at
// only if the call is recorded, is a sw_op_info of them.
#define BLAS_CALL(name, parameters, arguments, work)                                                                   \
    SW_API void name parameters;                                                                                       \
    void name parameters                                                                                               \
    {                                                                                                                  \
        static sw__blas_function *found;                                                                               \
        const uintptr_t caller = (uintptr_t)__builtin_return_address(0);                                               \
        void(*const next) parameters = (void(*) parameters)sw__next_blas(&found, #name, caller);                       \
        if (!sw__is_on(SW__OPS_BITS)) {                                                                                \
            next arguments;                                                                                            \
            return;                                                                                                    \
        }                                                                                                              \
        const sw_op_info info = work;                                                                                  \
        sw__op_begin(#name, &info, sizeof info, NULL, caller);                                                         \
        next arguments;                                                                                                \
        sw__op_end(#name, NULL, caller);                                                                               \
    }

// A family of functions, each by its own letter and the type of its scalars, which are passed by value or, if they are
// complex, by address.
#define REAL(family, name) family(s, float, name) family(d, double, name)
#define COMPLEX(family, name) family(c, const void *, name) family(z, const void *, name)
#define REAL_AND_COMPLEX(family, name) REAL(family, name) COMPLEX(family, name)

#endif
