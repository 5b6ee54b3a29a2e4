// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/scope.h>: how a scope is opened and closed, for the macros and for other languages. `modules`
// says which of SW__SCOPE_BITS the scope feeds, as far as they are on.

#ifndef STEPWATCH_ENABLED_SCOPE_H
#define STEPWATCH_ENABLED_SCOPE_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_scope sw__scope_begin(const char *name, const char *file, uintptr_t line);
SW_API sw_scope sw__scope_begin_of(const char *name, const char *file, uintptr_t line, uint64_t modules);
SW_API sw_scope sw__scope_begin_handle(sw_name name, const char *file, uintptr_t line, uint64_t modules);
SW_API void sw__scope_end(const sw_scope *scope);

static inline sw_scope sw__scope_begin_at(const char *name, const char *file, uintptr_t line, uint64_t modules)
{
    const sw_scope none = {0, 0, 0, 0};
    if (!sw__is_on(modules))
        return none;
    // All of them is what the library is quickest at; the question costs nothing where the compiler knows the answer.
    return modules == SW__SCOPE_BITS ? sw__scope_begin(name, file, line)
                                     : sw__scope_begin_of(name, file, line, modules);
}

static inline sw_scope sw__scope_begin_handle_at(sw_name name, const char *file, uintptr_t line, uint64_t modules)
{
    const sw_scope none = {0, 0, 0, 0};
    return sw__is_on(modules) ? sw__scope_begin_handle(name, file, line, modules) : none;
}

static inline void sw__scope_end_at(sw_scope *scope)
{
    if (__builtin_expect(scope->name != 0, 0))
        sw__scope_end(scope);
}

#ifdef __cplusplus
}
#endif

#endif
