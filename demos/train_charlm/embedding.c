// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A look-up forwards, a scattered sum backwards.

#include "embedding.h"

#include <stepwatch/stepwatch.h>

#include "op_info.h"

void embedding_forward(const struct tensor *table, const struct batch *batch, float *output)
{
    SW_SCOPE("embedding");
    const size_t width = table->columns, characters = (size_t)batch_characters(batch);
    sw_op_begin("gather", &(sw_op_info){.shape = {(int64_t)characters, (int64_t)width}, .dtype = SW_DTYPE_BFLOAT16});
    for (size_t i = 0; i < characters; i++)
        bfloat16_expand_all(table->weights + batch->inputs[i] * width, output + i * width, width);
    sw_op_end("gather");
}

void embedding_backward(const struct tensor *table, const struct batch *batch, const float *d_output)
{
    SW_SCOPE("embedding_backward");
    const size_t width = table->columns, characters = (size_t)batch_characters(batch);
    sw_op_begin("scatter_add", (sw_op_info[]){matrix_info(characters, width)});
    for (size_t i = 0; i < characters; i++) {
        float *gradients = table->gradients + batch->inputs[i] * width;
        for (size_t j = 0; j < width; j++)
            gradients[j] += d_output[i * width + j];
    }
    sw_op_end("scatter_add");
}
