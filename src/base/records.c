// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "records.h"

#include <pthread.h>
#include <stddef.h>

#include "base/ops.h"

enum { INDEX_SIZE = 2 * SW__RECORD_CAP };

// A record is written before record_end includes it (release) and never changes.
static sw__record records[SW__RECORD_CAP];
static uint32_t record_end = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; ///< guards adding, and the index
static uint32_t record_index[INDEX_SIZE];                ///< ids by hash; 0: free
static uint32_t child_count;                             ///< records with a parent

// The lock is held. Finds the record's place in the index, or the free one where it belongs.
static uint32_t *probe(sw__kind kind, uint32_t name, uint32_t parent)
{
    uint64_t hash = ((uint64_t)parent << 32 | name << 3 | (uint64_t)kind) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = (hash >> 32) % INDEX_SIZE;; i = (i + 1) % INDEX_SIZE) {
        const sw__record *r = &records[record_index[i]];
        if (!record_index[i] || (r->kind == kind && r->name == name && r->parent == parent))
            return &record_index[i];
    }
}

uint32_t sw__record_of(sw__kind kind, uint32_t name, uint32_t parent)
{
    pthread_mutex_lock(&lock);
    uint32_t *place = probe(kind, name, parent);
    if (!*place && (!parent || child_count < SW__RECORD_CHILD_CAP)) {
        child_count += parent != 0;
        *place = record_end;
        records[record_end] = (sw__record){kind, name, parent};
        __atomic_store_n(&record_end, record_end + 1, __ATOMIC_RELEASE);
    }
    uint32_t id = *place;
    pthread_mutex_unlock(&lock);
    return id;
}

uint32_t sw__record_find(sw__kind kind, uint32_t name, uint32_t parent)
{
    pthread_mutex_lock(&lock);
    uint32_t id = *probe(kind, name, parent);
    pthread_mutex_unlock(&lock);
    return id;
}

const sw__record *sw__record_at(uint32_t id)
{
    return &records[id];
}

bool sw__record_nests(uint32_t id)
{
    return records[id].kind == SW__KIND_SECTION || records[id].kind == SW__KIND_OP;
}

uint32_t sw__record_name(uint32_t id)
{
    const sw__record *record = &records[id];
    if (record->kind == SW__KIND_CYCLE)
        return 0;
    return record->kind == SW__KIND_OP ? sw__op_at(record->name)->name : record->name;
}

uint32_t sw__record_end(void)
{
    return __atomic_load_n(&record_end, __ATOMIC_ACQUIRE); // pairs with the release in sw__record_of()
}

void sw__records_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sw__records_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
