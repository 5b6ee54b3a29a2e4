// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/stopwatch.h>: its calls look at the state word, and go into the library if what they
// are for is on. The macros add file and line.

#ifndef STEPWATCH_ENABLED_STOPWATCH_H
#define STEPWATCH_ENABLED_STOPWATCH_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__start_meas(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__end_meas(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__start_meas_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__end_meas_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__start_one_time(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__end_one_time(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__set_cpu_usage_meas_name(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__add_meas(const char *name, uint64_t ns, const char *file, uintptr_t line);
SW_API sw_status sw__value(const char *name, double value, const char *file, uintptr_t line);

static inline sw_status sw__start_meas_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__start_meas(name, file, line) : SW_OK;
}

static inline sw_status sw__end_meas_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__end_meas(name, file, line) : SW_OK;
}

static inline sw_status sw__start_meas_handle_at(sw_name name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__start_meas_handle(name, file, line) : SW_OK;
}

static inline sw_status sw__end_meas_handle_at(sw_name name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__end_meas_handle(name, file, line) : SW_OK;
}

static inline sw_status sw__start_one_time_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__start_one_time(name, file, line) : SW_OK;
}

static inline sw_status sw__end_one_time_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__end_one_time(name, file, line) : SW_OK;
}

static inline sw_status sw__set_cpu_usage_meas_name_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__set_cpu_usage_meas_name(name, file, line) : SW_OK;
}

static inline sw_status sw__add_meas_at(const char *name, uint64_t ns, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__add_meas(name, ns, file, line) : SW_OK;
}

static inline sw_status sw__value_at(const char *name, double value, const char *file, uintptr_t line)
{
    return sw__is_on(SW__STOPWATCH_BITS) ? sw__value(name, value, file, line) : SW_OK;
}

#define sw_start_meas(name) sw__start_meas_at((name), __FILE__, __LINE__)
#define sw_end_meas(name) sw__end_meas_at((name), __FILE__, __LINE__)
#define sw_start_meas_handle(name) sw__start_meas_handle_at((name), __FILE__, __LINE__)
#define sw_end_meas_handle(name) sw__end_meas_handle_at((name), __FILE__, __LINE__)
#define sw_start_one_time_measurement(name) sw__start_one_time_at((name), __FILE__, __LINE__)
#define sw_end_one_time_measurement(name) sw__end_one_time_at((name), __FILE__, __LINE__)
#define sw_set_cpu_usage_meas_name(name) sw__set_cpu_usage_meas_name_at((name), __FILE__, __LINE__)
#define sw_add_meas(name, ns) sw__add_meas_at((name), (ns), __FILE__, __LINE__)
#define sw_value(name, value) sw__value_at((name), (value), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
