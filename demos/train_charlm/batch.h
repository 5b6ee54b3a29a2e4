// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A batch: sequences of symbols of equal length, and the symbols that follow each of them.

#ifndef CHARLM_BATCH_H
#define CHARLM_BATCH_H

#include <stdbool.h>
#include <stdint.h>

struct batch {
    int sequences;
    int length;       ///< of each sequence, in characters
    uint8_t *inputs;  ///< sequence after sequence
    uint8_t *targets; ///< the symbol that follows each input
};

/// Room for `sequences` of `length` characters each; false when memory is out.
bool batch_create(struct batch *batch, int sequences, int length);
void batch_free(struct batch *batch);

/// Fills one sequence from `length` + 1 consecutive symbols.
void batch_set_sequence(struct batch *batch, int sequence, const uint8_t *symbols);

static inline int batch_characters(const struct batch *batch)
{
    return batch->sequences * batch->length;
}

#endif
