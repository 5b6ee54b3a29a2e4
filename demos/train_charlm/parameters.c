// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Tensors are declared first and placed together, when their number and sizes are known.

#include "parameters.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

static size_t size_of(const struct tensor *tensor)
{
    return tensor->rows * tensor->columns;
}

static struct tensor *add(struct parameters *set, size_t rows, size_t columns, const char *name, va_list arguments)
{
    assert(set->tensor_count < MAX_TENSORS);
    struct tensor *added = &set->tensors[set->tensor_count++];
    vsnprintf(added->name, sizeof added->name, name, arguments);
    added->rows = rows;
    added->columns = columns;
    set->count += size_of(added);
    return added;
}

struct tensor *parameters_add_matrix(struct parameters *set, size_t rows, size_t columns, float deviation,
                                     const char *name, ...)
{
    va_list arguments;
    va_start(arguments, name);
    struct tensor *added = add(set, rows, columns, name, arguments);
    va_end(arguments);
    added->deviation = deviation;
    added->decays = true;
    return added;
}

struct tensor *parameters_add_gain(struct parameters *set, size_t width, const char *name, ...)
{
    va_list arguments;
    va_start(arguments, name);
    struct tensor *added = add(set, 1, width, name, arguments);
    va_end(arguments);
    added->mean = 1.0f;
    return added;
}

void parameters_allocate(struct parameters *set, struct arena *arena)
{
    set->weights = arena_take(arena, set->count, sizeof *set->weights);
    set->gradients = arena_floats(arena, set->count);
    size_t largest = 0;
    for (size_t i = 0; i < set->tensor_count; i++)
        if (size_of(&set->tensors[i]) > largest)
            largest = size_of(&set->tensors[i]);
    float *expanded = arena_floats(arena, largest);
    if (arena->failed)
        return;
    size_t offset = 0;
    for (size_t i = 0; i < set->tensor_count; i++) {
        struct tensor *tensor = &set->tensors[i];
        tensor->weights = set->weights + offset;
        tensor->gradients = set->gradients + offset;
        tensor->expanded = expanded;
        offset += size_of(tensor);
    }
}

void parameters_initialize(struct parameters *set, struct rng *generator)
{
    for (size_t i = 0; i < set->tensor_count; i++) {
        const struct tensor *tensor = &set->tensors[i];
        for (size_t j = 0; j < size_of(tensor); j++)
            tensor->weights[j] = bfloat16_round(tensor->mean + tensor->deviation * (float)rng_normal(generator));
    }
}

void parameters_zero_gradients(struct parameters *set)
{
    memset(set->gradients, 0, set->count * sizeof *set->gradients);
}

const float *tensor_expand(const struct tensor *tensor)
{
    sw_op_begin("expand",
                &(sw_op_info){.shape = {(int64_t)tensor->rows, (int64_t)tensor->columns}, .dtype = SW_DTYPE_BFLOAT16});
    bfloat16_expand_all(tensor->weights, tensor->expanded, size_of(tensor));
    sw_op_end("expand");
    return tensor->expanded;
}
