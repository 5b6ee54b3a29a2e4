// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Embedding, blocks, a last norm, and a linear layer to the scores. The layers live in files of their own.

#include "model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#include "block.h"
#include "cross_entropy.h"
#include "embedding.h"
#include "linear.h"
#include "rms_norm.h"

struct model {
    struct model_shape shape;
    struct arena arena;
    struct parameters parameters;
    struct tensor *embedding;
    struct block blocks[MAX_BLOCKS];
    struct rms_norm norm;
    struct linear output;
    float *embedded; ///< [characters][width]
    float *gradient; ///< [characters][width]
    float *d_normed; ///< [characters][width]
    float *scores;   ///< [characters][vocabulary]; the backward pass leaves their gradients there
};

static void create_layers(struct model *model)
{
    const struct model_shape *shape = &model->shape;
    const struct batch largest = {.sequences = shape->sequences, .length = shape->length};
    const size_t width = (size_t)shape->width, classes = (size_t)shape->vocabulary;
    const size_t rows = (size_t)batch_characters(&largest);
    struct arena *arena = &model->arena;
    struct parameters *set = &model->parameters;
    // What is added to the residual shrinks with the number of additions, so that the sum begins at about one size.
    const float root = sqrtf((float)shape->width);
    const struct block_shape blocks = {shape->width, shape->heads, 1.0f / (root * sqrtf(2.0f * (float)shape->blocks))};

    model->embedding = parameters_add_matrix(set, classes, width, 1.0f, "embedding");
    for (int i = 0; i < shape->blocks; i++)
        block_create(&model->blocks[i], &blocks, i, &largest, set, arena);
    rms_norm_create(&model->norm, parameters_add_gain(set, width, "norm"), (int)rows, arena);
    // Small scores at first: the model begins with no opinion, at a loss of log(vocabulary).
    model->output.weight = parameters_add_matrix(set, width, classes, 0.1f / root, "output");
    model->embedded = arena_floats(arena, rows * width);
    model->gradient = arena_floats(arena, rows * width);
    model->d_normed = arena_floats(arena, rows * width);
    model->scores = arena_floats(arena, rows * classes);
    parameters_allocate(set, arena);
}

struct model *model_create(const struct model_shape *shape, uint64_t seed)
{
    assert(shape->blocks <= MAX_BLOCKS && shape->vocabulary <= 256 && shape->width % shape->heads == 0);
    struct model *model = calloc(1, sizeof *model);
    if (model == NULL)
        return NULL;
    model->shape = *shape;
    create_layers(model);
    if (model->arena.failed) {
        model_free(model);
        return NULL;
    }
    parameters_initialize(&model->parameters, &(struct rng){seed});
    return model;
}

void model_free(struct model *model)
{
    if (model == NULL)
        return;
    arena_free(&model->arena);
    free(model);
}

struct parameters *model_parameters(struct model *model)
{
    return &model->parameters;
}

float *model_predict(struct model *model, const struct batch *batch)
{
    const int rows = batch_characters(batch);
    assert(batch->sequences <= model->shape.sequences && batch->length <= model->shape.length);
    embedding_forward(model->embedding, batch, model->embedded);
    const float *hidden = model->embedded;
    for (int i = 0; i < model->shape.blocks; i++)
        hidden = block_forward(&model->blocks[i], hidden, batch);
    linear_forward(&model->output, rms_norm_forward(&model->norm, hidden, rows), model->scores, rows);
    return model->scores;
}

double model_forward(struct model *model, const struct batch *batch)
{
    SW_SCOPE("forward");
    float *scores = model_predict(model, batch);
    return cross_entropy(scores, batch->targets, batch_characters(batch), model->shape.vocabulary);
}

void model_backward(struct model *model, const struct batch *batch, float loss_scale)
{
    SW_SCOPE("backward");
    const int rows = batch_characters(batch);
    cross_entropy_backward(model->scores, batch->targets, rows, model->shape.vocabulary, loss_scale);
    linear_backward(&model->output, model->scores, model->d_normed, rows);
    memset(model->gradient, 0, (size_t)rows * (size_t)model->shape.width * sizeof *model->gradient);
    rms_norm_backward(&model->norm, model->d_normed, model->gradient, rows);
    for (int i = model->shape.blocks - 1; i >= 0; i--)
        block_backward(&model->blocks[i], model->gradient, batch);
    embedding_backward(model->embedding, batch, model->gradient);
}
