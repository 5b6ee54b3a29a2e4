// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// y = gain * x / r with r² = mean(x²) + epsilon. With u = gain * dy the gradient is (u - x * mean(u * x) / r²) / r.

#include "rms_norm.h"

#include <math.h>

#include <stepwatch/stepwatch.h>

#include "op_info.h"

static const float EPSILON = 1e-5f; ///< keeps a row of zeros away from a division by 0

void rms_norm_create(struct rms_norm *norm, struct tensor *gain, int max_rows, struct arena *arena)
{
    norm->gain = gain;
    norm->inverse = arena_floats(arena, (size_t)max_rows);
    norm->output = arena_floats(arena, (size_t)max_rows * gain->columns);
}

static float inverse_root_mean_square(const float *row, size_t width)
{
    float sum = 0.0f;
    for (size_t i = 0; i < width; i++)
        sum += row[i] * row[i];
    return 1.0f / sqrtf(sum / (float)width + EPSILON);
}

const float *rms_norm_forward(struct rms_norm *norm, const float *input, int rows)
{
    const size_t width = norm->gain->columns;
    const float *gain = tensor_expand(norm->gain);
    norm->input = input;
    sw_op_begin("rms_norm", (sw_op_info[]){matrix_info(rows, width)});
    for (size_t row = 0; row < (size_t)rows; row++) {
        const float *x = input + row * width;
        float *y = norm->output + row * width;
        norm->inverse[row] = inverse_root_mean_square(x, width);
        for (size_t i = 0; i < width; i++)
            y[i] = gain[i] * x[i] * norm->inverse[row];
    }
    sw_op_end("rms_norm");
    return norm->output;
}

void rms_norm_backward(const struct rms_norm *norm, const float *d_output, float *d_input, int rows)
{
    const size_t width = norm->gain->columns;
    const float *gain = tensor_expand(norm->gain);
    sw_op_begin("rms_norm_backward", (sw_op_info[]){matrix_info(rows, width)});
    for (size_t row = 0; row < (size_t)rows; row++) {
        const float *x = norm->input + row * width, *dy = d_output + row * width;
        float *dx = d_input + row * width;
        const float inverse = norm->inverse[row];
        float projection = 0.0f;
        for (size_t i = 0; i < width; i++)
            projection += gain[i] * dy[i] * x[i];
        projection *= inverse * inverse / (float)width;
        for (size_t i = 0; i < width; i++) {
            norm->gain->gradients[i] += dy[i] * x[i] * inverse;
            dx[i] += (gain[i] * dy[i] - x[i] * projection) * inverse;
        }
    }
    sw_op_end("rms_norm_backward");
}
