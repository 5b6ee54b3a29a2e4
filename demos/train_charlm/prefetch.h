// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Prepares batches on a thread of its own: while the model trains on one, the next is made ready in a second buffer.

#ifndef CHARLM_PREFETCH_H
#define CHARLM_PREFETCH_H

#include <stdint.h>

#include "batch.h"
#include "corpus.h"

struct prefetch;

/// Starts the thread, which prepares `count` batches of random pieces of the corpus's training part, and then ends.
/// NULL when memory or threads are out. The corpus is borrowed until prefetch_stop().
struct prefetch *prefetch_start(const struct corpus *corpus, int sequences, int length, uint64_t seed, uint64_t count);

/// Waits for the next of the `count` batches. It stays valid until the call after this one.
const struct batch *prefetch_next(struct prefetch *prefetch);

/// Ends the thread, also in the middle of its work, and frees everything; NULL is fine.
void prefetch_stop(struct prefetch *prefetch);

#endif
