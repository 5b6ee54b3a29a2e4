// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Programs that use the memory of a GPU, that of the fake driver, and print what the profiler says of it: "a 150" are the
// 150 MB of a_max_gpu_mb, "--" is no value.

#ifndef TESTS_PROGRAMS_GPU_SCENARIO_H
#define TESTS_PROGRAMS_GPU_SCENARIO_H

#include <dlfcn.h>
#include <pthread.h>

#include "../fake_cudart/fake_gpu.h"
#include "scenario.h"

static const fake_gpu *gpu;

static inline void load_driver(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    gpu = driver ? dlsym(driver, "fake_gpu_control") : NULL;
    if (!gpu)
        exit(EXIT_FAILURE);
}

static inline void enable_with(sw_profiler_options options)
{
    if (sw_profiler_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
}

static inline void enable(void)
{
    enable_with((sw_profiler_options){.mode = SW_PROFILER_CUSTOM});
}

static inline void allocate(int mb)
{
    gpu->allocate(0, mb);
}

static inline void touch(int mb)
{
    allocate(mb);
    allocate(-mb);
}

// A program that has used the pool before its loop begins.
static inline void use_gpu(void)
{
    load_driver();
    gpu->use_device(0);
    touch(1);
    enable();
}

static inline void show_as(const char *metric, const char *name)
{
    double mb;
    char text[64];
    if (sw_get_metric(metric, &mb) == SW_OK)
        snprintf(text, sizeof text, "%s %g", name, mb);
    else
        snprintf(text, sizeof text, "%s --", name);
    print(text);
}

static inline void show(const char *section)
{
    char metric[64];
    snprintf(metric, sizeof metric, "%s_max_gpu_mb", section);
    show_as(metric, section);
}

static inline void finish(void)
{
    sw_finish_iter();
    show_as("max_gpu_mb", "iteration");
}

static inline void finish_showing_all(void)
{
    finish();
    show_as("reserved_gpu_mb", "reserved");
    show_as("device_used_gpu_mb", "device");
}

static inline void section(const char *name, int mb)
{
    sw_section_begin(name);
    touch(mb);
    sw_section_end(name);
}

// Whether sections are on their shortest way: the bit is SW__PROFILER_EDGES of the library.
static inline void show_way(void)
{
    print(sw__state_v1 & 1 << 6 ? "long way" : "short way");
}

// Lets two threads go on in turn.
static pthread_barrier_t turn;

static inline void wait_turn(void)
{
    pthread_barrier_wait(&turn);
}

static inline void run_beside(void *(*other)(void *unused), void (*own)(void))
{
    pthread_t thread;
    pthread_barrier_init(&turn, NULL, 2);
    if (pthread_create(&thread, NULL, other, NULL) != 0)
        exit(EXIT_FAILURE);
    own();
    pthread_join(thread, NULL);
}

#endif
