// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How good the model is: its loss on text it was not trained on, and text of its own.

#ifndef CHARLM_EVALUATION_H
#define CHARLM_EVALUATION_H

#include <stddef.h>
#include <stdint.h>

#include "corpus.h"
#include "model.h"

/// The mean loss on the held-out part of the corpus, in nats per character, over `batches` batches of pieces spread
/// evenly. `scratch` has room for a batch of the model's shape.
double evaluate(struct model *model, const struct corpus *corpus, struct batch *scratch, int batches);

/// Lets the model continue the beginning of the held-out part by `count` characters, and ends `text` behind them.
void write_sample(struct model *model, const struct corpus *corpus, struct batch *scratch, uint64_t seed, char *text,
                  size_t count);

#endif
