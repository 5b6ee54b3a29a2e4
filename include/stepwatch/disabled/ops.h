// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/ops.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_OPS_H
#define STEPWATCH_DISABLED_OPS_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API bool sw_op_is_enabled(void)
{
    return false;
}

SW_API sw_status sw_op_begin(const char *name, const sw_op_info *info)
{
    (void)name;
    (void)info;
    return SW_OK;
}

SW_API sw_status sw_op_begin_handle(sw_name name, const sw_op_info *info)
{
    (void)name;
    (void)info;
    return SW_OK;
}

SW_API sw_status sw_op_end(const char *name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw_op_end_handle(sw_name name)
{
    (void)name;
    return SW_OK;
}

SW_API sw_status sw__print_op_table(FILE *file, const sw_op_table_options *options, uint32_t size)
{
    (void)file;
    (void)options;
    (void)size;
    return SW_NOT_RECORDED;
}

SW_API sw_status sw_set_peak_flops(double flops_per_second)
{
    (void)flops_per_second;
    return SW_OK;
}

SW_API sw_status sw_mem_alloc(const void *memory, uint64_t bytes)
{
    (void)memory;
    (void)bytes;
    return SW_OK;
}

SW_API sw_status sw_mem_free(const void *memory)
{
    (void)memory;
    return SW_OK;
}

// Variadic, as a compound literal has commas.
#define sw_op_begin(name, ...) (sw_op_begin)((name), (__VA_ARGS__))
#define sw_op_begin_handle(name, ...) (sw_op_begin_handle)((name), (__VA_ARGS__))

#ifdef __cplusplus
}
#endif

#endif
