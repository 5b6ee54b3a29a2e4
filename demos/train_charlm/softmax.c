// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The largest score is taken off first, so that no exponential can overflow.

#include "softmax.h"

#include <math.h>

float softmax(float *row, int count)
{
    float largest = row[0];
    for (int i = 1; i < count; i++)
        largest = row[i] > largest ? row[i] : largest;
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        row[i] = expf(row[i] - largest);
        sum += row[i];
    }
    for (int i = 0; i < count; i++)
        row[i] /= sum;
    return largest + logf(sum);
}
