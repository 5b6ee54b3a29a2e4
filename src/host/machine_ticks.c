// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "machine_ticks.h"

#include <fcntl.h>
#include <libproc2/stat.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock; ///< guards all of this: the library allows one thread at a time
    struct stat_info *info;
    int descriptor; ///< valid with `info`
} machine = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int open_nothing(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static int lowest_free_descriptor(void)
{
    int descriptor = open_nothing();
    if (descriptor >= 0)
        close(descriptor);
    return descriptor;
}

static bool is_open_on(int descriptor, const char *path)
{
    char link[64];
    char target[64] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    return readlink(link, target, sizeof target - 1) > 0 && strcmp(target, path) == 0;
}

// The lock is held. The library tells no one its descriptor, and leaves it open across an exec. It gets the lowest free
// number, unless another thread was faster; then the try is given up. Since fork() waits for the lock, no child is made by
// it before the descriptor is marked.
static bool try_to_open(void)
{
    struct stat_info *info = NULL;
    int descriptor = lowest_free_descriptor();
    if (procps_stat_new(&info) < 0)
        return false;
    if (descriptor < 0 || !is_open_on(descriptor, "/proc/stat") || fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) {
        procps_stat_unref(&info);
        return false;
    }
    machine.info = info;
    machine.descriptor = descriptor;
    return true;
}

void sw__machine_ticks_open(void)
{
    enum { TRIES = 3 };
    pthread_mutex_lock(&machine.lock);
    for (int try = 0; try < TRIES && !machine.info; try++)
        try_to_open();
    pthread_mutex_unlock(&machine.lock);
}

void sw__machine_ticks_close(void)
{
    pthread_mutex_lock(&machine.lock);
    if (machine.info)
        procps_stat_unref(&machine.info);
    machine.info = NULL;
    pthread_mutex_unlock(&machine.lock);
}

// The lock is held. The library's own sums count guests twice, as the kernel has them in `user` already.
static sw__machine_ticks read_ticks(void)
{
    enum { USER, NICE, SYSTEM, IRQ, SOFTIRQ, BUSY_ITEMS, IDLE = BUSY_ITEMS, IOWAIT, STOLEN, ITEMS };
    static enum stat_item items[ITEMS] = {
        [USER] = STAT_TIC_USER,       [NICE] = STAT_TIC_NICE, [SYSTEM] = STAT_TIC_SYSTEM, [IRQ] = STAT_TIC_IRQ,
        [SOFTIRQ] = STAT_TIC_SOFTIRQ, [IDLE] = STAT_TIC_IDLE, [IOWAIT] = STAT_TIC_IOWAIT, [STOLEN] = STAT_TIC_STOLEN,
    };
    sw__machine_ticks ticks = {0};
    // Of the library's readings only this one is fresh; `get` repeats what it read within the last second.
    const struct stat_stack *stack = procps_stat_select(machine.info, items, ITEMS);
    if (!stack)
        return ticks;
    for (int i = 0; i < ITEMS; i++)
        ticks.total += stack->head[i].result.ull_int;
    for (int i = 0; i < BUSY_ITEMS; i++)
        ticks.busy += stack->head[i].result.ull_int;
    ticks.iowait = stack->head[IOWAIT].result.ull_int;
    return ticks;
}

sw__machine_ticks sw__machine_ticks_now(void)
{
    pthread_mutex_lock(&machine.lock);
    sw__machine_ticks ticks = machine.info ? read_ticks() : (sw__machine_ticks){0};
    pthread_mutex_unlock(&machine.lock);
    return ticks;
}

int sw__machine_ticks_descriptor(void)
{
    pthread_mutex_lock(&machine.lock);
    int descriptor = machine.info ? machine.descriptor : -1;
    pthread_mutex_unlock(&machine.lock);
    return descriptor;
}

void sw__machine_ticks_lock(void)
{
    pthread_mutex_lock(&machine.lock);
}

void sw__machine_ticks_unlock(void)
{
    pthread_mutex_unlock(&machine.lock);
}

// The child's descriptor shares its place in the file with the parent's, and closing a stream moves that place; so it is
// put on another file first.
void sw__machine_ticks_after_fork(void)
{
    if (!machine.info)
        return;
    int nothing = open_nothing();
    if (nothing >= 0 && dup2(nothing, machine.descriptor) >= 0)
        procps_stat_unref(&machine.info);
    if (nothing >= 0)
        close(nothing);
    machine.info = NULL;
}
