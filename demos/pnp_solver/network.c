// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "network.h"

struct network network_create(struct arena *arena, const struct kernel *kernel, int width, int height, bool trained)
{
    struct network network = {.room = stage_room_create(arena, kernel, width, height)};
    for (int i = 0; i < STAGES; i++)
        network.traces[i] = trained || i == 0 ? stage_trace_create(arena, width, height) : network.traces[0];
    return network;
}

void network_weights_init(struct network_weights *weights, float step)
{
    for (int i = 0; i < STAGES; i++)
        weights->stages[i] = stage_initial_weights(step);
}

void network_forward(struct network *network, const struct network_weights *weights, const struct image *observed,
                     struct image *restored)
{
    image_copy(restored, observed);
    for (int i = 0; i < STAGES; i++)
        stage_forward(&network->room, &network->traces[i], &weights->stages[i], observed, restored, restored);
}

void network_backward(const struct network *network, const struct network_weights *weights, struct image *derivative,
                      struct network_weights *gradient)
{
    for (int i = STAGES; i-- > 0;)
        stage_backward(&network->room, &network->traces[i], &weights->stages[i], derivative, &gradient->stages[i]);
}
