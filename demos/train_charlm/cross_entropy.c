// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Softmax and logarithm are taken together: the gradient is then just the probabilities, less 1 at the target.

#include "cross_entropy.h"

#include <stddef.h>

#include <stepwatch/stepwatch.h>

#include "op_info.h"
#include "softmax.h"

double cross_entropy(float *scores, const uint8_t *targets, int rows, int classes)
{
    SW_SCOPE("cross_entropy");
    double sum = 0.0;
    sw_op_begin("softmax_cross_entropy", (sw_op_info[]){matrix_info(rows, classes)});
    for (int row = 0; row < rows; row++) {
        float *row_scores = scores + (size_t)row * (size_t)classes;
        const float target_score = row_scores[targets[row]];
        sum += softmax(row_scores, classes) - target_score;
    }
    sw_op_end("softmax_cross_entropy");
    return sum / rows;
}

void cross_entropy_backward(float *probabilities, const uint8_t *targets, int rows, int classes, float scale)
{
    const float factor = scale / (float)rows;
    sw_op_begin("softmax_cross_entropy_backward", (sw_op_info[]){matrix_info(rows, classes)});
    for (int row = 0; row < rows; row++) {
        float *gradient = probabilities + (size_t)row * (size_t)classes;
        gradient[targets[row]] -= 1.0f;
        for (int i = 0; i < classes; i++)
            gradient[i] *= factor;
    }
    sw_op_end("softmax_cross_entropy_backward");
}
