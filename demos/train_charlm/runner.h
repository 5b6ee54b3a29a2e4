// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The runner: prepares everything, trains, and says what came of it.

#ifndef CHARLM_RUNNER_H
#define CHARLM_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

#include "../common/failure.h"

enum { AVERAGED_STEPS = 50, SAMPLE_CHARACTERS = 200 };

struct run_options {
    const char *text_path; ///< a file or folder
    uint64_t steps;
    uint64_t seed;
    bool plant_mismatch; ///< leak a range in the middle of the run
};

struct run_result {
    uint64_t averaged;    ///< steps in each of the two means: AVERAGED_STEPS, or all if there are fewer
    double first_loss;    ///< mean over the first steps, in nats per character
    double last_loss;     ///< mean over the last steps
    double held_out_loss; ///< at the end, on text it was not trained on
    char sample[SAMPLE_CHARACTERS + 1];
};

/// Runs the training. False with a failure to show if it could not begin.
bool run_training(const struct run_options *options, struct run_result *result, struct failure *failure);

#endif
