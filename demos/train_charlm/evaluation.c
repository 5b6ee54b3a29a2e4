// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The same pieces each time, so that the losses of a run can be compared.

#include "evaluation.h"

#include <string.h>

#include "../common/rng.h"
#include "softmax.h"

static const float TEMPERATURE = 0.5f; ///< below 1: likelier characters are chosen yet more often

double evaluate(struct model *model, const struct corpus *corpus, struct batch *scratch, int batches)
{
    const size_t starts = corpus->length - corpus->training_length - (size_t)scratch->length;
    const size_t pieces = (size_t)batches * (size_t)scratch->sequences;
    double sum = 0.0;
    for (size_t i = 0; i < pieces; i++) {
        const int sequence = (int)(i % (size_t)scratch->sequences);
        const size_t start = corpus->training_length + i * starts / pieces;
        batch_set_sequence(scratch, sequence, corpus->symbols + start);
        if (sequence == scratch->sequences - 1)
            sum += model_forward(model, scratch);
    }
    return sum / batches;
}

/// Draws a symbol by its probability.
static uint8_t draw(float *scores, int count, struct rng *generator)
{
    for (int i = 0; i < count; i++)
        scores[i] /= TEMPERATURE;
    softmax(scores, count);
    double left = rng_uniform(generator);
    int symbol = 0;
    while (symbol < count - 1 && (left -= (double)scores[symbol]) >= 0.0)
        symbol++;
    return (uint8_t)symbol;
}

void write_sample(struct model *model, const struct corpus *corpus, struct batch *scratch, uint64_t seed, char *text,
                  size_t count)
{
    const struct batch window = {.sequences = 1, .length = scratch->length, .inputs = scratch->inputs};
    const size_t length = (size_t)window.length, classes = (size_t)corpus->vocabulary;
    struct rng generator = {seed};
    memcpy(window.inputs, corpus->symbols + corpus->training_length, length);
    for (size_t i = 0; i < count; i++) {
        float *scores = model_predict(model, &window) + (length - 1) * classes;
        const uint8_t symbol = draw(scores, (int)classes, &generator);
        text[i] = (char)corpus->characters[symbol];
        memmove(window.inputs, window.inputs + 1, length - 1);
        window.inputs[length - 1] = symbol;
    }
    text[count] = '\0';
}
