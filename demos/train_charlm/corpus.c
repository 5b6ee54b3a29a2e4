// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Symbols are given out in the order of the characters' codes, so that the same text always gets the same ones.

#include "corpus.h"

#include <stdbool.h>
#include <stdlib.h>

#include "text.h"

enum { HELD_OUT_PARTS = 10 }; ///< one part of so many is held out

static void number_characters(struct corpus *corpus)
{
    bool occurs[256] = {false};
    uint8_t symbol_of[256] = {0};
    for (size_t i = 0; i < corpus->length; i++)
        occurs[corpus->symbols[i]] = true;
    for (int character = 0; character < 256; character++)
        if (occurs[character]) {
            symbol_of[character] = (uint8_t)corpus->vocabulary;
            corpus->characters[corpus->vocabulary++] = (uint8_t)character;
        }
    for (size_t i = 0; i < corpus->length; i++)
        corpus->symbols[i] = symbol_of[corpus->symbols[i]];
}

bool corpus_read(struct corpus *corpus, const char *path, int length, struct failure *failure)
{
    struct text text = {0};
    const size_t needed = HELD_OUT_PARTS * ((size_t)length + 1);
    bool ok = text_read(&text, path, failure);
    if (ok && text.length < needed)
        ok = failure_set(failure, "%s holds %zu characters; at least %zu are needed", path, text.length, needed);
    if (!ok) {
        text_free(&text);
        return false;
    }
    *corpus = (struct corpus){.symbols = text.bytes, .length = text.length};
    corpus->training_length = corpus->length - corpus->length / HELD_OUT_PARTS;
    number_characters(corpus);
    if (corpus->vocabulary > 1)
        return true;
    corpus_free(corpus);
    return failure_set(failure, "%s holds one character over and over; there is nothing to learn", path);
}

void corpus_free(struct corpus *corpus)
{
    free(corpus->symbols);
    *corpus = (struct corpus){0};
}
