// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The counts of all lanes together.

#ifndef SW_NVTX_WRAPPER_RANGE_STATS_H
#define SW_NVTX_WRAPPER_RANGE_STATS_H

#include <stdbool.h>

/// From now on a range that is open counts as leaked, or, with false, not yet.
void sw__range_stats_conclude(bool concluded);

#endif
