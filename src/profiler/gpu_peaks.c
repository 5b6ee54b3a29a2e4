// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "gpu_peaks.h"

#include <pthread.h>

#include "base/names.h"
#include "device/cuda_memory.h"

enum { MOST_TAKEN = 65536 };

// What the mark stood at when it was taken for the `number`th time.
typedef struct taken {
    uint64_t number;
    uint64_t bytes;
} taken;

typedef struct section_peak {
    uint32_t epoch;
    uint64_t bytes;
} section_peak;

static struct {
    bool watched; ///< atomic: sections tell of their edges
    bool paused;
    bool gpu_used;  ///< since the iteration began
    bool pool_used; ///< since the process began
    bool known;     ///< each mark of the iteration could be taken
    uint64_t peak;  ///< of the iteration so far
    uint64_t reserved;
    uint64_t times; ///< that the mark was taken
    uint32_t count; ///< of `all`
} now;              ///< guarded by the lock, as is what follows
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Those that were higher than all later ones: the first of them behind a section's begin is the highest since.
static taken all[MOST_TAKEN];

// By name, for the current epoch and the one before, which is about to be asked for.
static section_peak of_sections[SW__NAME_CAP][2];

static _Thread_local bool inside __attribute__((tls_model("initial-exec")));

// False: this is a signal handler that interrupts a call which holds the lock.
static bool enter(void)
{
    if (inside)
        return false;
    inside = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    pthread_mutex_lock(&lock);
    return true;
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    inside = false;
}

// Where there is no room, the lowest of before stands for this one, too: the peak of a section that begins in between is
// too high then.
static void keep(uint64_t bytes)
{
    now.times++;
    while (now.count && all[now.count - 1].bytes <= bytes)
        now.count--;
    if (now.count == MOST_TAKEN)
        all[MOST_TAKEN - 1].number = now.times;
    else
        all[now.count++] = (taken){now.times, bytes};
}

static uint64_t highest_since(uint64_t begin)
{
    uint32_t low = 0, high = now.count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (all[middle].number > begin)
            high = middle;
        else
            low = middle + 1;
    }
    return all[low].bytes;
}

static bool take(sw__pool_mark mark, uint64_t *highest)
{
    uint64_t bytes = 0;
    if (!sw__pool_take_mark(mark, &bytes))
        return false;
    now.pool_used |= bytes > 0;
    if (!now.paused && bytes > *highest)
        *highest = bytes;
    if (mark == SW__POOL_USED)
        keep(bytes);
    return true;
}

// At an edge of the iteration, or of a pause in it.
static void take_both(void)
{
    now.gpu_used = now.gpu_used || sw__device_memory_find();
    if (now.gpu_used) {
        now.known &= take(SW__POOL_USED, &now.peak);
        now.known &= take(SW__POOL_RESERVED, &now.reserved);
    }
}

// Without a GPU nothing is allocated, which is as good as a mark that was taken.
static void begin(void)
{
    now.known = true;
    take_both();
    now.peak = now.reserved = 0;
}

static void watch(bool watched)
{
    __atomic_store_n(&now.watched, watched, __ATOMIC_RELAXED); // whatever it stands for is read under the lock
}

void sw__gpu_peaks_reset(void)
{
    if (!enter())
        return;
    watch(false);
    now.paused = false;
    now.count = 0;
    leave();
}

bool sw__gpu_peaks_begin_iteration(void)
{
    sw__device_memory_look();
    if (!enter())
        return false;
    now.gpu_used = false;
    begin();
    const bool watched = now.gpu_used && now.pool_used && sw__device_has_pool();
    watch(watched);
    leave();
    return watched;
}

sw__gpu_memory sw__gpu_peaks_end_iteration(void)
{
    sw__gpu_memory memory = {0};
    sw__device_memory_look();
    if (!enter())
        return memory;
    take_both();
    const bool known = now.known && now.pool_used;
    memory.used = now.gpu_used;
    memory.peak = (sw__bytes){known, now.peak};
    memory.reserved = (sw__bytes){known, now.reserved};
    sw__device_memory device = {0};
    memory.device.known = now.gpu_used && sw__device_memory_read(&device);
    memory.device.number = device.used;
    leave();
    return memory;
}

void sw__gpu_peaks_begin_iteration_anew(void)
{
    if (!enter())
        return;
    begin();
    leave();
}

void sw__gpu_peaks_pause(void)
{
    if (!enter())
        return;
    take_both();
    now.paused = true;
    leave();
}

void sw__gpu_peaks_resume(void)
{
    if (!enter())
        return;
    now.paused = true; // also if the profiler was switched on in the pause
    take_both();
    now.paused = false;
    leave();
}

bool sw__gpu_peaks_begin_section(uint64_t *begin)
{
    if (!__atomic_load_n(&now.watched, __ATOMIC_RELAXED) || !enter())
        return false;
    const bool is_taken = take(SW__POOL_USED, &now.peak);
    *begin = now.times;
    leave();
    return is_taken;
}

void sw__gpu_peaks_end_section(uint32_t name, uint64_t begin, uint32_t epoch)
{
    if (!enter())
        return;
    if (take(SW__POOL_USED, &now.peak)) {
        const uint64_t bytes = highest_since(begin);
        section_peak *peak = &of_sections[name][epoch % 2];
        if (peak->epoch != epoch || peak->bytes < bytes)
            *peak = (section_peak){epoch, bytes};
    }
    leave();
}

sw__bytes sw__gpu_peaks_of_sections(uint32_t name, uint32_t epoch)
{
    if (!enter())
        return (sw__bytes){0};
    const section_peak *peak = &of_sections[name][epoch % 2];
    const sw__bytes bytes = {now.pool_used && peak->epoch == epoch, peak->bytes};
    leave();
    return bytes;
}

sw__gpu_now sw__gpu_memory_now(void)
{
    sw__gpu_now gpu = {0};
    sw__device_memory device = {0};
    sw__device_memory_look();
    if (!enter())
        return gpu;
    // Of the GPU that the iteration is about, whatever this thread uses.
    if (now.gpu_used || sw__device_memory_find()) {
        gpu.allocated.known = sw__pool_allocated(&gpu.allocated.number);
        gpu.free.known = sw__device_memory_read(&device);
        gpu.free.number = device.free;
    }
    leave();
    return gpu;
}

void sw__gpu_peaks_after_fork(void)
{
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    inside = false;
    watch(false);
    now.count = 0;
    sw__device_memory_after_fork();
}
