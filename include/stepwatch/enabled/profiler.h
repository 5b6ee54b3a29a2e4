// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/profiler.h>: its calls look at the state word, and go into the library if what they
// are for is on. The macros add file and line.

#ifndef STEPWATCH_ENABLED_PROFILER_H
#define STEPWATCH_ENABLED_PROFILER_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__section_begin(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__section_end(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__section_begin_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__section_end_handle(sw_name name, const char *file, uintptr_t line);

SW_API sw_status sw__mem_snapshot(const char *label, const char *file, uintptr_t line);

static inline sw_status sw__section_begin_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__PROFILER_BITS) ? sw__section_begin(name, file, line) : SW_OK;
}

static inline sw_status sw__section_end_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__PROFILER_BITS) ? sw__section_end(name, file, line) : SW_OK;
}

static inline sw_status sw__section_begin_handle_at(sw_name name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__PROFILER_BITS) ? sw__section_begin_handle(name, file, line) : SW_OK;
}

static inline sw_status sw__section_end_handle_at(sw_name name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__PROFILER_BITS) ? sw__section_end_handle(name, file, line) : SW_OK;
}

static inline sw_status sw__mem_snapshot_at(const char *label, const char *file, uintptr_t line)
{
    return sw__is_on(SW__PROFILER_BITS) ? sw__mem_snapshot(label, file, line) : SW_OK;
}

#define sw_section_begin(name) sw__section_begin_at((name), __FILE__, __LINE__)
#define sw_section_end(name) sw__section_end_at((name), __FILE__, __LINE__)
#define sw_section_begin_handle(name) sw__section_begin_handle_at((name), __FILE__, __LINE__)
#define sw_section_end_handle(name) sw__section_end_handle_at((name), __FILE__, __LINE__)
#define sw_mem_snapshot(label) sw__mem_snapshot_at((label), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
