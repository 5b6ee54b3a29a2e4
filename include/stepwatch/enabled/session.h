// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/session.h>: its calls look at the state word, and go into the library if what they
// are for is on. The macros add file and line.

#ifndef STEPWATCH_ENABLED_SESSION_H
#define STEPWATCH_ENABLED_SESSION_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__begin_iter(const char *file, uintptr_t line);
SW_API sw_status sw__finish_iter(uint64_t items, const char *file, uintptr_t line);
SW_API sw_status sw__pause(const char *file, uintptr_t line);
SW_API sw_status sw__resume(const char *file, uintptr_t line);

static inline sw_status sw__begin_iter_at(const char *file, uintptr_t line)
{
    return sw__is_on(SW__SESSION_BITS) ? sw__begin_iter(file, line) : SW_OK;
}

static inline sw_status sw__finish_iter_at(uint64_t items, const char *file, uintptr_t line)
{
    return sw__is_on(SW__SESSION_BITS) ? sw__finish_iter(items, file, line) : SW_OK;
}

static inline sw_status sw__pause_at(const char *file, uintptr_t line)
{
    return sw__is_on(SW__SESSION_BITS) ? sw__pause(file, line) : SW_OK;
}

static inline sw_status sw__resume_at(const char *file, uintptr_t line)
{
    return sw__is_on(SW__SESSION_BITS) ? sw__resume(file, line) : SW_OK;
}

#define sw_begin_iter() sw__begin_iter_at(__FILE__, __LINE__)
#define sw_finish_iter() sw__finish_iter_at(0, __FILE__, __LINE__)
#define sw_finish_iter_items(items) sw__finish_iter_at((items), __FILE__, __LINE__)
#define sw_pause() sw__pause_at(__FILE__, __LINE__)
#define sw_resume() sw__resume_at(__FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
