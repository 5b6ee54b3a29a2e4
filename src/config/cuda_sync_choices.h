// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The values of an option `do_cuda_sync`, which are those of sw_cuda_sync.

#ifndef SW_CONFIG_CUDA_SYNC_CHOICES_H
#define SW_CONFIG_CUDA_SYNC_CHOICES_H

#include "config/options.h"

extern const sw__choice sw__cuda_sync_choices[];

#endif
