// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What this machine can do: the model's products are compared with that.

#ifndef CHARLM_PEAK_H
#define CHARLM_PEAK_H

/// Floating-point operations per second of BLAS on a large product of floats, with as many threads as it uses now, at its
/// best; 0 if there is no memory for it. Takes some tenths of a second.
double measure_peak_flops(void);

#endif
