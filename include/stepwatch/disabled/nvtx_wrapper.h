// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/nvtx_wrapper.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_NVTX_WRAPPER_H
#define STEPWATCH_DISABLED_NVTX_WRAPPER_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__nvtx_enable(const sw_nvtx_options *options, uint32_t size)
{
    (void)options;
    (void)size;
    return SW_OK;
}

SW_API bool sw_nvtx_is_enabled(void)
{
    return false;
}

SW_API sw_status sw_range_push(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_range_pop(const char *expected)
{
    (void)expected;
    return SW_OK;
}

SW_API sw_status sw_range_push_handle(sw_name name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_range_pop_handle(sw_name expected)
{
    (void)expected;
    return SW_OK;
}

SW_API sw_range sw_range_start(const char *name)
{
    const sw_range none = {0};
    (void)name;
    return none;
}

SW_API sw_status sw_range_end(sw_range range)
{
    (void)range;
    return SW_OK;
}

SW_API sw_status sw_mark(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_cuda_profiler_start(void)
{
    return SW_OK;
}

SW_API sw_status sw_cuda_profiler_stop(void)
{
    return SW_OK;
}

SW_API sw_status sw__get_range_stats(const char *name, sw_range_stats *stats, uint32_t size)
{
    (void)name;
    if (stats)
        __builtin_memset(stats, 0, size);
    return SW_NOT_RECORDED;
}

#ifdef __cplusplus
}
#endif

#endif
