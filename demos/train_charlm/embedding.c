// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A look-up forwards, a scattered sum backwards.

#include "embedding.h"

#include <stepwatch/stepwatch.h>

void embedding_forward(const struct tensor *table, const struct batch *batch, float *output)
{
    SW_SCOPE("embedding");
    const size_t width = table->columns;
    for (size_t i = 0; i < (size_t)batch_characters(batch); i++)
        bfloat16_expand_all(table->weights + batch->inputs[i] * width, output + i * width, width);
}

void embedding_backward(const struct tensor *table, const struct batch *batch, const float *d_output)
{
    SW_SCOPE("embedding_backward");
    const size_t width = table->columns;
    for (size_t i = 0; i < (size_t)batch_characters(batch); i++) {
        float *gradients = table->gradients + batch->inputs[i] * width;
        for (size_t j = 0; j < width; j++)
            gradients[j] += d_output[i * width + j];
    }
}
