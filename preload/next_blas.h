// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The program's own BLAS, which is behind this library.

#ifndef PRELOAD_NEXT_BLAS_H
#define PRELOAD_NEXT_BLAS_H

#include <stdint.h>

typedef void sw__blas_function(void);

/// Finds the function of that name that the code at `caller` would have called without this library. The first call of all
/// opens a session if the environment asks for one. There is no return if there is none: the program lacks a symbol. Any
/// thread.
sw__blas_function *sw__find_next_blas(const char *name, uintptr_t caller);

/// The same, found once and kept in `found`. Any thread.
static inline sw__blas_function *sw__next_blas(sw__blas_function **found, const char *name, uintptr_t caller)
{
    // Relaxed: what the functions need was there before any thread could look for them.
    sw__blas_function *next = __atomic_load_n(found, __ATOMIC_RELAXED);
    if (__builtin_expect(!next, 0)) {
        next = sw__find_next_blas(name, caller);
        __atomic_store_n(found, next, __ATOMIC_RELAXED);
    }
    return next;
}

#endif
