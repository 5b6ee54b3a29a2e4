// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A fake of CUDA's driver, libcuda.so.1, in the state that a program with a runtime of its own has left it in: it prints
// the calls that do something. Its devices have what the program has done to them by fake_gpu_control, see fake_gpu.h; before
// that no device has a context. The environment says how it is to answer:
//     FAKE_CUDA_ERROR=n  what the calls return that do something, and those that ask for memory
//     FAKE_CUDA_OLD=1    it has no memory pools
//     FAKE_CUDA_ALL=1    print all calls; without it those that ask for something are left out

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fake_gpu.h"

#define EXPORTED __attribute__((visibility("default")))

enum { SUCCESS = 0, NOT_INITIALIZED = 3, INVALID_CONTEXT = 201, NOT_SUPPORTED = 801 };
enum { VERSION = 12040, RESERVED_HIGH = 6, USED_NOW = 7, USED_HIGH = 8 };

#define MB (UINT64_C(1) << 20)

int cuCtxSynchronize(void);
int cuProfilerStart(void);
int cuProfilerStop(void);
int cuDriverGetVersion(int *version);
int cuStreamIsCapturing(void *stream, int *status);
int cuThreadExchangeStreamCaptureMode(int *mode);
int cuDeviceGetCount(int *count);
int cuDeviceGet(int *device, int ordinal);
int cuCtxGetCurrent(void **context);
int cuCtxGetDevice(int *device);
int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active);
int cuDeviceGetMemPool(void **pool, int device);
int cuMemPoolGetAttribute(void *pool, int attribute, void *value);
int cuMemPoolSetAttribute(void *pool, int attribute, void *value);
int cuMemGetInfo_v2(size_t *free, size_t *total);

typedef struct device {
    bool has_context;
    uint64_t used;
    uint64_t used_high;
    uint64_t reserved;
    uint64_t reserved_high;
    uint64_t occupied;
} device;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; ///< guards what follows
static device devices[FAKE_DEVICES];
static bool initialised;
static bool capturing;
static void (*interruption)(void);

static _Thread_local device *current;
static _Thread_local int capture_mode;

static int print(const char *call)
{
    char line[64];
    int length = snprintf(line, sizeof line, "%s\n", call);
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        abort();
    const char *error = getenv("FAKE_CUDA_ERROR");
    return error ? atoi(error) : SUCCESS;
}

static void print_question(const char *call)
{
    if (getenv("FAKE_CUDA_ALL"))
        print(call);
}

// Ends with end().
static void begin_question(const char *call)
{
    print_question(call);
    pthread_mutex_lock(&lock);
}

static int end(int error)
{
    pthread_mutex_unlock(&lock);
    return error;
}

// The same for what must not be asked in a capture.
static void begin_memory_question(const char *call)
{
    if (interruption)
        interruption();
    begin_question(call);
    if (capturing && capture_mode == 0)
        print("a capture was broken");
    else if (capturing && current) // which could have known
        print("memory was asked for in a capture");
}

static int end_memory_question(int otherwise)
{
    const char *error = getenv("FAKE_CUDA_ERROR");
    return end(error ? atoi(error) : otherwise);
}

EXPORTED int cuCtxSynchronize(void)
{
    return print("cuCtxSynchronize");
}

EXPORTED int cuProfilerStart(void)
{
    return print("cuProfilerStart");
}

EXPORTED int cuProfilerStop(void)
{
    return print("cuProfilerStop");
}

EXPORTED int cuDriverGetVersion(int *version)
{
    *version = VERSION;
    return SUCCESS;
}

EXPORTED int cuStreamIsCapturing(void *stream, int *status)
{
    (void)stream;
    begin_question("cuStreamIsCapturing");
    *status = capturing;
    return end(current ? SUCCESS : INVALID_CONTEXT);
}

EXPORTED int cuThreadExchangeStreamCaptureMode(int *mode)
{
    const int before = capture_mode;
    capture_mode = *mode;
    *mode = before;
    return SUCCESS;
}

EXPORTED int cuDeviceGetCount(int *count)
{
    begin_question("cuDeviceGetCount");
    if (initialised)
        *count = FAKE_DEVICES;
    return end(initialised ? SUCCESS : NOT_INITIALIZED);
}

EXPORTED int cuDeviceGet(int *number, int ordinal)
{
    begin_question("cuDeviceGet");
    *number = ordinal;
    return end(initialised ? SUCCESS : NOT_INITIALIZED);
}

EXPORTED int cuCtxGetCurrent(void **context)
{
    begin_question("cuCtxGetCurrent");
    *context = current;
    return end(initialised ? SUCCESS : NOT_INITIALIZED);
}

EXPORTED int cuCtxGetDevice(int *number)
{
    begin_question("cuCtxGetDevice");
    *number = (int)(current - devices);
    return end(current ? SUCCESS : INVALID_CONTEXT);
}

EXPORTED int cuDevicePrimaryCtxGetState(int number, unsigned *flags, int *active)
{
    begin_question("cuDevicePrimaryCtxGetState");
    *flags = 0;
    *active = devices[number].has_context;
    return end(initialised ? SUCCESS : NOT_INITIALIZED);
}

EXPORTED int cuDeviceGetMemPool(void **pool, int number)
{
    begin_memory_question("cuDeviceGetMemPool");
    *pool = &devices[number];
    return end_memory_question(getenv("FAKE_CUDA_OLD") ? NOT_SUPPORTED : SUCCESS);
}

static uint64_t *mark_of(void *pool, int attribute)
{
    device *of = pool;
    return attribute == USED_HIGH ? &of->used_high : &of->reserved_high;
}

EXPORTED int cuMemPoolGetAttribute(void *pool, int attribute, void *value)
{
    begin_memory_question("cuMemPoolGetAttribute");
    *(uint64_t *)value = attribute == USED_NOW ? ((device *)pool)->used : *mark_of(pool, attribute);
    return end_memory_question(SUCCESS);
}

EXPORTED int cuMemPoolSetAttribute(void *pool, int attribute, void *value)
{
    const device *of = pool;
    begin_memory_question("cuMemPoolSetAttribute");
    if (*(uint64_t *)value == 0)
        *mark_of(pool, attribute) = attribute == USED_HIGH ? of->used : of->reserved;
    return end_memory_question(SUCCESS);
}

EXPORTED int cuMemGetInfo_v2(size_t *free, size_t *total)
{
    begin_memory_question("cuMemGetInfo_v2");
    if (current) {
        *total = FAKE_DEVICE_MB * MB;
        *free = FAKE_DEVICE_MB * MB - current->reserved - current->occupied;
    }
    return end_memory_question(current ? SUCCESS : INVALID_CONTEXT);
}

static void use_device(int number)
{
    pthread_mutex_lock(&lock);
    initialised = true;
    current = &devices[number];
    current->has_context = true;
    pthread_mutex_unlock(&lock);
}

static void reset_device(int number)
{
    pthread_mutex_lock(&lock);
    devices[number] = (device){0};
    current = NULL;
    pthread_mutex_unlock(&lock);
}

static void raise_to(uint64_t *high, uint64_t bytes)
{
    if (*high < bytes)
        *high = bytes;
}

static void allocate(int number, int mb)
{
    pthread_mutex_lock(&lock);
    device *of = &devices[number];
    of->used += (uint64_t)mb * MB;
    raise_to(&of->used_high, of->used);
    raise_to(&of->reserved, of->used);
    raise_to(&of->reserved_high, of->reserved);
    pthread_mutex_unlock(&lock);
}

static void occupy(int number, int mb)
{
    pthread_mutex_lock(&lock);
    devices[number].occupied = (uint64_t)mb * MB;
    pthread_mutex_unlock(&lock);
}

static void capture(bool begins)
{
    pthread_mutex_lock(&lock);
    capturing = begins;
    pthread_mutex_unlock(&lock);
}

static void interrupt(void (*function)(void))
{
    interruption = function;
}

extern const fake_gpu fake_gpu_control;
EXPORTED const fake_gpu fake_gpu_control = {use_device, reset_device, allocate, occupy, capture, interrupt};
