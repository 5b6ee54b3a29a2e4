// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Inputs and targets are the same text, one symbol apart.

#include "batch.h"

#include <stdlib.h>
#include <string.h>

bool batch_create(struct batch *batch, int sequences, int length)
{
    const size_t count = (size_t)sequences * (size_t)length;
    *batch = (struct batch){.sequences = sequences, .length = length};
    batch->inputs = malloc(count);
    batch->targets = malloc(count);
    if (batch->inputs != NULL && batch->targets != NULL)
        return true;
    batch_free(batch);
    return false;
}

void batch_free(struct batch *batch)
{
    free(batch->inputs);
    free(batch->targets);
    *batch = (struct batch){0};
}

void batch_set_sequence(struct batch *batch, int sequence, const uint8_t *symbols)
{
    const size_t length = (size_t)batch->length, offset = (size_t)sequence * length;
    memcpy(batch->inputs + offset, symbols, length);
    memcpy(batch->targets + offset, symbols + 1, length);
}
