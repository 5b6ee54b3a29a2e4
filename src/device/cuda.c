// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda.h"

#include <pthread.h>
#include <stdio.h>

#include "base/message.h"
#include "device/captures.h"
#include "device/cuda_calls.h"
#include "device/cuda_errors.h"

typedef enum state { UNTOUCHED, USABLE, UNUSABLE } state;

static struct {
    pthread_mutex_t lock; ///< held while CUDA is looked for, and left alone by fork(): the driver may call that then
    sw__cuda_calls calls; ///< this, `found` and `devices`: written before `state` says USABLE
    char found[32];
    int devices; ///< 0: unknown

    // Atomic.
    int state;
    bool left_alone;
    bool told;
    const char *problem; ///< that makes CUDA unusable
    const char *due;     ///< to be told; NULL: nothing
    int due_error;
    uint64_t failures;
} device = {.lock = PTHREAD_MUTEX_INITIALIZER};

// One message per process: what is wrong with CUDA rarely changes, and the waits that failed are counted.
static void note_problem(const char *what, int error)
{
    if (__atomic_exchange_n(&device.told, true, __ATOMIC_RELAXED))
        return;
    __atomic_store_n(&device.due_error, error, __ATOMIC_RELAXED);
    __atomic_store_n(&device.due, what, __ATOMIC_RELEASE); // with its error
}

static void give_up(const char *problem)
{
    __atomic_store_n(&device.problem, problem, __ATOMIC_RELEASE);
    __atomic_store_n(&device.state, UNUSABLE, __ATOMIC_RELEASE); // with its problem
}

void sw__device_count_failure(void)
{
    __atomic_fetch_add(&device.failures, 1, __ATOMIC_RELAXED);
}

static sw__device_result judge(int error)
{
    sw__cuda_verdict verdict = sw__cuda_judge(error, device.calls.of_driver);
    switch (verdict.kind) {
    case SW__CUDA_FINE:
    case SW__CUDA_IDLE:
        return SW__DEVICE_DONE;
    case SW__CUDA_CAPTURING:
        sw__forget_cuda_error(&device.calls);
        return SW__DEVICE_CAPTURED;
    case SW__CUDA_GONE:
        give_up(verdict.text);
        return SW__DEVICE_UNSUPPORTED;
    case SW__CUDA_UNUSABLE:
        sw__forget_cuda_error(&device.calls);
        give_up(verdict.text);
        break;
    case SW__CUDA_FAILED: // an error of the program's own work, which it is to find
        sw__device_count_failure();
        break;
    }
    note_problem(verdict.text, error);
    return SW__DEVICE_UNSUPPORTED;
}

static void describe(void)
{
    int version = 0;
    int count = 0;
    const char *part = device.calls.of_driver ? "driver" : "runtime";
    if (device.calls.version && device.calls.version(&version) == 0)
        snprintf(device.found, sizeof device.found, "%s %d.%d", part, version / 1000, version % 1000 / 10);
    else
        snprintf(device.found, sizeof device.found, "%s", part);
    int error = device.calls.device_count ? device.calls.device_count(&count) : 0;
    if (judge(error) == SW__DEVICE_DONE)
        device.devices = count;
}

// The lock is held.
static void look_for_cuda(void)
{
    if (!sw__cuda_calls_find(&device.calls)) {
        give_up("not found");
        note_problem(device.problem, 0);
        return;
    }
    describe();
    // Release: whoever sees the state sees the calls.
    if (__atomic_load_n(&device.state, __ATOMIC_RELAXED) == UNTOUCHED)
        __atomic_store_n(&device.state, USABLE, __ATOMIC_RELEASE);
}

static state state_now(void)
{
    return (state)__atomic_load_n(&device.state, __ATOMIC_ACQUIRE); // with what was found
}

bool sw__device_is_left_alone(void)
{
    return __atomic_load_n(&device.left_alone, __ATOMIC_RELAXED);
}

void sw__device_find(void)
{
    if (state_now() != UNTOUCHED || sw__device_is_left_alone())
        return;
    pthread_mutex_lock(&device.lock);
    if (state_now() == UNTOUCHED)
        look_for_cuda();
    pthread_mutex_unlock(&device.lock);
}

static bool is_usable(void)
{
    sw__device_find();
    return state_now() == USABLE && !sw__device_is_left_alone();
}

static int wait_for(void *mode)
{
    if (*(const sw_cuda_sync *)mode == SW_CUDA_SYNC_STREAM && device.calls.sync_stream)
        return device.calls.sync_stream(sw__own_stream());
    return device.calls.sync_device();
}

sw__device_result sw__device_sync(sw_cuda_sync mode)
{
    int error;
    sw__device_result result = SW__DEVICE_UNSUPPORTED;
    if (mode != SW_CUDA_SYNC_NONE && is_usable())
        result =
            sw__outside_captures(&device.calls, mode, wait_for, &mode, &error) ? judge(error) : SW__DEVICE_CAPTURED;
    sw__device_tell();
    return result;
}

static bool call_profiler(int (*call)(void))
{
    int error = call ? call() : 0;
    bool idle = sw__cuda_judge(error, device.calls.of_driver).kind == SW__CUDA_IDLE;
    if (idle)
        note_problem("the profiler cannot be reached before the program has used the GPU", error);
    return call && !idle && judge(error) == SW__DEVICE_DONE;
}

bool sw__device_profiler_start(void)
{
    return is_usable() && call_profiler(device.calls.profiler_start);
}

bool sw__device_profiler_stop(void)
{
    return is_usable() && call_profiler(device.calls.profiler_stop);
}

void sw__device_tell(void)
{
    // Acquire: with its error.
    const char *what = __atomic_load_n(&device.due, __ATOMIC_ACQUIRE);
    if (!what || !__atomic_compare_exchange_n(&device.due, &what, NULL, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    int error = __atomic_load_n(&device.due_error, __ATOMIC_RELAXED);
    char number[32] = "";
    if (error)
        snprintf(number, sizeof number, " (error %d)", error);
    const char *so = state_now() == USABLE ? "" : " without it";
    sw__say(SW_ERR_NO_CUDA, "CUDA: %s%s; the run goes on%s", what, number, so);
}

bool sw__device_describe(sw__buffer *out)
{
    const char *problem = __atomic_load_n(&device.problem, __ATOMIC_ACQUIRE);
    if (state_now() == UNTOUCHED) {
        sw__buffer_text(out, "not used yet");
        return true;
    }
    sw__buffer_text(out, device.found);
    if (problem)
        sw__buffer_printf(out, "%s%s", *device.found ? ": " : "", problem);
    else if (device.devices)
        sw__buffer_printf(out, ", %d device%s", device.devices, device.devices > 1 ? "s" : "");
    return !problem;
}

uint64_t sw__device_failures(void)
{
    return __atomic_load_n(&device.failures, __ATOMIC_RELAXED);
}

void sw__device_forget_failures(void)
{
    __atomic_store_n(&device.failures, 0, __ATOMIC_RELAXED);
}

void sw__device_leave_alone(void)
{
    __atomic_store_n(&device.left_alone, true, __ATOMIC_RELAXED);
}

void sw__device_after_fork(void)
{
    device.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    if (state_now() != USABLE)
        return;
    give_up("it was used before fork(), and cannot be after it");
    device.told = false;
    note_problem(device.problem, 0);
}
