// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The gradient of a residual passes unchanged; what comes back through the branch is added to it by the branch's norm.

#include "block.h"

#include <math.h>

#include <stepwatch/stepwatch.h>

void block_create(struct block *block, const struct block_shape *shape, int index, const struct batch *largest,
                  struct parameters *set, struct arena *arena)
{
    const size_t width = (size_t)shape->width;
    const float deviation = 1.0f / sqrtf((float)width), residual = shape->residual_deviation;
    struct tensor *attention_gain = parameters_add_gain(set, width, "block %d attention norm", index);
    struct tensor *project = parameters_add_matrix(set, width, 3 * width, deviation, "block %d project", index);
    struct tensor *merge = parameters_add_matrix(set, width, width, residual, "block %d merge", index);
    struct tensor *mlp_gain = parameters_add_gain(set, width, "block %d mlp norm", index);
    struct tensor *up = parameters_add_matrix(set, width, 4 * width, deviation, "block %d up", index);
    struct tensor *down = parameters_add_matrix(set, 4 * width, width, residual / 2.0f, "block %d down", index);

    const int rows = batch_characters(largest);
    rms_norm_create(&block->attention_norm, attention_gain, rows, arena);
    attention_create(&block->attention, project, merge, shape->heads, largest, arena);
    rms_norm_create(&block->mlp_norm, mlp_gain, rows, arena);
    mlp_create(&block->mlp, up, down, rows, arena);
    const size_t count = (size_t)rows * width;
    block->attended = arena_floats(arena, count);
    block->output = arena_floats(arena, count);
    block->d_normed = arena_floats(arena, count);
}

static void add(const float *a, const float *b, float *sum, size_t count)
{
    sw_op_begin("add", &(sw_op_info){.shape = {(int64_t)count}, .dtype = SW_DTYPE_FLOAT32, .flops = count});
    for (size_t i = 0; i < count; i++)
        sum[i] = a[i] + b[i];
    sw_op_end("add");
}

const float *block_forward(struct block *block, const float *input, const struct batch *batch)
{
    const int rows = batch_characters(batch);
    const size_t count = (size_t)rows * block->attention_norm.gain->columns;
    const float *normed = rms_norm_forward(&block->attention_norm, input, rows);
    add(input, attention_forward(&block->attention, normed, batch), block->attended, count);
    normed = rms_norm_forward(&block->mlp_norm, block->attended, rows);
    add(block->attended, mlp_forward(&block->mlp, normed, rows), block->output, count);
    return block->output;
}

void block_backward(struct block *block, float *gradient, const struct batch *batch)
{
    const int rows = batch_characters(batch);
    mlp_backward(&block->mlp, gradient, block->d_normed, rows);
    rms_norm_backward(&block->mlp_norm, block->d_normed, gradient, rows);
    attention_backward(&block->attention, gradient, block->d_normed, batch);
    rms_norm_backward(&block->attention_norm, block->d_normed, gradient, rows);
}
