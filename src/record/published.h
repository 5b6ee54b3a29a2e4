// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Fields that one thread writes within the sequence of its log's drain while readers copy them. Stores release and loads
// acquire, so that neither can be reordered over the sequence; on x86-64 both are plain moves.

#ifndef SW_RECORD_PUBLISHED_H
#define SW_RECORD_PUBLISHED_H

#include <stdint.h>

static inline void sw__put(uint64_t *field, uint64_t value)
{
    __atomic_store_n(field, value, __ATOMIC_RELEASE);
}

static inline uint64_t sw__get(const uint64_t *field)
{
    return __atomic_load_n(field, __ATOMIC_ACQUIRE);
}

static inline void sw__put32(uint32_t *field, uint32_t value)
{
    __atomic_store_n(field, value, __ATOMIC_RELEASE);
}

static inline uint32_t sw__get32(const uint32_t *field)
{
    return __atomic_load_n(field, __ATOMIC_ACQUIRE);
}

static inline void sw__put16(uint16_t *field, uint16_t value)
{
    __atomic_store_n(field, value, __ATOMIC_RELEASE);
}

static inline uint16_t sw__get16(const uint16_t *field)
{
    return __atomic_load_n(field, __ATOMIC_ACQUIRE);
}

static inline void sw__put_double(double *field, double value)
{
    __atomic_store(field, &value, __ATOMIC_RELEASE);
}

static inline double sw__get_double(const double *field)
{
    double value;
    __atomic_load(field, &value, __ATOMIC_ACQUIRE);
    return value;
}

#endif
