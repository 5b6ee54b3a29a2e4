// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory that lives as long as the model or the solver that it belongs to. Their parts take what they need and check
// nothing; whoever owns the arena looks once at `failed`, and frees everything with one call.

#ifndef DEMOS_ARENA_H
#define DEMOS_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/// Zero is an empty arena.
struct arena {
    struct arena_piece *pieces;
    bool failed; ///< memory ran out at least once
};

/// Zeroed memory for `count` elements; NULL when memory is out.
void *arena_take(struct arena *arena, size_t count, size_t element_size);

/// The same for floats, which is nearly all that a model needs.
float *arena_floats(struct arena *arena, size_t count);

/// Frees all pieces; the arena is empty again.
void arena_free(struct arena *arena);

#endif
