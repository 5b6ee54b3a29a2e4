// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "names.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "misuse.h"
#include "name_filter.h"
#include "utf8.h"

enum { INDEX_SIZE = 2 * SW__NAME_CAP, TEXT_BLOCK = 64 * 1024 };

// Equal to no name: none begins with a NUL. An emptied buffer does, but has other bytes behind it than these.
#define KEY_OF_NONE                                                                                                    \
    {                                                                                                                  \
        .word = {UINT64_C(0xd16f3bc58e27a900), UINT64_C(0x96e2b74dc1f85a3b)}, .mask = { UINT64_MAX, UINT64_MAX }       \
    }

typedef struct entry {
    size_t length; ///< of the whole name
    uint64_t hash; ///< of the whole name: tells over-long names with the same beginning apart
} entry;

// Readers follow index -> entry and key -> text without a lock. An entry is written before the index names it (release), and
// nothing is moved or freed ever after. All start out as zeros, which take no room in the library's file.
const char *sw__name_texts[SW__NAME_CAP];
sw__name_key sw__name_keys[SW__NAME_CAP];
static entry entries[SW__NAME_CAP];
static uint64_t name_index[INDEX_SIZE]; ///< upper half: hash, lower half: id; 0: free
static uint32_t name_end;               ///< 0: no name was ever added, not even "(other)"

static const char other_text[] = "(other)";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; ///< guards adding, and what follows
static char *block;
static size_t block_left;
static bool noted_full; ///< atomic, as is the next: also read without the lock
static bool noted_no_memory;
static sw_status untold; ///< atomic: the reason that is still to be told

// Eight bytes at a time, multiplied and folded; names are short, and a miss of a thread's name cache pays for this.
static uint64_t hash_bytes(const char *text, size_t length)
{
    uint64_t hash = length * UINT64_C(0x9e3779b97f4a7c15);
    for (; length >= 8; text += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    uint64_t word = 0;
    memcpy(&word, text, length);
    hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 29;
}

static bool is_entry(uint32_t id, const char *text, size_t length, uint64_t hash)
{
    const entry *e = &entries[id];
    return e->length == length && e->hash == hash &&
           memcmp(sw__name_texts[id], text, sw__utf8_cut(text, length, SW__NAME_LENGTH)) == 0;
}

// "(other)" is not in the index, which starts out empty.
static uint32_t not_in_index(const char *text, size_t length)
{
    bool is_other = length == sizeof other_text - 1 && memcmp(text, other_text, length) == 0;
    return is_other && sw__name_end() ? SW__NAME_OTHER : 0;
}

// Finds the text, or the free place in the index where it belongs.
static uint32_t probe(const char *text, size_t length, uint64_t hash, size_t *place)
{
    for (size_t i = hash % INDEX_SIZE;; i = (i + 1) % INDEX_SIZE) {
        // Acquire: pairs with the release in add().
        uint64_t word = __atomic_load_n(&name_index[i], __ATOMIC_ACQUIRE);
        *place = i;
        if (word == 0)
            return not_in_index(text, length);
        if (word >> 32 == hash >> 32 && is_entry((uint32_t)word, text, length, hash))
            return (uint32_t)word;
    }
}

static char *allocate_text(size_t size)
{
    if (size > block_left) {
        char *fresh = malloc(TEXT_BLOCK);
        if (!fresh)
            return NULL;
        block = fresh;
        block_left = TEXT_BLOCK;
    }
    char *text = block;
    block += size;
    block_left -= size;
    return text;
}

static const char *copy_text(const char *text, size_t length, uint64_t hash)
{
    char mark[64] = "";
    if (length > SW__NAME_LENGTH)
        snprintf(mark, sizeof mark, "... (%zu bytes, %08lx)", length, (unsigned long)(hash >> 32));
    size_t kept = sw__utf8_cut(text, length, SW__NAME_LENGTH);
    size_t marked = strlen(mark);
    char *copy = allocate_text(kept + marked + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, kept);
    memcpy(copy + kept, mark, marked + 1);
    return copy;
}

static sw__name_key key_of(const char *text, size_t length)
{
    sw__name_key key = {0};
    if (length >= sizeof key.word)
        return (sw__name_key)KEY_OF_NONE;
    memcpy(key.word, text, length);
    memset(key.mask, 0xff, length + 1);
    return key;
}

// The lock is held. What stands for no name must equal none, and 0 and "(other)" are no names.
static void set_up(void)
{
    if (name_end)
        return;
    sw__name_keys[0] = sw__name_keys[SW__NAME_OTHER] = (sw__name_key)KEY_OF_NONE;
    sw__name_texts[0] = "";
    sw__name_texts[SW__NAME_OTHER] = other_text;
    __atomic_store_n(&name_end, SW__NAME_OTHER + 1, __ATOMIC_RELEASE); // as in add()
}

void sw__names_setup(void)
{
    pthread_mutex_lock(&lock);
    set_up();
    pthread_mutex_unlock(&lock);
}

// The lock is held; `place` is a free place in the index.
static uint32_t add(const char *text, size_t length, uint64_t hash, size_t place)
{
    if (name_end == SW__NAME_CAP)
        return SW__NAME_OTHER;
    const char *copy = copy_text(text, length, hash);
    if (!copy)
        return SW__NAME_OTHER;
    uint32_t id = name_end;
    entries[id] = (entry){length, hash};
    sw__name_texts[id] = copy;
    sw__name_keys[id] = key_of(text, length);
    sw__name_filter_apply(id, copy);
    // Release: the entry before the number that leads to it.
    __atomic_store_n(&name_index[place], hash >> 32 << 32 | id, __ATOMIC_RELEASE);
    __atomic_store_n(&name_end, id + 1, __ATOMIC_RELEASE);
    return id;
}

// A name became "(other)": notes why, once for each reason. The lock is held.
static void note_reason(void)
{
    bool full = name_end == SW__NAME_CAP;
    bool *noted = full ? &noted_full : &noted_no_memory;
    if (*noted)
        return;
    __atomic_store_n(noted, true, __ATOMIC_RELAXED);
    __atomic_store_n(&untold, full ? SW_ERR_TOO_MANY_NAMES : SW_ERR_NO_MEMORY, __ATOMIC_RELAXED);
}

bool sw__names_ran_out(void)
{
    return __atomic_load_n(&noted_full, __ATOMIC_RELAXED) || __atomic_load_n(&noted_no_memory, __ATOMIC_RELAXED);
}

void sw__names_tell(void)
{
    sw_status reason = __atomic_exchange_n(&untold, SW_OK, __ATOMIC_RELAXED);
    if (reason == SW_ERR_TOO_MANY_NAMES)
        sw__say(reason,
                "more than %d different names: further ones are counted together as (other); "
                "build names from what stays the same, not from a step or an address",
                SW__NAME_CAP - 2);
    else if (reason != SW_OK)
        sw__say(reason, "no memory for more names: new ones are counted together as (other)");
}

sw_status sw__name_was_other(void)
{
    sw__names_tell();
    sw__misuse_again(SW_ERR_TOO_MANY_NAMES);
    return sw__fail(SW_ERR_TOO_MANY_NAMES);
}

uint32_t sw__intern(const char *text, size_t length)
{
    uint64_t hash = hash_bytes(text, length);
    size_t place;
    uint32_t id = probe(text, length, hash, &place);
    // Relaxed: once set it stays, and a miss then needs no lock. A program with too many names has many misses.
    if (id || __atomic_load_n(&noted_full, __ATOMIC_RELAXED))
        return id ? id : SW__NAME_OTHER;
    pthread_mutex_lock(&lock);
    set_up();
    id = probe(text, length, hash, &place);
    if (!id) {
        id = add(text, length, hash, place);
        if (id == SW__NAME_OTHER)
            note_reason();
    }
    pthread_mutex_unlock(&lock);
    return id;
}

uint32_t sw__name_find(const char *text, size_t length)
{
    size_t place;
    return probe(text, length, hash_bytes(text, length), &place);
}

const char *sw__name_text(uint32_t id)
{
    return id < sw__name_end() ? sw__name_texts[id] : "";
}

uint32_t sw__name_end(void)
{
    return __atomic_load_n(&name_end, __ATOMIC_ACQUIRE); // pairs with the release in add()
}

void sw__names_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sw__names_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

sw_name sw__register(const char *name, const char *file, uintptr_t line)
{
    if (!name || !*name) {
        sw__misuse(SW_ERR_NAME, (sw__site){file, line}, "sw_register", name, NULL);
        return (sw_name){0};
    }
    sw_name handle = {sw__intern(name, strlen(name))};
    sw__names_tell();
    return handle;
}

sw_name(sw_register)(const char *name)
{
    return sw__register(name, NULL, (uintptr_t)__builtin_return_address(0));
}

const char *sw_name_text(sw_name name)
{
    return sw__name_text(name.id);
}
