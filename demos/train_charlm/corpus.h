// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The text to learn from, as symbols: the different characters of the text, numbered from 0.

#ifndef CHARLM_CORPUS_H
#define CHARLM_CORPUS_H

#include <stddef.h>
#include <stdint.h>

#include "../common/failure.h"

struct corpus {
    uint8_t *symbols;
    size_t length;
    size_t training_length;  ///< the symbols from here on are held out
    int vocabulary;          ///< different symbols
    uint8_t characters[256]; ///< the character that each symbol stands for
};

/// Reads the file or folder at `path`, of which both parts must hold at least one sequence of `length` characters and
/// what follows it. False with a failure that names the path. The caller frees the corpus.
bool corpus_read(struct corpus *corpus, const char *path, int length, struct failure *failure);

void corpus_free(struct corpus *corpus);

#endif
