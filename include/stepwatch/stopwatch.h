// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The stopwatch: named timers with warm-up, one-time measurements, values, and a summary at the end of the run.
//
// A measurement may be started and ended any number of times in an iteration, from different places of the program, and
// in some iterations only. Starts and ends of different names need not nest. Each thread has its own timer of a name; the
// summary adds the threads up and says how many there were.
//
// What is started in one of the first `num_warmup_iters` iterations is not counted. Times are wall time, from a monotonic
// clock that the summary names: the processor's time-stamp counter where it is invariant, CLOCK_MONOTONIC elsewhere.
// CLOCK_MONOTONIC stands still while the machine is suspended.

#ifndef STEPWATCH_STOPWATCH_H
#define STEPWATCH_STOPWATCH_H

#include <stepwatch/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where the times come from.
typedef enum sw_clock {
    SW_CLOCK_AUTO,      ///< the time-stamp counter if it is invariant and the kernel trusts it, else CLOCK_MONOTONIC
    SW_CLOCK_TSC,       ///< the counter (TSC, or CNTVCT on arm64), scaled against CLOCK_MONOTONIC
    SW_CLOCK_MONOTONIC, ///< clock_gettime(CLOCK_MONOTONIC): about twice the cost
} sw_clock;

/// Zero is the default in each field.
typedef struct sw_stopwatch_options {
    uint32_t num_warmup_iters;    ///< iterations at the start that are not counted
    uint32_t print_every_n_iters; ///< print after every n counted iterations; 0: at the end only
    sw_clock clock;
} sw_stopwatch_options;

/// Switches the stopwatch on from code, for programs without a config file; NULL takes the defaults. Without an open
/// session it opens one, as sw_init(NULL, NULL) does.
///
/// SW_ERR_ALREADY    it is on, by the run profile or by an earlier call; nothing was changed
/// SW_ERR_ARGUMENT   no such clock
/// SW_ERR_CONFIG     the session that was to be opened has mistakes in its configuration, which were reported
SW_API sw_status sw__stopwatch_enable(const sw_stopwatch_options *options, uint32_t size);

static inline sw_status sw_stopwatch_enable(const sw_stopwatch_options *options)
{
    return sw__stopwatch_enable(options, sizeof *options);
}

/// Whether measurements are taken: the stopwatch is on and the session is open (it may be paused).
SW_API bool sw_stopwatch_is_enabled(void);

/// Starts the measurement `name` on the calling thread.
///
/// SW_ERR_NAME             NULL or ""
/// SW_ERR_RUNNING          it runs on this thread; the first start stands
/// SW_ERR_TOO_MANY_NAMES   it is counted as "(other)"
/// SW_ERR_NO_MEMORY        it is not recorded
SW_API sw_status(sw_start_meas)(const char *name);

/// Ends the measurement `name` on the calling thread: the thread that started it.
///
/// SW_ERR_UNKNOWN_NAME   it was never started
/// SW_ERR_NOT_RUNNING    it is not running
/// SW_ERR_OTHER_THREAD   it runs, on another thread, which the message names; it goes on
SW_API sw_status(sw_end_meas)(const char *name);

/// The same by handle, for hot loops.
SW_API sw_status(sw_start_meas_handle)(sw_name name);
SW_API sw_status(sw_end_meas_handle)(sw_name name);

/// Takes one measurement that belongs to no iteration and to no warm-up, such as loading the data. Once per name; start
/// and end may be on different threads.
///
/// SW_ERR_ONCE           start: a measurement of this name was already taken, or is running
/// SW_ERR_NOT_RUNNING    end: it was taken before
/// SW_ERR_UNKNOWN_NAME   end: it was never started
SW_API sw_status(sw_start_one_time_measurement)(const char *name);
SW_API sw_status(sw_end_one_time_measurement)(const char *name);

/// Adds an interval of `ns` nanoseconds that was measured elsewhere to the measurement `name`, as if it had just ended.
/// SW_ERR_NAME, SW_ERR_TOO_MANY_NAMES as above.
SW_API sw_status(sw_add_meas)(const char *name, uint64_t ns);

/// Records a value, such as a loss: the summary shows count, last, mean, deviation, min and max of each name. NaN and
/// infinities are refused with SW_ERR_ARGUMENT.
SW_API sw_status(sw_value)(const char *name, double value);

/// How many iterations were counted: finished, and not warm-up. 0 while the stopwatch is off.
SW_API uint64_t sw_get_num_nonwarmup_iters_measured(void);

/// Statistics of one measurement, over all threads. Times are in nanoseconds.
typedef struct sw_meas_stats {
    uint64_t count;          ///< intervals that were counted
    uint64_t iterations;     ///< iterations that were counted, for all measurements alike
    double total_ns;         ///< sum of the intervals
    double per_iteration_ns; ///< their sum within the finished iterations, divided by the number of those; 0 if none
    double per_interval_ns;  ///< total divided by count
    double min_ns;
    double max_ns;
    uint64_t max_iteration; ///< the iteration, counted from 0 with warm-up, in which the longest interval started
    double stddev_ns;       ///< of the population
    double p50_ns;          ///< percentiles by nearest rank, within 1 %
    double p90_ns;
    double p99_ns;
    double share;           ///< sum within the finished iterations / (their wall time * threads); 0 if none
    uint64_t threads;       ///< threads that took part
    uint64_t straddled;     ///< intervals left out: started in warm-up, ended after it
    uint64_t running;       ///< open now
    double running_ns;      ///< the longest of those so far
    uint64_t unfinished;    ///< open when their thread ended
} sw_meas_stats;

/// Reads the statistics of `name` at any time, also while threads measure: it stops nobody.
///
/// SW_ERR_ARGUMENT       name or stats is NULL
/// SW_ERR_UNKNOWN_NAME   no measurement of this name was ever started
/// SW_NOT_RECORDED       nothing has been counted yet; `stats` holds the counts, its times are 0
SW_API sw_status sw__get_meas_stats(const char *name, sw_meas_stats *stats, uint32_t size);

static inline sw_status sw_get_meas_stats(const char *name, sw_meas_stats *stats)
{
    return sw__get_meas_stats(name, stats, sizeof *stats);
}

/// Prints the summary so far. Any thread, any time.
///
/// SW_ERR_ARGUMENT   file is NULL
/// SW_ERR_WRITE      errno says why
/// SW_NOT_RECORDED   the stopwatch is off; nothing was printed
SW_API sw_status sw_print_eval_times(FILE *file);

// Reached by the inlines below.
SW_API sw_status sw__start_meas(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__end_meas(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__start_meas_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__end_meas_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__start_one_time(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__end_one_time(const char *name, const char *file, uintptr_t line);
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
#define sw_add_meas(name, ns) sw__add_meas_at((name), (ns), __FILE__, __LINE__)
#define sw_value(name, value) sw__value_at((name), (value), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
