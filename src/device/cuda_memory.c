// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda_memory.h"

#include <link.h>
#include <stddef.h>

#include "device/captures.h"
#include "device/cuda.h"
#include "device/cuda_calls.h"
#include "device/cuda_errors.h"

enum {
    NOT_SUPPORTED = 801, ///< by a device without pools
    ALLOCATED_NOW = 7,   ///< the attribute cudaMemPoolAttrUsedMemCurrent
};

static struct {
    bool looking;         ///< atomic: a thread has what is needed to find the driver to itself
    sw__cuda_calls calls; ///< the driver's; written before `found`
    bool found;           ///< atomic
    bool was_used;        ///< there was a context
    bool is_child;        ///< of a process in which there was
    void *pool;           ///< NULL: none is known
} memory;

static bool knows_all(const sw__cuda_calls *calls)
{
    return calls->current_context && calls->current_device && calls->device_count && calls->device_at &&
           calls->primary_context && calls->memory_info;
}

static bool is_found(void)
{
    return __atomic_load_n(&memory.found, __ATOMIC_ACQUIRE); // with the calls
}

static int count_libraries(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)size;
    *(unsigned long long *)count = info->dlpi_adds;
    return 1; // the first one knows of all
}

// A library that is not loaded is looked for in all folders: not again unless some other has been loaded since.
static void look(void)
{
    static unsigned long long looked_at; ///< so many libraries
    unsigned long long libraries = 0;
    dl_iterate_phdr(count_libraries, &libraries);
    if (libraries == looked_at)
        return;
    looked_at = libraries;
    const bool found = sw__cuda_calls_of_driver(&memory.calls) && knows_all(&memory.calls);
    __atomic_store_n(&memory.found, found, __ATOMIC_RELEASE); // with the calls
}

// Who comes meanwhile does without: it is no place to wait in.
void sw__device_memory_look(void)
{
    // Acquire and release: one look sees what the one before it did.
    if (is_found() || __atomic_exchange_n(&memory.looking, true, __ATOMIC_ACQUIRE))
        return;
    if (!is_found())
        look();
    __atomic_store_n(&memory.looking, false, __ATOMIC_RELEASE);
}

static bool has_primary_context(int device)
{
    unsigned flags;
    int active = 0;
    return memory.calls.primary_context(device, &flags, &active) == 0 && active;
}

static bool find_device(int *device)
{
    void *context = NULL;
    int count = 0;
    if (memory.calls.current_context(&context) != 0)
        return false;
    if (context)
        return memory.calls.current_device(device) == 0;
    if (memory.calls.device_count(&count) != 0)
        return false;
    for (int number = 0; number < count; number++)
        if (memory.calls.device_at(device, number) == 0 && has_primary_context(*device))
            return true;
    return false;
}

static bool ask(int (*question)(void *context), void *context)
{
    int error;
    if (!sw__outside_captures(&memory.calls, SW_CUDA_SYNC_DEVICE, question, context, &error))
        return false;
    if (sw__cuda_judge(error, true).kind == SW__CUDA_FAILED && error != NOT_SUPPORTED)
        sw__device_count_failure();
    return error == 0;
}

static int find_pool(void *device)
{
    void *pool = NULL;
    const int error = memory.calls.device_pool(&pool, *(const int *)device);
    memory.pool = error ? NULL : pool;
    return error;
}

bool sw__device_memory_find(void)
{
    int device;
    if (sw__device_is_left_alone() || memory.is_child || !is_found() || !find_device(&device))
        return false;
    memory.was_used = true;
    if (memory.calls.device_pool && memory.calls.pool_get && memory.calls.pool_set)
        (void)ask(find_pool, &device); // in a capture it stays the one of before
    return true;
}

bool sw__device_has_pool(void)
{
    return memory.pool;
}

typedef struct mark_question {
    sw__pool_mark mark;
    uint64_t *bytes;
} mark_question;

static int take_mark(void *context)
{
    const mark_question *question = context;
    uint64_t zero = 0;
    const int error = memory.calls.pool_get(memory.pool, question->mark, question->bytes);
    return error ? error : memory.calls.pool_set(memory.pool, question->mark, &zero);
}

bool sw__pool_take_mark(sw__pool_mark mark, uint64_t *bytes)
{
    return memory.pool && !sw__device_is_left_alone() && ask(take_mark, &(mark_question){mark, bytes});
}

static int read_allocated(void *bytes)
{
    return memory.calls.pool_get(memory.pool, ALLOCATED_NOW, bytes);
}

bool sw__pool_allocated(uint64_t *bytes)
{
    return memory.pool && !sw__device_is_left_alone() && ask(read_allocated, bytes);
}

static int read_memory(void *now)
{
    size_t free = 0, total = 0;
    const int error = memory.calls.memory_info(&free, &total);
    *(sw__device_memory *)now = (sw__device_memory){free, total - free};
    return error;
}

bool sw__device_memory_read(sw__device_memory *now)
{
    return is_found() && !sw__device_is_left_alone() && ask(read_memory, now);
}

void sw__device_memory_after_fork(void)
{
    memory.is_child |= memory.was_used;
    memory.looking = false;
    memory.pool = NULL;
}
