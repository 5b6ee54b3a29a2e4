// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/stopwatch.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_STOPWATCH_H
#define STEPWATCH_DISABLED_STOPWATCH_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__stopwatch_enable(const sw_stopwatch_options *options, uint32_t size)
{
    (void)options;
    (void)size;
    return SW_OK;
}

SW_API void sw_set_cuda_stream(void *stream)
{
    (void)stream;
}

SW_API bool sw_stopwatch_is_enabled(void)
{
    return false;
}

SW_API sw_status sw_start_meas(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_end_meas(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_start_meas_handle(sw_name name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_end_meas_handle(sw_name name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_start_one_time_measurement(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_end_one_time_measurement(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_set_cpu_usage_meas_name(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_add_meas(const char *name, uint64_t ns)
{
    (void)name;
    (void)ns;
    return SW_OK;
}

SW_API sw_status sw_value(const char *name, double value)
{
    (void)name;
    (void)value;
    return SW_OK;
}

SW_API uint64_t sw_get_num_nonwarmup_iters_measured(void)
{
    return 0;
}

SW_API sw_status sw__get_meas_stats(const char *name, sw_meas_stats *stats, uint32_t size)
{
    (void)name;
    if (stats)
        __builtin_memset(stats, 0, size);
    return SW_NOT_RECORDED;
}

SW_API sw_status sw__for_each_meas(sw_meas_visitor visit, void *user, uint32_t size)
{
    (void)visit;
    (void)user;
    (void)size;
    return SW_NOT_RECORDED;
}

SW_API sw_status sw__get_cpu_usage(sw_cpu_usage *usage, uint32_t size)
{
    if (usage)
        __builtin_memset(usage, 0, size);
    return SW_NOT_RECORDED;
}

SW_API sw_status sw_print_eval_times(FILE *file)
{
    (void)file;
    return SW_NOT_RECORDED;
}

#ifdef __cplusplus
}
#endif

#endif
