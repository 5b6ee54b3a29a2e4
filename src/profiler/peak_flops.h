// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the machine can do at best, as the program has told by sw_set_peak_flops().

#ifndef SW_PROFILER_PEAK_FLOPS_H
#define SW_PROFILER_PEAK_FLOPS_H

/// A second; 0: not known. Any thread.
double sw__peak_flops(void);

#endif
