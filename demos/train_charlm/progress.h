// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A line that shows how far the run is, on a terminal only: in a file or a pipe it would be noise.

#ifndef CHARLM_PROGRESS_H
#define CHARLM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool shown; ///< stderr is a terminal
    uint64_t steps;
    double started; ///< seconds
    double updated;
};

struct progress progress_start(uint64_t steps);

/// Tells that `step` steps, on `characters` characters, are done. Rewrites the line a few times a second.
void progress_update(struct progress *progress, uint64_t step, uint64_t characters, double loss);

/// Clears the line: at the end, and for what is printed before it.
void progress_clear(void);

#endif
