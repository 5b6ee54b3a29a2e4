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
//
// A kernel launch returns before the kernel has run. With `do_cuda_sync` each interval that is counted, and each counted
// iteration, waits for the GPU before its clock is read, at both edges: it is the time of the GPU's work, not of the launch,
// and work queued before it is not in it. That takes away the overlap of CPU and GPU, so the program is slower. Nothing
// waits in the warm-up, but for one wait at its end; nothing that starts in a pause waits, and sw_pause() and sw_resume()
// themselves do not. CUDA is found at run time, at the first wait; without it, or without a driver, one message says so.
//
// While a stream is captured into a CUDA graph, a wait would break the capture: it is left out, and the interval counts as
// `captured`. A capture is seen on the default stream, on all streams that wait for that one, and on the stream that the
// thread has set. A stream made with cudaStreamNonBlocking has to be set for that, on each thread that measures meanwhile.

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

/// What is waited for before the clock is read.
typedef enum sw_cuda_sync {
    SW_CUDA_SYNC_NONE,   ///< nothing
    SW_CUDA_SYNC_DEVICE, ///< the current device of the thread, with all its streams
    SW_CUDA_SYNC_STREAM, ///< the stream of sw_set_cuda_stream()
} sw_cuda_sync;

/// Options of sw_stopwatch_enable(). Zero is the default in each field.
typedef struct sw_stopwatch_options {
    uint32_t num_warmup_iters;    ///< iterations at the start that are not counted
    uint32_t print_every_n_iters; ///< print, with what changed, after every n counted iterations; 0: at the end only
    sw_clock clock;
    const char *cpu_usage_meas; ///< as sw_set_cpu_usage_meas_name() would choose it; NULL or "": none. Copied.
    sw_cuda_sync do_cuda_sync;
} sw_stopwatch_options;

/// Switches the stopwatch on from code, for programs without a config file; NULL takes the defaults. Without an open
/// session it opens one, as sw_init(NULL, NULL) does.
///
/// SW_ERR_ALREADY    it is on, by the run profile or by an earlier call; nothing was changed
/// SW_ERR_ARGUMENT   no such clock
/// SW_ERR_CONFIG     the session that was to be opened has mistakes in its configuration, which were reported
/// SW_ERR_SECOND_COPY   another copy of the library has the session: see sw_init()
SW_API sw_status sw__stopwatch_enable(const sw_stopwatch_options *options, uint32_t size);

static inline sw_status sw_stopwatch_enable(const sw_stopwatch_options *options)
{
    return sw__stopwatch_enable(options, sizeof *options);
}

/// Names the stream that the calling thread works with, a cudaStream_t, for SW_CUDA_SYNC_STREAM and for the search for
/// captures. NULL, the default, is the legacy default stream; a program built with --default-stream per-thread sets
/// cudaStreamPerThread. Set another one before a stream is destroyed. May be called at any time; it calls nothing of CUDA.
SW_API void sw_set_cuda_stream(void *stream);

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

/// As sw_start_meas() and sw_end_meas(), by handle, for hot loops.
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

/// Chooses the one measurement whose CPU usage is taken, for the session and all threads; the run profile's `cpu_usage_meas`
/// does the same. Its intervals then take some more system calls at both edges, outside of the timed part; the summary says
/// how long those take. Choosing the same name again is fine.
///
/// SW_ERR_NAME             NULL or ""
/// SW_ERR_ALREADY          another one was chosen, and stays
/// SW_ERR_STARTED          it was already started in this session
/// SW_ERR_TOO_MANY_NAMES   the name is one of "(other)"
SW_API sw_status(sw_set_cpu_usage_meas_name)(const char *name);

/// Adds an interval of `ns` nanoseconds that was measured elsewhere to the measurement `name`, as if it had just ended.
///
/// SW_ERR_NAME             NULL or ""
/// SW_ERR_TOO_MANY_NAMES   it is counted as "(other)"
SW_API sw_status(sw_add_meas)(const char *name, uint64_t ns);

/// Records a value, such as a loss: the summary shows count, last, mean, deviation, min and max of each name.
///
/// SW_ERR_NAME             NULL or ""
/// SW_ERR_ARGUMENT         NaN, or infinite; it is not recorded
/// SW_ERR_TOO_MANY_NAMES   it is recorded as "(other)"
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
    double share;        ///< sum within the finished iterations / (their wall time * threads); 0 if none
    uint64_t threads;    ///< threads that took part
    uint64_t straddled;  ///< intervals left out: started in warm-up, ended after it
    uint64_t running;    ///< open now
    double running_ns;   ///< the longest of those so far
    uint64_t unfinished; ///< open when their thread ended
    uint64_t captured;   ///< intervals with an edge in a CUDA graph capture, where it did not wait for the GPU
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

/// Takes the statistics of one measurement; both pointers are valid during the call only. `stats->count` may be 0.
typedef void (*sw_meas_visitor)(const char *name, const sw_meas_stats *stats, void *user);

/// Calls `visit` for each measurement that was ever started, on the calling thread, the one with the greatest total first.
/// All statistics are read before the first call, and stop nobody. Any thread, any time. No lock is held while `visit`
/// runs: it may call all of stepwatch, this and sw_finalize() too.
///
/// SW_ERR_ARGUMENT   visit is NULL
/// SW_ERR_NO_MEMORY  nothing was visited
/// SW_NOT_RECORDED   the stopwatch is off
SW_API sw_status sw__for_each_meas(sw_meas_visitor visit, void *user, uint32_t size);

static inline sw_status sw_for_each_meas(sw_meas_visitor visit, void *user)
{
    return sw__for_each_meas(visit, user, sizeof(sw_meas_stats));
}

/// CPU usage of this process during the intervals of the chosen measurement that were counted: CPU time of all its threads,
/// divided by wall time, each summed over the intervals first. Intervals that overlap on several threads count each.
/// Percentages `of one core` are 100 for one core that is busy all the time, and more for several.
typedef struct sw_cpu_usage {
    uint64_t intervals;
    double wall_ns;      ///< sum of the intervals, from CPU reading to CPU reading
    double cpu_ns;       ///< CPU time of this process in these
    double user_ns;      ///< of that, in the program; as the kernel splits it, by samples
    double system_ns;    ///< of that, in the kernel
    double children_ns;  ///< CPU time of children that ended and were waited for in these intervals; not in the others
    double core_percent; ///< of one core: cpu_ns / wall_ns
    double user_percent; ///< of one core
    double system_percent;   ///< of one core
    double children_percent; ///< of one core
    double allowed_cpus;     ///< how many CPUs this process may use, by affinity and cgroup quota: 1.5, say; 0: unknown
    double allowed_percent;  ///< of those CPUs; 0 if they are unknown
    uint64_t machine_ticks;  ///< ticks of all CPUs in these intervals; if 0, nothing is known of the machine
    double machine_busy_percent;   ///< of all CPUs of the machine, by all processes
    double machine_iowait_percent; ///< of all CPUs of the machine: idle while input or output was under way
    double cost_ns;                ///< what the readings at the two edges of an interval take on average, outside of it
} sw_cpu_usage;

/// Reads the CPU usage so far. Any thread, any time; the first call in a process takes milliseconds, to look at the machine.
///
/// SW_ERR_ARGUMENT   usage is NULL
/// SW_NOT_RECORDED   no measurement was chosen, none of its intervals was counted yet, or they are no 10 ms together, which
///                   the kernel's clocks are too coarse for. The sums are there, all percentages are 0.
SW_API sw_status sw__get_cpu_usage(sw_cpu_usage *usage, uint32_t size);

static inline sw_status sw_get_cpu_usage(sw_cpu_usage *usage)
{
    return sw__get_cpu_usage(usage, sizeof *usage);
}

/// Prints the summary so far, with the tables of the modules that are on. Any thread, any time.
///
/// SW_ERR_ARGUMENT   file is NULL
/// SW_ERR_WRITE      errno says why
/// SW_NOT_RECORDED   the stopwatch is off; nothing was printed
SW_API sw_status sw_print_eval_times(FILE *file);

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/stopwatch.h>
#else
#include <stepwatch/enabled/stopwatch.h>
#endif

#endif
