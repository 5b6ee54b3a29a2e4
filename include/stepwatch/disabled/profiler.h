// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/profiler.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_PROFILER_H
#define STEPWATCH_DISABLED_PROFILER_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__profiler_enable(const sw_profiler_options *options, uint32_t size)
{
    (void)options;
    (void)size;
    return SW_OK;
}

SW_API bool sw_profiler_is_enabled(void)
{
    return false;
}

SW_API bool sw_profiler_is_recording(void)
{
    return false;
}

SW_API sw_status sw_profiler_mode_of(const char *name, sw_profiler_mode *mode)
{
    (void)name;
    (void)mode;
    return SW_NOT_RECORDED;
}

SW_API sw_status sw_section_begin(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_section_begin_handle(sw_name name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_section_end(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_section_end_handle(sw_name name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_mem_snapshot(const char *label)
{
    (void)label;
    return SW_OK;
}

SW_API sw_status sw_get_metric(const char *name, double *value)
{
    (void)name;
    (void)value;
    return SW_NOT_RECORDED;
}

SW_API sw_status sw_for_each_metric(sw_metric_visitor visit, void *user)
{
    (void)visit;
    (void)user;
    return SW_NOT_RECORDED;
}

SW_API void sw_set_cycle_handler(sw_cycle_handler handler, void *user)
{
    (void)handler;
    (void)user;
}

SW_API sw_status sw_print_section_table(FILE *file)
{
    (void)file;
    return SW_NOT_RECORDED;
}

#ifdef __cplusplus
}
#endif

#endif
