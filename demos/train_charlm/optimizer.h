// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The mixed-precision optimizer: AdamW on float master copies of bfloat16 weights, with dynamic loss scaling and
// clipping of the gradients' global norm.

#ifndef CHARLM_OPTIMIZER_H
#define CHARLM_OPTIMIZER_H

#include <stdbool.h>
#include <stdint.h>

#include "loss_scaler.h"
#include "parameters.h"

struct optimizer_options {
    float beta1; ///< of the mean of the gradients
    float beta2; ///< of the mean of their squares
    float epsilon;
    float weight_decay;      ///< decoupled: a part of the weight itself, times the learning rate
    float max_gradient_norm; ///< over all parameters together
    float initial_loss_scale;
    int growth_interval;         ///< good steps before the loss scale is doubled
    uint64_t leak_range_at_step; ///< a planted mistake, for demonstration; 0: none
};

struct optimizer {
    struct parameters *set; ///< borrowed
    struct optimizer_options options;
    struct loss_scaler scaler;
    uint64_t steps; ///< taken; those that were skipped do not count
    float *masters;
    float *first_moments;
    float *second_moments;
    struct arena arena;
};

/// The options that suit the demo.
struct optimizer_options optimizer_default_options(void);

/// Takes the present weights as masters. False when memory is out. Free it in either case.
bool optimizer_create(struct optimizer *optimizer, struct parameters *set, const struct optimizer_options *options);
void optimizer_free(struct optimizer *optimizer);

/// One step on the gradients of loss * scaler.scale, which it changes. Returns false if it was skipped because they are
/// not all finite.
bool optimizer_step(struct optimizer *optimizer, float learning_rate);

#endif
