// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The small steps of AdamW would vanish in 8 bits of precision, so they are summed in floats, the masters; the model
// computes with their rounded copies.

#include "optimizer.h"

#include <math.h>

#include <stepwatch/stepwatch.h>

#include "op_info.h"

static const float MAX_LOSS_SCALE = 0x1p24f; ///< more would bring nothing: no gradient of use is that small

struct optimizer_options optimizer_default_options(void)
{
    return (struct optimizer_options){
        .beta1 = 0.9f,
        .beta2 = 0.98f,
        .epsilon = 1e-8f,
        .weight_decay = 0.05f,
        .max_gradient_norm = 1.0f,
        .initial_loss_scale = 0x1p16f,
        .growth_interval = 100,
    };
}

bool optimizer_create(struct optimizer *optimizer, struct parameters *set, const struct optimizer_options *options)
{
    *optimizer = (struct optimizer){.set = set, .options = *options};
    optimizer->scaler = (struct loss_scaler){
        .scale = options->initial_loss_scale, .maximum = MAX_LOSS_SCALE, .growth_interval = options->growth_interval};
    optimizer->masters = arena_floats(&optimizer->arena, set->count);
    optimizer->first_moments = arena_floats(&optimizer->arena, set->count);
    optimizer->second_moments = arena_floats(&optimizer->arena, set->count);
    if (optimizer->arena.failed)
        return false;
    bfloat16_expand_all(set->weights, optimizer->masters, set->count);
    return true;
}

void optimizer_free(struct optimizer *optimizer)
{
    arena_free(&optimizer->arena);
}

/// In double, where no sum of squares of floats can overflow: it is finite exactly if all gradients are.
static double gradient_norm(const struct parameters *set)
{
    double sum = 0.0;
    sw_op_begin("norm",
                &(sw_op_info){.shape = {(int64_t)set->count}, .dtype = SW_DTYPE_FLOAT32, .flops = 2 * set->count});
    for (size_t i = 0; i < set->count; i++)
        sum += (double)set->gradients[i] * (double)set->gradients[i];
    sw_op_end("norm");
    return sqrt(sum);
}

/// Takes the loss scale out of the gradients, and as much more as brings their norm down to the limit.
static bool unscale_and_clip(struct optimizer *optimizer)
{
    const struct parameters *set = optimizer->set;
    const double norm = gradient_norm(set) / optimizer->scaler.scale;
    if (!isfinite(norm))
        return false;
    sw_value("gradient_norm", norm);
    const double limit = optimizer->options.max_gradient_norm;
    const double factor = (norm > limit ? limit / norm : 1.0) / optimizer->scaler.scale;
    sw_op_begin("scale", &(sw_op_info){.shape = {(int64_t)set->count}, .dtype = SW_DTYPE_FLOAT32, .flops = set->count});
    for (size_t i = 0; i < set->count; i++)
        set->gradients[i] *= (float)factor;
    sw_op_end("scale");
    return true;
}

/// The update of one tensor, which begins `offset` numbers into the flat arrays.
static void update_tensor(struct optimizer *optimizer, const struct tensor *tensor, size_t offset, float learning_rate)
{
    const struct optimizer_options *options = &optimizer->options;
    const float beta1 = options->beta1, beta2 = options->beta2;
    // The moments begin at 0 and are too small at first; they are divided by the sum of the weights they hold so far.
    const float correction1 = 1.0f - powf(beta1, (float)optimizer->steps);
    const float correction2 = 1.0f - powf(beta2, (float)optimizer->steps);
    const float kept = tensor->decays ? 1.0f - learning_rate * options->weight_decay : 1.0f;
    float *masters = optimizer->masters + offset;
    float *first = optimizer->first_moments + offset, *second = optimizer->second_moments + offset;
    const size_t count = tensor->rows * tensor->columns;
    sw_op_begin("adamw", (sw_op_info[]){matrix_info(tensor->rows, tensor->columns)});
    for (size_t i = 0; i < count; i++) {
        const float gradient = tensor->gradients[i];
        first[i] = beta1 * first[i] + (1.0f - beta1) * gradient;
        second[i] = beta2 * second[i] + (1.0f - beta2) * gradient * gradient;
        const float direction = first[i] / correction1 / (sqrtf(second[i] / correction2) + options->epsilon);
        masters[i] = kept * masters[i] - learning_rate * direction;
    }
    bfloat16_round_all(masters, tensor->weights, count);
    sw_op_end("adamw");
}

static void update_weights(struct optimizer *optimizer, float learning_rate)
{
    const struct parameters *set = optimizer->set;
    optimizer->steps++;
    for (size_t i = 0; i < set->tensor_count; i++)
        update_tensor(optimizer, &set->tensors[i], (size_t)(set->tensors[i].weights - set->weights), learning_rate);
}

bool optimizer_step(struct optimizer *optimizer, float learning_rate)
{
    SW_SCOPE("optimizer");
    sw_range_push("unscale_and_clip");
    const bool finite = unscale_and_clip(optimizer);
    sw_range_pop("unscale_and_clip");
    loss_scaler_update(&optimizer->scaler, finite);
    if (!finite)
        return false;
    sw_range_push("adamw");
    update_weights(optimizer, learning_rate);
    // The mistake that --plant-mismatch asks for: an early way out that forgets the pop.
    if (optimizer->steps == optimizer->options.leak_range_at_step)
        return true;
    sw_range_pop("adamw");
    return true;
}
