// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Three matrix products. The weights are bfloat16; BLAS gets them as floats, rounded as they are.

#include "linear.h"

#include <cblas.h>

void linear_forward(struct linear *layer, const float *input, float *output, int rows)
{
    const int inputs = (int)layer->weight->rows, outputs = (int)layer->weight->columns;
    layer->input = input;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, outputs, inputs, 1.0f, input, inputs,
                tensor_expand(layer->weight), outputs, 0.0f, output, outputs);
}

void linear_backward(const struct linear *layer, const float *d_output, float *d_input, int rows)
{
    const int inputs = (int)layer->weight->rows, outputs = (int)layer->weight->columns;
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, inputs, outputs, rows, 1.0f, layer->input, inputs, d_output,
                outputs, 1.0f, layer->weight->gradients, outputs);
    if (d_input != NULL)
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, inputs, outputs, 1.0f, d_output, outputs,
                    tensor_expand(layer->weight), outputs, 0.0f, d_input, inputs);
}
