// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda_sync_choices.h"

#include <stepwatch/stopwatch.h>

const sw__choice sw__cuda_sync_choices[] = {
    {"false", SW_CUDA_SYNC_NONE},
    {"true", SW_CUDA_SYNC_DEVICE},
    {"stream", SW_CUDA_SYNC_STREAM},
    {NULL, 0},
};
