// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Preloaded before the library, takes the ops that another one records, and prints each when it ends: its name, shape, FLOPs,
// bytes, numbers' type and activity, and the object that it was called from. With FAKE_OPS=off no op is wanted.

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

uint64_t sw__state_v1;

static _Thread_local sw_op_info last;
static _Thread_local const char *last_name;

sw_status sw_init(const char *path, const char *profile)
{
    const char *wanted = getenv("FAKE_OPS");
    fprintf(stderr, "sw_init(%s, %s)\n", path ? path : "NULL", profile ? profile : "NULL");
    const uint64_t state = wanted && strcmp(wanted, "off") == 0 ? 0 : SW__OPS_BITS;
    __atomic_store_n(&sw__state_v1, state, __ATOMIC_RELAXED); // other threads may be past their first call
    return SW_OK;
}

sw_status sw__op_begin(const char *name, const sw_op_info *info, uint32_t size, const char *file, uintptr_t line)
{
    (void)file;
    (void)line;
    last_name = size == sizeof *info ? name : NULL;
    last = *info;
    return SW_OK;
}

static const char *object_of(uintptr_t address)
{
    Dl_info object;
    if (!dladdr((void *)address, &object))
        return "nowhere";
    const char *slash = strrchr(object.dli_fname, '/');
    return slash ? slash + 1 : object.dli_fname;
}

sw_status sw__op_end(const char *name, const char *file, uintptr_t line)
{
    const char *begun = last_name && strcmp(last_name, name) == 0 ? "" : " was not begun";
    char shape[128] = "";
    for (int i = 0, end = 0; i < SW_OP_DIMENSIONS && last.shape[i] != 0; i++)
        end += snprintf(shape + end, sizeof shape - (size_t)end, i > 0 ? "x%jd" : "%jd", (intmax_t)last.shape[i]);
    fprintf(stderr, "%s%s %s: %ju flops, %ju bytes, type %d, activity %d, %s\n", name, begun, shape,
            (uintmax_t)last.flops, (uintmax_t)last.bytes, last.dtype, last.activity, file ? file : object_of(line));
    last_name = NULL;
    return SW_OK;
}
