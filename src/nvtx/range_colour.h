// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The colour of a range on a tool's timeline: always the same one for the same name, in each run and on each rank.

#ifndef SW_NVTX_RANGE_COLOUR_H
#define SW_NVTX_RANGE_COLOUR_H

#include <stdint.h>

/// As 0xAARRGGBB, opaque.
uint32_t sw__range_colour(const char *name);

#endif
