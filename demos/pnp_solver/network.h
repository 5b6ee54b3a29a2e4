// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Unrolled iterations: so many stages, one after the other, each with weights of its own.

#ifndef PNP_NETWORK_H
#define PNP_NETWORK_H

#include <stdbool.h>

#include "stage.h"

enum { STAGES = 10 };

/// Nothing but floats, so that an optimizer can take them as an array.
struct network_weights {
    struct stage_weights stages[STAGES];
};

enum { NETWORK_WEIGHTS = sizeof(struct network_weights) / sizeof(float) };

/// For images of one size; one thread at a time.
struct network {
    struct stage_room room;
    struct stage_trace traces[STAGES]; ///< one for all, in a network that is not trained
};

struct network network_create(struct arena *arena, const struct kernel *kernel, int width, int height, bool trained);

/// Gradient steps of this length, and filters that no one has trained.
void network_weights_init(struct network_weights *weights, float step);

void network_forward(struct network *network, const struct network_weights *weights, const struct image *observed,
                     struct image *restored);

/// After network_forward(): adds the derivative of a loss by the weights to `gradient`, from that by the restored image,
/// which is overwritten.
void network_backward(const struct network *network, const struct network_weights *weights, struct image *derivative,
                      struct network_weights *gradient);

#endif
