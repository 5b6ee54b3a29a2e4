// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The demo's model: a wrong sign or a swapped index would make it learn worse, and say nothing.

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../demos/train_charlm/cross_entropy.h"
#include "../demos/train_charlm/model.h"
#include "../demos/train_charlm/optimizer.h"

static const struct model_shape TINY = {
    .vocabulary = 7, .width = 8, .heads = 2, .blocks = 2, .sequences = 2, .length = 5};

// Weights are moved by this much, for differences. All are multiples of it, and small enough for a bfloat16 to hold them
// before and after: the model then sees exactly the step that is divided by, and the same one up and down.
static const float STEP = 0x1p-7f;

// Weights large enough that every tensor matters to the loss; inputs and targets that repeat and vary.
static struct model *create_tiny(struct batch *batch)
{
    struct model *model = model_create(&TINY, 3);
    CU_ASSERT_FATAL(model != NULL && batch_create(batch, TINY.sequences, TINY.length));
    struct parameters *set = model_parameters(model);
    struct rng generator = {5};
    for (size_t i = 0; i < set->count; i++)
        set->weights[i] = bfloat16_round(STEP * roundf(0.4f / STEP * (float)rng_normal(&generator)));
    for (int i = 0; i < batch_characters(batch); i++) {
        batch->inputs[i] = (uint8_t)rng_below(&generator, (uint64_t)TINY.vocabulary);
        batch->targets[i] = (uint8_t)rng_below(&generator, (uint64_t)TINY.vocabulary);
    }
    return model;
}

static void free_tiny(struct model *model, struct batch *batch)
{
    batch_free(batch);
    model_free(model);
}

static double numeric_gradient(struct model *model, const struct batch *batch, struct bfloat16 *weight)
{
    const float kept = bfloat16_expand(*weight);
    *weight = bfloat16_round(kept + STEP);
    const double above = model_forward(model, batch);
    *weight = bfloat16_round(kept - STEP);
    const double below = model_forward(model, batch);
    *weight = bfloat16_round(kept);
    return (above - below) / (2.0 * (double)STEP);
}

static void check_tensor(struct model *model, const struct batch *batch, const struct tensor *tensor)
{
    const size_t count = tensor->rows * tensor->columns;
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs((double)tensor->gradients[i]));
    CU_ASSERT(largest > 1e-3);
    for (size_t i = 0; i < count; i++) {
        const double numeric = numeric_gradient(model, batch, &tensor->weights[i]);
        if (!(fabs(numeric - (double)tensor->gradients[i]) <= 0.01 * fabs(numeric) + 0.003 * largest))
            FAIL("%s, number %zu: the gradient is %g, by differences %g", tensor->name, i, (double)tensor->gradients[i],
                 numeric);
    }
}

static void test_gradients_match_finite_differences(void)
{
    struct batch batch;
    struct model *model = create_tiny(&batch);
    const struct parameters *set = model_parameters(model);
    model_forward(model, &batch);
    model_backward(model, &batch, 1.0f);
    CHECK_EQUAL(set->tensor_count, 3 + 6 * TINY.blocks);
    for (size_t i = 0; i < set->tensor_count; i++)
        check_tensor(model, &batch, &set->tensors[i]);
    free_tiny(model, &batch);
}

static void test_another_seed_gives_another_model(void)
{
    struct model *models[] = {model_create(&TINY, 1), model_create(&TINY, 1), model_create(&TINY, 2)};
    const struct parameters *sets[3];
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_PTR_NOT_NULL_FATAL(models[i]);
        sets[i] = model_parameters(models[i]);
    }
    const size_t size = sets[0]->count * sizeof *sets[0]->weights;
    CU_ASSERT(memcmp(sets[0]->weights, sets[1]->weights, size) == 0);
    CU_ASSERT(memcmp(sets[0]->weights, sets[2]->weights, size) != 0);
    for (int i = 0; i < 3; i++)
        model_free(models[i]);
}

static void test_loss_scale_multiplies_gradients(void)
{
    struct batch batch;
    struct model *model = create_tiny(&batch);
    struct parameters *set = model_parameters(model);
    model_forward(model, &batch);
    model_backward(model, &batch, 1.0f);
    float *plain = malloc(set->count * sizeof *plain);
    memcpy(plain, set->gradients, set->count * sizeof *plain);
    parameters_zero_gradients(set);
    model_forward(model, &batch);
    model_backward(model, &batch, 1024.0f);
    for (size_t i = 0; i < set->count; i++)
        CU_ASSERT_DOUBLE_EQUAL(set->gradients[i], 1024.0f * plain[i], 0.0);
    free(plain);
    free_tiny(model, &batch);
}

static void test_scores_do_not_depend_on_later_characters(void)
{
    struct batch batch;
    struct model *model = create_tiny(&batch);
    float before[4 * 7];
    memcpy(before, model_predict(model, &batch), sizeof before);
    batch.inputs[4] = (uint8_t)((batch.inputs[4] + 1) % TINY.vocabulary);
    const float *after = model_predict(model, &batch);
    CU_ASSERT(memcmp(before, after, sizeof before) == 0);
    free_tiny(model, &batch);
}

static void test_loss_without_an_opinion_is_the_logarithm_of_the_choices(void)
{
    float scores[2 * 5] = {0};
    CU_ASSERT_DOUBLE_EQUAL(cross_entropy(scores, (const uint8_t[]){1, 4}, 2, 5), log(5.0), 1e-6);
}

static void test_tiny_model_learns_a_batch_by_heart(void)
{
    struct batch batch;
    struct model *model = create_tiny(&batch);
    struct optimizer optimizer;
    const struct optimizer_options options = optimizer_default_options();
    CU_ASSERT_FATAL(optimizer_create(&optimizer, model_parameters(model), &options));
    const double first = model_forward(model, &batch);
    for (int i = 0; i < 150; i++) {
        parameters_zero_gradients(model_parameters(model));
        model_forward(model, &batch);
        model_backward(model, &batch, optimizer.scaler.scale);
        optimizer_step(&optimizer, 0.01f);
    }
    const double last = model_forward(model, &batch);
    if (!(last < 0.1 * first))
        FAIL("the loss went from %g to %g only", first, last);
    optimizer_free(&optimizer);
    free_tiny(model, &batch);
}

CU_TestInfo charlm_tests[] = {
    {"gradients match finite differences", test_gradients_match_finite_differences},
    {"another seed gives another model", test_another_seed_gives_another_model},
    {"the loss scale multiplies the gradients", test_loss_scale_multiplies_gradients},
    {"scores do not depend on later characters", test_scores_do_not_depend_on_later_characters},
    {"a loss without an opinion is the logarithm of the choices",
     test_loss_without_an_opinion_is_the_logarithm_of_the_choices},
    {"a tiny model learns a batch by heart", test_tiny_model_learns_a_batch_by_heart},
    CU_TEST_INFO_NULL,
};
