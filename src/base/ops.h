// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ops: what tells one operator from another, to a small number, for the life of the process. A name alone always has one; with
// a shape, a type or a place there may be too many.

#ifndef SW_BASE_OPS_H
#define SW_BASE_OPS_H

#include <stepwatch/ops.h>

#include "base/names.h"

enum {
    SW__OP_CAP = 2 * SW__NAME_CAP, ///< ids are 1..SW__OP_CAP - 1; there is room for each name alone
    SW__SHAPE_TEXT = 192,          ///< room for the text of any shape
};

typedef struct sw__op {
    int64_t shape[SW_OP_DIMENSIONS]; ///< all 0: none
    const char *file;                ///< of a place; NULL with a `line` that is not 0: that is a return address
    uintptr_t line;                  ///< 0: no place
    uint32_t name;
    uint32_t dtype;
} sw__op;

/// The id of an op, added if it is new; where there are too many, that of its name alone. Takes a lock.
uint32_t sw__op_of(const sw__op *op);

extern sw__op sw__ops[SW__OP_CAP];

/// Takes no lock, as an op is written before its id is known, and never again. `id` was given out.
static inline const sw__op *sw__op_at(uint32_t id)
{
    return &sw__ops[id];
}

/// One more than the greatest id given out.
uint32_t sw__ops_end(void);

/// How often an op became its name alone.
uint64_t sw__ops_simplified(void);

/// "64x32x64"; "" without a shape.
void sw__op_shape_text(const sw__op *op, char text[SW__SHAPE_TEXT]);

/// "float32"; "" for none, and for a number that is no type.
const char *sw__dtype_text(uint32_t dtype);

// Around fork().
void sw__ops_lock(void);
void sw__ops_unlock(void);

#endif
