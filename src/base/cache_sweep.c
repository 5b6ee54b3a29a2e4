// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cache_sweep.h"

#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, TIMES_THE_CACHE = 4 };

// Caches do not drop the oldest line first: after one pass over twice their size a good part of what was there is left.
size_t sw__cache_sweep_size(void)
{
    const size_t least = (size_t)1 << 20, most = (size_t)8 << 20, unknown = (size_t)4 << 20;
    const long known = sysconf(_SC_LEVEL2_CACHE_SIZE);
    const size_t size = known > 0 ? TIMES_THE_CACHE * (size_t)known : unknown;
    return size < least ? least : size > most ? most : size;
}

bool sw__cache_sweep_open(sw__cache_sweep *sweep, size_t size)
{
    // At once: page by page the system would take longer for it than all the sweeps.
    void *buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (buffer == MAP_FAILED)
        return false;
    *sweep = (sw__cache_sweep){.buffer = buffer, .size = size};
    return true;
}

void sw__cache_sweep_close(sw__cache_sweep *sweep)
{
    munmap(sweep->buffer, sweep->size);
    *sweep = (sw__cache_sweep){0};
}

// Writes: of memory that was only read all pages may be one and the same, of zeros.
void sw__cache_sweep_once(const sw__cache_sweep *sweep)
{
    volatile char *const buffer = sweep->buffer;
    for (size_t i = 0; i < sweep->size; i += LINE)
        buffer[i]++;
    // What comes next is timed, and shall not wait for these.
    sw__memory_settles();
}
