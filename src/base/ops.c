// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "ops.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { INDEX_SIZE = 2 * SW__OP_CAP, DETAILED_CAP = SW__OP_CAP - SW__NAME_CAP };

// An op is written before op_end includes it (release) and never changes.
sw__op sw__ops[SW__OP_CAP];
static uint32_t op_end = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; ///< guards adding, and what follows
static uint32_t op_index[INDEX_SIZE];                    ///< ids by hash; 0: free
static uint32_t detailed;                                ///< ops that are more than a name
static uint64_t simplified;

static uint64_t hash_of(const sw__op *op)
{
    uint64_t hash = (uint64_t)op->name << 32 ^ (uint64_t)op->dtype << 24 ^ op->line;
    hash ^= (uintptr_t)op->file;
    for (int i = 0; i < SW_OP_DIMENSIONS; i++) {
        hash = (hash ^ (uint64_t)op->shape[i]) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return hash;
}

static bool is_same(const sw__op *a, const sw__op *b)
{
    return a->name == b->name && a->dtype == b->dtype && a->file == b->file && a->line == b->line &&
           memcmp(a->shape, b->shape, sizeof a->shape) == 0;
}

// The lock is held. Finds the op's place in the index, or the free one where it belongs.
static uint32_t *probe(const sw__op *op)
{
    for (size_t i = hash_of(op) % INDEX_SIZE;; i = (i + 1) % INDEX_SIZE)
        if (!op_index[i] || is_same(&sw__ops[op_index[i]], op))
            return &op_index[i];
}

static uint32_t add(uint32_t *place, const sw__op *op)
{
    *place = op_end;
    sw__ops[op_end] = *op;
    __atomic_store_n(&op_end, op_end + 1, __ATOMIC_RELEASE);
    return *place;
}

uint32_t sw__op_of(const sw__op *op)
{
    const sw__op name_alone = {.name = op->name};
    const bool is_name_alone = is_same(op, &name_alone);
    pthread_mutex_lock(&lock);
    uint32_t *place = probe(op);
    if (!*place && !is_name_alone) {
        if (detailed == DETAILED_CAP) {
            simplified++;
            op = &name_alone;
            place = probe(op);
        } else
            detailed++;
    }
    const uint32_t id = *place ? *place : add(place, op);
    pthread_mutex_unlock(&lock);
    return id;
}

uint32_t sw__ops_end(void)
{
    return __atomic_load_n(&op_end, __ATOMIC_ACQUIRE); // pairs with the release in add()
}

uint64_t sw__ops_simplified(void)
{
    pthread_mutex_lock(&lock);
    const uint64_t times = simplified;
    pthread_mutex_unlock(&lock);
    return times;
}

static int dimensions_of(const sw__op *op)
{
    int count = SW_OP_DIMENSIONS;
    while (count > 0 && op->shape[count - 1] == 0)
        count--;
    return count;
}

void sw__op_shape_text(const sw__op *op, char text[SW__SHAPE_TEXT])
{
    const int count = dimensions_of(op);
    int length = 0;
    *text = '\0';
    for (int i = 0; i < count; i++)
        length += snprintf(text + length, (size_t)(SW__SHAPE_TEXT - length), "%s%" PRId64, i ? "x" : "", op->shape[i]);
}

const char *sw__dtype_text(uint32_t dtype)
{
    static const char *const texts[] = {
        [SW_DTYPE_NONE] = "",
        [SW_DTYPE_FLOAT8] = "float8",
        [SW_DTYPE_FLOAT16] = "float16",
        [SW_DTYPE_BFLOAT16] = "bfloat16",
        [SW_DTYPE_FLOAT32] = "float32",
        [SW_DTYPE_FLOAT64] = "float64",
        [SW_DTYPE_COMPLEX64] = "complex64",
        [SW_DTYPE_COMPLEX128] = "complex128",
        [SW_DTYPE_INT8] = "int8",
        [SW_DTYPE_INT16] = "int16",
        [SW_DTYPE_INT32] = "int32",
        [SW_DTYPE_INT64] = "int64",
        [SW_DTYPE_BOOL] = "bool",
    };
    return dtype < sizeof texts / sizeof *texts ? texts[dtype] : "";
}

void sw__ops_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sw__ops_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
