// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/scope.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_SCOPE_H
#define STEPWATCH_DISABLED_SCOPE_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_scope sw__scope_begin_at(const char *name, const char *file, uintptr_t line, uint64_t modules)
{
    const sw_scope none = {0, 0, 0, 0};
    (void)name;
    (void)file;
    (void)line;
    (void)modules;
    return none;
}

SW_API sw_scope sw__scope_begin_handle_at(sw_name name, const char *file, uintptr_t line, uint64_t modules)
{
    const sw_scope none = {0, 0, 0, 0};
    (void)name;
    (void)file;
    (void)line;
    (void)modules;
    return none;
}

SW_API void sw__scope_end_at(sw_scope *scope)
{
    (void)scope;
}

#ifdef __cplusplus
}
#endif

#endif
