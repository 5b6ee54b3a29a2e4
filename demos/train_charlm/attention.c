// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Per sequence and head, with queries Q, keys K and values V of [length][width / heads]:
//     weights = softmax(Q Kᵀ / √(width / heads) - slope * distance), 0 for later characters;  mixed = weights V
// Q, K and V are columns of one matrix, which BLAS reads in place through its row stride.

#include "attention.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "op_info.h"
#include "softmax.h"

/// One head of one sequence: views into the layer's buffers.
struct head_view {
    int length;
    int size;   ///< columns of the head
    int stride; ///< from row to row of query, key and value
    size_t first;
    size_t first_mixed;
    float *weights;
    float scale;
    float slope;
};

void attention_create(struct attention *layer, struct tensor *project, struct tensor *merge, int heads,
                      const struct batch *largest, struct arena *arena)
{
    const size_t width = project->rows, length = (size_t)largest->length;
    const size_t characters = (size_t)batch_characters(largest);
    *layer = (struct attention){.project = {.weight = project}, .merge = {.weight = merge}};
    layer->width = (int)width;
    layer->heads = heads;
    layer->projected = arena_floats(arena, characters * 3 * width);
    layer->weights = arena_floats(arena, characters * length * (size_t)heads);
    layer->mixed = arena_floats(arena, characters * width);
    layer->output = arena_floats(arena, characters * width);
    layer->d_projected = arena_floats(arena, characters * 3 * width);
    layer->d_mixed = arena_floats(arena, characters * width);
    layer->d_weights = arena_floats(arena, length * length);
    layer->softmax = sw_register("softmax");
}

/// From each head to the next the penalty falls to about a third: the first sees little more than the last characters.
static struct head_view view_head(const struct attention *layer, int sequence, int head, int length)
{
    const int size = layer->width / layer->heads;
    const size_t row = (size_t)sequence * (size_t)length, column = (size_t)head * (size_t)size;
    return (struct head_view){
        .length = length,
        .size = size,
        .stride = 3 * layer->width,
        .first = row * 3 * (size_t)layer->width + column,
        .first_mixed = row * (size_t)layer->width + column,
        .weights = layer->weights + (row * (size_t)layer->heads + (size_t)head * (size_t)length) * (size_t)length,
        .scale = 1.0f / sqrtf((float)size),
        .slope = exp2f(1.0f - 1.5f * (float)head),
    };
}

static void penalize_and_normalize(const struct head_view *head)
{
    for (int i = 0; i < head->length; i++) {
        float *row = head->weights + (size_t)i * (size_t)head->length;
        for (int j = 0; j <= i; j++)
            row[j] -= head->slope * (float)(i - j);
        softmax(row, i + 1);
        memset(row + i + 1, 0, (size_t)(head->length - i - 1) * sizeof *row);
    }
}

static void head_forward(const struct attention *layer, const struct head_view *head)
{
    const float *query = layer->projected + head->first;
    const float *key = query + layer->width, *value = key + layer->width;
    const int length = head->length, size = head->size, stride = head->stride;
    sw_op_begin("gemm", (sw_op_info[]){product_info(length, length, size)});
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, length, length, size, head->scale, query, stride, key, stride,
                0.0f, head->weights, length);
    sw_op_end("gemm");
    sw_start_meas_handle(layer->softmax);
    sw_op_begin_handle(layer->softmax, (sw_op_info[]){matrix_info(length, length)});
    penalize_and_normalize(head);
    sw_op_end_handle(layer->softmax);
    sw_end_meas_handle(layer->softmax);
    sw_op_begin("gemm", (sw_op_info[]){product_info(length, size, length)});
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, length, size, length, 1.0f, head->weights, length, value,
                stride, 0.0f, layer->mixed + head->first_mixed, layer->width);
    sw_op_end("gemm");
}

const float *attention_forward(struct attention *layer, const float *input, const struct batch *batch)
{
    SW_SCOPE("attention");
    linear_forward(&layer->project, input, layer->projected, batch_characters(batch));
    for (int sequence = 0; sequence < batch->sequences; sequence++)
        for (int head = 0; head < layer->heads; head++) {
            const struct head_view view = view_head(layer, sequence, head, batch->length);
            head_forward(layer, &view);
        }
    linear_forward(&layer->merge, layer->mixed, layer->output, batch_characters(batch));
    return layer->output;
}

/// Through the softmax, in place: d_scores = weights * (d_weights - Σ weights * d_weights), row by row.
static void softmax_backward(const struct head_view *head, float *d_weights)
{
    for (int i = 0; i < head->length; i++) {
        const float *weights = head->weights + (size_t)i * (size_t)head->length;
        float *row = d_weights + (size_t)i * (size_t)head->length;
        float sum = 0.0f;
        for (int j = 0; j <= i; j++)
            sum += weights[j] * row[j];
        for (int j = 0; j < head->length; j++)
            row[j] = weights[j] * (row[j] - sum);
    }
}

static void head_backward(const struct attention *layer, const struct head_view *head)
{
    const float *query = layer->projected + head->first;
    const float *key = query + layer->width, *value = key + layer->width;
    float *d_query = layer->d_projected + head->first;
    float *d_key = d_query + layer->width, *d_value = d_key + layer->width;
    const float *d_mixed = layer->d_mixed + head->first_mixed;
    const int length = head->length, size = head->size, stride = head->stride;
    sw_op_begin("gemm", (sw_op_info[]){product_info(length, size, length)});
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, length, size, length, 1.0f, head->weights, length, d_mixed,
                layer->width, 0.0f, d_value, stride);
    sw_op_end("gemm");
    sw_op_begin("gemm", (sw_op_info[]){product_info(length, length, size)});
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, length, length, size, 1.0f, d_mixed, layer->width, value,
                stride, 0.0f, layer->d_weights, length);
    sw_op_end("gemm");
    sw_op_begin("softmax_backward", (sw_op_info[]){matrix_info(length, length)});
    softmax_backward(head, layer->d_weights);
    sw_op_end("softmax_backward");
    sw_op_begin("gemm", (sw_op_info[]){product_info(length, size, length)});
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, length, size, length, head->scale, layer->d_weights, length,
                key, stride, 0.0f, d_query, stride);
    sw_op_end("gemm");
    sw_op_begin("gemm", (sw_op_info[]){product_info(length, size, length)});
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, length, size, length, head->scale, layer->d_weights, length,
                query, stride, 0.0f, d_key, stride);
    sw_op_end("gemm");
}

void attention_backward(struct attention *layer, const float *d_output, float *d_input, const struct batch *batch)
{
    SW_SCOPE("attention_backward");
    linear_backward(&layer->merge, d_output, layer->d_mixed, batch_characters(batch));
    for (int sequence = 0; sequence < batch->sequences; sequence++)
        for (int head = 0; head < layer->heads; head++) {
            const struct head_view view = view_head(layer, sequence, head, batch->length);
            head_backward(layer, &view);
        }
    linear_backward(&layer->project, layer->d_projected, d_input, batch_characters(batch));
}
