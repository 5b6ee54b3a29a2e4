// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The squared ReLU learns a little better than the plain one, costs the same, and has a continuous derivative.

#include "mlp.h"

#include <stepwatch/stepwatch.h>

#include "op_info.h"

void mlp_create(struct mlp *layer, struct tensor *up, struct tensor *down, int max_rows, struct arena *arena)
{
    const size_t hidden = (size_t)max_rows * up->columns;
    *layer = (struct mlp){.up = {.weight = up}, .down = {.weight = down}};
    layer->hidden = arena_floats(arena, hidden);
    layer->activated = arena_floats(arena, hidden);
    layer->d_hidden = arena_floats(arena, hidden);
    layer->output = arena_floats(arena, (size_t)max_rows * down->columns);
}

static void squared_relu(struct mlp *layer, int rows)
{
    const size_t columns = layer->up.weight->columns, count = (size_t)rows * columns;
    sw_op_begin("squared_relu", (sw_op_info[]){matrix_info(rows, columns)});
    for (size_t i = 0; i < count; i++) {
        const float positive = layer->hidden[i] > 0.0f ? layer->hidden[i] : 0.0f;
        layer->activated[i] = positive * positive;
    }
    sw_op_end("squared_relu");
}

const float *mlp_forward(struct mlp *layer, const float *input, int rows)
{
    SW_SCOPE("mlp");
    linear_forward(&layer->up, input, layer->hidden, rows);
    squared_relu(layer, rows);
    linear_forward(&layer->down, layer->activated, layer->output, rows);
    return layer->output;
}

static void squared_relu_backward(struct mlp *layer, int rows)
{
    const size_t columns = layer->up.weight->columns, count = (size_t)rows * columns;
    sw_op_begin("squared_relu_backward", (sw_op_info[]){matrix_info(rows, columns)});
    for (size_t i = 0; i < count; i++)
        layer->d_hidden[i] *= layer->hidden[i] > 0.0f ? 2.0f * layer->hidden[i] : 0.0f;
    sw_op_end("squared_relu_backward");
}

void mlp_backward(struct mlp *layer, const float *d_output, float *d_input, int rows)
{
    SW_SCOPE("mlp_backward");
    linear_backward(&layer->down, d_output, layer->d_hidden, rows);
    squared_relu_backward(layer, rows);
    linear_backward(&layer->up, layer->d_hidden, d_input, rows);
}
