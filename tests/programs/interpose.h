// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Stands in front of what the library must not call on its hot path: counts the calls, and can let memory run out. It is
// included once in a program, whose functions the shared library then finds before those of the C library.

#ifndef TESTS_PROGRAMS_INTERPOSE_H
#define TESTS_PROGRAMS_INTERPOSE_H

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define INTERPOSED __attribute__((visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static uint64_t interposed_calls;
static bool memory_is_out;
static uint64_t memory_runs_out_in; ///< so many calls; 0: it does not

static bool count_and_allow(void)
{
    __atomic_fetch_add(&interposed_calls, 1, __ATOMIC_RELAXED);
    if (memory_runs_out_in && --memory_runs_out_in == 0)
        memory_is_out = true;
    if (memory_is_out)
        errno = ENOMEM;
    return !memory_is_out;
}

INTERPOSED void *malloc(size_t size)
{
    return count_and_allow() ? __libc_malloc(size) : NULL;
}

INTERPOSED void *calloc(size_t count, size_t size)
{
    return count_and_allow() ? __libc_calloc(count, size) : NULL;
}

INTERPOSED void *realloc(void *block, size_t size)
{
    return count_and_allow() ? __libc_realloc(block, size) : NULL;
}

INTERPOSED void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return count_and_allow() ? (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset) : MAP_FAILED;
}

INTERPOSED int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static int (*real)(pthread_mutex_t * mutex);
    __atomic_fetch_add(&interposed_calls, 1, __ATOMIC_RELAXED);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    return real(mutex);
}

#endif
