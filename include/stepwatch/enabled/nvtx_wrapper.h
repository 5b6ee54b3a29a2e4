// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/nvtx_wrapper.h>: its calls look at the state word, and go into the library if what they
// are for is on. The macros add file and line.

#ifndef STEPWATCH_ENABLED_NVTX_WRAPPER_H
#define STEPWATCH_ENABLED_NVTX_WRAPPER_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__range_push(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__range_pop(const char *expected, const char *file, uintptr_t line);
SW_API sw_status sw__range_push_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__range_pop_handle(sw_name expected, const char *file, uintptr_t line);
SW_API sw_range sw__range_start(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__range_end(sw_range range, const char *file, uintptr_t line);
SW_API sw_status sw__mark(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__cuda_profiler_start(void);
SW_API sw_status sw__cuda_profiler_stop(const char *file, uintptr_t line);

static inline sw_status sw__range_push_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__range_push(name, file, line) : SW_OK;
}

static inline sw_status sw__range_pop_at(const char *expected, const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__range_pop(expected, file, line) : SW_OK;
}

static inline sw_status sw__range_push_handle_at(sw_name name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__range_push_handle(name, file, line) : SW_OK;
}

static inline sw_status sw__range_pop_handle_at(sw_name expected, const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__range_pop_handle(expected, file, line) : SW_OK;
}

static inline sw_range sw__range_start_at(const char *name, const char *file, uintptr_t line)
{
    const sw_range none = {0};
    return sw__is_on(SW__NVTX_BITS) ? sw__range_start(name, file, line) : none;
}

static inline sw_status sw__range_end_at(sw_range range, const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__range_end(range, file, line) : SW_OK;
}

static inline sw_status sw__mark_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__mark(name, file, line) : SW_OK;
}

static inline sw_status sw__cuda_profiler_start_at(void)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__cuda_profiler_start() : SW_OK;
}

static inline sw_status sw__cuda_profiler_stop_at(const char *file, uintptr_t line)
{
    return sw__is_on(SW__NVTX_BITS) ? sw__cuda_profiler_stop(file, line) : SW_OK;
}

#define sw_range_push(name) sw__range_push_at((name), __FILE__, __LINE__)
#define sw_range_pop(expected) sw__range_pop_at((expected), __FILE__, __LINE__)
#define sw_range_push_handle(name) sw__range_push_handle_at((name), __FILE__, __LINE__)
#define sw_range_pop_handle(expected) sw__range_pop_handle_at((expected), __FILE__, __LINE__)
#define sw_range_start(name) sw__range_start_at((name), __FILE__, __LINE__)
#define sw_range_end(range) sw__range_end_at((range), __FILE__, __LINE__)
#define sw_mark(name) sw__mark_at((name), __FILE__, __LINE__)
#define sw_cuda_profiler_start() sw__cuda_profiler_start_at()
#define sw_cuda_profiler_stop() sw__cuda_profiler_stop_at(__FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
