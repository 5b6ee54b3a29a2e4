// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The pieces hang in a list, each behind a header that names the next one.

#include "arena.h"

#include <stdint.h>
#include <stdlib.h>

struct arena_piece {
    struct arena_piece *next;
    max_align_t memory[];
};

void *arena_take(struct arena *arena, size_t count, size_t element_size)
{
    struct arena_piece *piece = NULL;
    if (element_size == 0 || count <= (SIZE_MAX - sizeof *piece) / element_size)
        piece = calloc(1, sizeof *piece + count * element_size);
    if (piece == NULL) {
        arena->failed = true;
        return NULL;
    }
    piece->next = arena->pieces;
    arena->pieces = piece;
    return piece->memory;
}

float *arena_floats(struct arena *arena, size_t count)
{
    return arena_take(arena, count, sizeof(float));
}

void arena_free(struct arena *arena)
{
    while (arena->pieces != NULL) {
        struct arena_piece *next = arena->pieces->next;
        free(arena->pieces);
        arena->pieces = next;
    }
    arena->failed = false;
}
