// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Dynamic loss scaling. The loss is multiplied by a large factor, so that small gradients do not vanish on their way
// through a narrow format; the factor grows while all goes well, and is halved when a gradient overflowed.

#ifndef CHARLM_LOSS_SCALER_H
#define CHARLM_LOSS_SCALER_H

#include <stdbool.h>

struct loss_scaler {
    float scale;
    float maximum;       ///< growth ends here
    int growth_interval; ///< good steps before the scale is doubled
    int good_steps;      ///< in a row, since the last change of the scale
};

/// Adapts the scale after a step: `finite` says whether all gradients were.
void loss_scaler_update(struct loss_scaler *scaler, bool finite);

#endif
