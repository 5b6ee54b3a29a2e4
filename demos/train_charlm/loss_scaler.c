// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Doubling and halving are exact in floating point: a change of the scale costs no precision.

#include "loss_scaler.h"

#include <math.h>

void loss_scaler_update(struct loss_scaler *scaler, bool finite)
{
    if (finite && ++scaler->good_steps < scaler->growth_interval)
        return;
    scaler->good_steps = 0;
    // Not below 1: a model that has diverged for good would otherwise drive the scale to 0.
    scaler->scale = finite ? fminf(2.0f * scaler->scale, scaler->maximum) : fmaxf(0.5f * scaler->scale, 1.0f);
}
