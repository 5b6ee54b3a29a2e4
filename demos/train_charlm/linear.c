// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Three matrix products. The weights are bfloat16; BLAS gets them as floats, rounded as they are.

#include "linear.h"

#include <cblas.h>

#include "op_info.h"

void linear_forward(struct linear *layer, const float *input, float *output, int rows)
{
    const int inputs = (int)layer->weight->rows, outputs = (int)layer->weight->columns;
    const float *weight = tensor_expand(layer->weight);
    layer->input = input;
    sw_op_begin("gemm", (sw_op_info[]){product_info(rows, outputs, inputs)});
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, outputs, inputs, 1.0f, input, inputs, weight, outputs,
                0.0f, output, outputs);
    sw_op_end("gemm");
}

void linear_backward(const struct linear *layer, const float *d_output, float *d_input, int rows)
{
    const int inputs = (int)layer->weight->rows, outputs = (int)layer->weight->columns;
    sw_op_begin("gemm", (sw_op_info[]){product_info(inputs, outputs, rows)});
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, inputs, outputs, rows, 1.0f, layer->input, inputs, d_output,
                outputs, 1.0f, layer->weight->gradients, outputs);
    sw_op_end("gemm");
    if (d_input == NULL)
        return;
    const float *weight = tensor_expand(layer->weight);
    sw_op_begin("gemm", (sw_op_info[]){product_info(rows, inputs, outputs)});
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, inputs, outputs, 1.0f, d_output, outputs, weight,
                outputs, 0.0f, d_input, inputs);
    sw_op_end("gemm");
}
