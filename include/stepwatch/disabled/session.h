// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/session.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_SESSION_H
#define STEPWATCH_DISABLED_SESSION_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw_init(const char *path, const char *profile)
{
    (void)path;
    (void)profile;
    return SW_OK;
}

SW_API sw_status sw_finalize(void)
{
    return SW_OK;
}

SW_API sw_status sw_begin_iter(void)
{
    return SW_OK;
}

SW_API sw_status sw_finish_iter(void)
{
    return SW_OK;
}

SW_API sw_status sw_finish_iter_items(uint64_t items)
{
    (void)items;
    return SW_OK;
}

SW_API sw_status sw_pause(void)
{
    return SW_OK;
}

SW_API sw_status sw_resume(void)
{
    return SW_OK;
}

SW_API sw_status sw_config_print(FILE *file)
{
    (void)file;
    return SW_NOT_RECORDED;
}

SW_API sw_status sw_print_summary(FILE *file)
{
    (void)file;
    return SW_NOT_RECORDED;
}

SW_API sw_status sw_get_summary_value(const char *name, double *value)
{
    (void)name;
    (void)value;
    return SW_NOT_RECORDED;
}

#ifdef __cplusplus
}
#endif

#endif
