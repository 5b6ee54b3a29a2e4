// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "live_memory.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { FIRST_CAPACITY = 256, SHARD_CAP = SW__LIVE_MEMORY_CAP / SW__LIVE_MEMORY_SHARDS, SHARD_BITS = 4 };

_Static_assert(SW__LIVE_MEMORY_SHARDS == 1 << SHARD_BITS, "the topmost bits of the hash are the shard");

typedef struct entry {
    const void *memory; ///< NULL: free
    uint64_t bytes;
} entry;

typedef enum counter { ALLOCATIONS, FREES, UNMATCHED, REUSED, NOT_FOLLOWED, COUNTERS } counter;

// Open addressing, with what is taken out closed up: the entries between an address's own place and where it lies are all
// taken.
typedef struct shard {
    pthread_mutex_t lock;
    entry *entries;
    uint32_t capacity; ///< a power of 2, or 0
    uint32_t used;
    uint64_t bytes;
    uint64_t counts[COUNTERS];         ///< atomic: read without the lock
} __attribute__((aligned(128))) shard; // no two in a cache line, nor in the pair of lines that is fetched at once

#define SHARD                                                                                                          \
    {                                                                                                                  \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                                              \
    }
#define FOUR_SHARDS SHARD, SHARD, SHARD, SHARD

static shard shards[SW__LIVE_MEMORY_SHARDS] = {FOUR_SHARDS, FOUR_SHARDS, FOUR_SHARDS, FOUR_SHARDS};

// Atomic. Changed under the lock of the shard that the bytes are in, so that it is the sum of what is in the shards.
static struct {
    uint64_t bytes;
    uint64_t peak;
} live __attribute__((aligned(128)));

static uint64_t hash_of(const void *memory)
{
    return (uint64_t)(uintptr_t)memory * UINT64_C(0x9e3779b97f4a7c15);
}

static shard *shard_of(const void *memory)
{
    return &shards[hash_of(memory) >> (64 - SHARD_BITS)];
}

static uint32_t home_of(const shard *s, const void *memory)
{
    return (uint32_t)(hash_of(memory) >> 28) & (s->capacity - 1);
}

static uint32_t after(const shard *s, uint32_t place)
{
    return (place + 1) & (s->capacity - 1);
}

static void count(shard *s, counter which)
{
    __atomic_store_n(&s->counts[which], s->counts[which] + 1, __ATOMIC_RELAXED); // a reader may see it a moment late
}

// Where the address lies, or the free place where it belongs. The shard has room.
static entry *probe(const shard *s, const void *memory)
{
    uint32_t place = home_of(s, memory);
    while (s->entries[place].memory && s->entries[place].memory != memory)
        place = after(s, place);
    return &s->entries[place];
}

// From the system, not from malloc(): it may be the program's malloc() that reports.
static entry *map_entries(uint32_t capacity)
{
    void *entries = mmap(NULL, capacity * sizeof(entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return entries == MAP_FAILED ? NULL : entries;
}

static void unmap_entries(shard *s)
{
    if (s->entries)
        munmap(s->entries, s->capacity * sizeof(entry));
    s->entries = NULL;
    s->capacity = 0;
}

static bool grow(shard *s)
{
    shard grown = {.capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY};
    grown.entries = map_entries(grown.capacity);
    if (!grown.entries)
        return false;
    for (uint32_t i = 0; i < s->capacity; i++)
        if (s->entries[i].memory)
            *probe(&grown, s->entries[i].memory) = s->entries[i];
    unmap_entries(s);
    s->entries = grown.entries;
    s->capacity = grown.capacity;
    return true;
}

// Relaxed: only the numbers themselves are passed on.
static void raise_bytes(shard *s, uint64_t more)
{
    s->bytes += more;
    const uint64_t now = __atomic_add_fetch(&live.bytes, more, __ATOMIC_RELAXED);
    uint64_t peak = __atomic_load_n(&live.peak, __ATOMIC_RELAXED);
    while (now > peak &&
           !__atomic_compare_exchange_n(&live.peak, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static void lower_bytes(shard *s, uint64_t fewer)
{
    s->bytes -= fewer;
    __atomic_sub_fetch(&live.bytes, fewer, __ATOMIC_RELAXED); // as above
}

// Where the address is to lie; NULL: nowhere. A quarter stays free: searches are short, and they end.
static entry *place_for(shard *s, const void *memory)
{
    entry *at = s->capacity ? probe(s, memory) : NULL;
    if (at && at->memory)
        return at;
    if (s->used == SHARD_CAP)
        return NULL;
    if (4 * (s->used + 1) <= 3 * s->capacity)
        return at;
    return grow(s) ? probe(s, memory) : NULL;
}

static bool add(shard *s, const void *memory, uint64_t bytes, uint64_t *replaced)
{
    entry *at = place_for(s, memory);
    if (!at) {
        count(s, NOT_FOLLOWED);
        return false;
    }
    if (at->memory) {
        *replaced = at->bytes;
        lower_bytes(s, at->bytes);
        count(s, REUSED);
    } else {
        s->used++;
    }
    *at = (entry){memory, bytes};
    raise_bytes(s, bytes);
    count(s, ALLOCATIONS);
    return true;
}

bool sw__live_memory_add(const void *memory, uint64_t bytes, uint64_t *replaced)
{
    *replaced = 0;
    if (!memory)
        return false;
    shard *s = shard_of(memory);
    pthread_mutex_lock(&s->lock);
    const bool added = add(s, memory, bytes, replaced);
    pthread_mutex_unlock(&s->lock);
    return added;
}

// Whether an entry at `place` may move to `gap` before it: its own place does not lie between the two.
static bool may_move(const shard *s, uint32_t place, uint32_t gap)
{
    const uint32_t mask = s->capacity - 1;
    const uint32_t from_home = (place - home_of(s, s->entries[place].memory)) & mask;
    return from_home >= ((place - gap) & mask);
}

static void take_out(shard *s, const entry *at)
{
    uint32_t gap = (uint32_t)(at - s->entries);
    for (uint32_t place = after(s, gap); s->entries[place].memory; place = after(s, place))
        if (may_move(s, place, gap)) {
            s->entries[gap] = s->entries[place];
            gap = place;
        }
    s->entries[gap] = (entry){0};
    s->used--;
}

static bool remove_from(shard *s, const void *memory, uint64_t *bytes)
{
    const entry *at = s->capacity ? probe(s, memory) : NULL;
    if (!at || !at->memory)
        return false;
    *bytes = at->bytes;
    lower_bytes(s, at->bytes);
    take_out(s, at);
    count(s, FREES);
    return true;
}

static bool remove_and_count(const void *memory, uint64_t *bytes, bool counts_unmatched)
{
    *bytes = 0;
    if (!memory)
        return false;
    shard *s = shard_of(memory);
    pthread_mutex_lock(&s->lock);
    const bool removed = remove_from(s, memory, bytes);
    if (!removed && counts_unmatched)
        count(s, UNMATCHED);
    pthread_mutex_unlock(&s->lock);
    return removed;
}

bool sw__live_memory_remove(const void *memory, uint64_t *bytes)
{
    return remove_and_count(memory, bytes, true);
}

bool sw__live_memory_remove_if_live(const void *memory, uint64_t *bytes)
{
    return remove_and_count(memory, bytes, false);
}

static uint64_t sum_of(counter which)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < SW__LIVE_MEMORY_SHARDS; i++)
        sum += __atomic_load_n(&shards[i].counts[which], __ATOMIC_RELAXED); // as above
    return sum;
}

sw__live_memory sw__live_memory_now(void)
{
    return (sw__live_memory){
        .bytes = __atomic_load_n(&live.bytes, __ATOMIC_RELAXED), // as above
        .peak = __atomic_load_n(&live.peak, __ATOMIC_RELAXED),   // as above
        .allocations = sum_of(ALLOCATIONS),
        .frees = sum_of(FREES),
        .unmatched = sum_of(UNMATCHED),
        .reused = sum_of(REUSED),
        .not_followed = sum_of(NOT_FOLLOWED),
    };
}

static void forget(shard *s)
{
    unmap_entries(s);
    lower_bytes(s, s->bytes);
    s->used = 0;
}

static void reset(shard *s)
{
    forget(s);
    for (int which = 0; which < COUNTERS; which++)
        __atomic_store_n(&s->counts[which], 0, __ATOMIC_RELAXED); // as above
}

static void do_to_each(void (*work)(shard *s))
{
    for (uint32_t i = 0; i < SW__LIVE_MEMORY_SHARDS; i++) {
        pthread_mutex_lock(&shards[i].lock);
        work(&shards[i]);
        pthread_mutex_unlock(&shards[i].lock);
    }
}

void sw__live_memory_forget(void)
{
    do_to_each(forget);
}

void sw__live_memory_reset(void)
{
    do_to_each(reset);
    // What other threads have added meanwhile is live.
    __atomic_store_n(&live.peak, __atomic_load_n(&live.bytes, __ATOMIC_RELAXED), __ATOMIC_RELAXED); // as above
}

void sw__live_memory_lock(void)
{
    for (uint32_t i = 0; i < SW__LIVE_MEMORY_SHARDS; i++)
        pthread_mutex_lock(&shards[i].lock);
}

void sw__live_memory_unlock(void)
{
    for (uint32_t i = SW__LIVE_MEMORY_SHARDS; i-- > 0;)
        pthread_mutex_unlock(&shards[i].lock);
}
