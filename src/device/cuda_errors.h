// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the error numbers of CUDA mean to a tool that goes on whatever they are.

#ifndef SW_DEVICE_CUDA_ERRORS_H
#define SW_DEVICE_CUDA_ERRORS_H

#include <stdbool.h>

typedef enum sw__cuda_kind {
    SW__CUDA_FINE,
    SW__CUDA_IDLE,      ///< nothing is initialised, so there is no work
    SW__CUDA_CAPTURING, ///< a stream capture is in the way
    SW__CUDA_GONE,      ///< the process is ending: nothing to be said
    SW__CUDA_UNUSABLE,  ///< and will stay so in this process
    SW__CUDA_FAILED,    ///< anything else: work on the GPU failed
} sw__cuda_kind;

typedef struct sw__cuda_verdict {
    sw__cuda_kind kind;
    const char *text; ///< for people; of the last three
} sw__cuda_verdict;

sw__cuda_verdict sw__cuda_judge(int error, bool of_driver);

#endif
