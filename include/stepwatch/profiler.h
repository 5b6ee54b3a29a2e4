// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler: named sections of an iteration, recorded in windows of iterations.
//
//     sw_section_begin("gradient");
//     gradient(x);
//     sw_section_end("gradient");
//     sw_finish_iter();
//     double seconds;
//     if (sw_get_metric("gradient_time_sec", &seconds) == SW_OK) ...
//
// Which iterations are recorded is said by the run profile, in its group `profiler`, or by sw_profiler_enable(). Outside of
// them a section costs one load and one branch, no clock is read, and there are no values. SW_SCOPE is a section, too.
//
// Sections nest, and may recurse: what is begun inside another one is a part of it, on its thread. Each thread has its own
// sections; the values of an iteration add up those of all threads.
//
// A section belongs to the iteration in which it began. One that the thread which calls sw_finish_iter() has not ended is
// cut off there: it counts as unfinished. One of another thread goes on, and is in the values of the iteration in which it
// ends.

#ifndef STEPWATCH_PROFILER_H
#define STEPWATCH_PROFILER_H

#include <stepwatch/base.h>
#include <stepwatch/stopwatch.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a recorded iteration gives.
typedef enum sw_profiler_mode {
    SW_PROFILER_CUSTOM, ///< times of the sections, and memory
    SW_PROFILER_NULL,   ///< nothing: sections are legal, and do nothing
    SW_PROFILER_TORCH,  ///< the same as custom, and ops; and with `aggregate` a trace of each cycle
    SW_PROFILER_NVIDIA, ///< the same as custom; and NVTX ranges, of sections and of iterations, and the windows of CUDA's
                        ///< profilers
} sw_profiler_mode;

/// Who ops come from, which are the operators of an iteration. They are recorded in mode torch.
typedef enum sw_activity {
    SW_ACTIVITY_CPU,  ///< the program itself
    SW_ACTIVITY_BLAS, ///< calls of a BLAS library
    SW_ACTIVITY_CUDA, ///< the GPU; not available yet
    SW_ACTIVITY_MPI,  ///< calls of MPI; not available yet
    SW_ACTIVITY_NCCL, ///< collectives of NCCL; not available yet
} sw_activity;

/// Cycles without end, for `repeat` of sw_profiler_options.
#define SW_REPEAT_FOREVER UINT32_MAX

/// Options of sw_profiler_enable(). Zero is the default of every field. Texts are copied.
///
/// Of the iterations, counted from 0, `skip_first` are skipped. Then come cycles: `wait` iterations that are left alone,
/// `warmup` ones, and `active` ones, which are recorded. `repeat` cycles, and nothing more.
///
/// With `save_file` each recorded iteration is a row of a CSV file, which is there when sw_finish_iter() returns; in mode
/// torch each op of it is, or with `aggregate` each op of a cycle. In `csv`
/// %run%, %rank%, %pid%, %cycle%, and %step%, the first iteration of the cycle, are filled in; ranks never share a file. A
/// file that is there already is left alone: the rows go to another one, and a message says to which.
typedef struct sw_profiler_options {
    sw_profiler_mode mode;
    uint32_t skip_first;
    uint32_t wait;
    uint32_t
        warmup; ///< run as those that wait do: for what is slow at first, such as the begin of CUDA and first touches
    uint32_t active;           ///< 0: all that are left
    uint32_t repeat;           ///< 0: one cycle
    bool skip_first_wait;      ///< the first cycle has no wait
    bool aggregate;            ///< of mode torch: a cycle as a whole, which may have a trace; see sw_get_metric()
    bool save_file;            ///< write the values of each recorded iteration to a file
    const char *run_name;      ///< %run%; NULL: the name of the program
    const char *csv;           ///< the file; NULL: outputs/%run%_gpu_metrics.csv
    const char *trace_dir;     ///< of mode torch with `aggregate`: where the traces go; NULL: none
    sw_cuda_sync do_cuda_sync; ///< wait for the GPU at the edges of sections and iterations
    const char *trace_file;    ///< the name of a trace; NULL: rank_%rank%.pt.trace.json
    uint32_t trace_max_events; ///< spans and values in a trace; 0: 1,000,000. What is more is counted
    uint32_t activities;       ///< of mode torch: whose ops are recorded, bits 1u << sw_activity; 0: all available
    bool record_shapes;        ///< of mode torch: ops are told apart by the shapes that they work on
    bool with_flops;           ///< of mode torch: floating-point operations and bytes that ops declare are kept
    bool with_stack;           ///< of mode torch: ops are told apart by the file and line that they begin at
    bool profile_memory;       ///< sw_mem_alloc() and sw_mem_free() count
} sw_profiler_options;

SW_API sw_status sw__profiler_enable(const sw_profiler_options *options, uint32_t size);

/// Switches the profiler on from code; NULL: with the defaults, which record all iterations. Opens a session if there is
/// none. The current iteration is number 0.
///
/// SW_ERR_ALREADY    it is on, by the run profile or by a call; nothing was changed
/// SW_ERR_ARGUMENT   the options do not go together; a message says why
/// SW_ERR_SECOND_COPY   another copy of the library has the session: see sw_init()
static inline sw_status sw_profiler_enable(const sw_profiler_options *options)
{
    return sw__profiler_enable(options, sizeof *options);
}

/// Whether it is on, in another mode than null.
SW_API bool sw_profiler_is_enabled(void);

/// Whether the current iteration is recorded. Any thread.
SW_API bool sw_profiler_is_recording(void);

/// The mode of a name: "null" (also "None"), "custom", "torch", "nvidia". Any thread.
///
/// SW_ERR_ARGUMENT   it is none of those, and a message lists them; `mode` is left as it is
SW_API sw_status sw_profiler_mode_of(const char *name, sw_profiler_mode *mode);

/// Begins a section on the calling thread, inside the one that was begun last.
///
/// SW_ERR_NAME                the name is NULL or empty
/// SW_ERR_TOO_MANY_SECTIONS   too many are open on this thread (1,000), or there are too many different ones (30,000, by
///                            their names and by those that they lie in): it is not recorded, and can be ended
/// SW_ERR_TOO_MANY_NAMES      it counts as "(other)"
SW_API sw_status(sw_section_begin)(const char *name);
SW_API sw_status(sw_section_begin_handle)(sw_name name);

/// Ends a section of the calling thread, the last one of that name that is open; NULL: the one that was begun last.
///
/// SW_ERR_SECTION_NOT_OPEN   there is none, and nothing was ended
/// SW_ERR_SECTION_CROSSED    sections that were begun inside it are still open. It is ended all the same, and they can be
SW_API sw_status(sw_section_end)(const char *name);
SW_API sw_status(sw_section_end_handle)(sw_name name);

/// A value of the iteration that was finished last. `value` is left as it is unless SW_OK is returned.
///
///     total_time_sec          from the end of the iteration before, or its sw_begin_iter(), to its own end: what lies
///                             between two calls of sw_finish_iter() belongs to the later one. Less pauses, see sw_pause().
///     gpu_wait_sec            the part of it that it waited for the GPU at its end; only where do_cuda_sync waits
///     unattributed_sec        the part of it in which the thread that finished the iteration was in no section. One that
///                             goes on over a pause counts with the pause
///     max_host_mb             memory of the process at its highest so far, since the program was started (VmHWM)
///     max_gpu_mb              memory of the GPU that was allocated from its pool (cudaMallocAsync), at its highest in the
///                             iteration, less pauses; 0 without a GPU, and no value where its pool is not used
///     reserved_gpu_mb         what the pool had taken from the GPU for that, at its highest; only with a GPU
///     device_used_gpu_mb      what of the GPU's memory is in use at the end, by all processes; only with a GPU
///     <section>_time_sec      in all sections of that name. Of one inside another of its name, the outer one counts
///     <section>_self_sec      the same, without the sections inside
///     <section>_count         how often it was begun and ended
///     <section>_max_gpu_mb    as max_gpu_mb, while one of them was open: of all that was allocated, by whatever thread
///
/// In mode torch, without `aggregate`, also:
///
///     <section>_cpu_sec       the same as <section>_time_sec
///     <section>_cuda_sec      in which the GPU worked for the section; not measured yet
///     <section>_comm_sec      in communication; not measured yet
///     comm_cuda_sec           communication of the GPU in sections; not measured yet
///     comm_sync_sec           communication outside of sections; not measured yet
///
/// What is not measured has no value, and an empty field in the CSV file. With `aggregate` there are no values of sections:
/// an iteration has its time, its memory and its snapshots.
///
/// Threads are added up: two that are in a section for one second each make two seconds. 1 mb is 2^20 bytes, 1 sec is one
/// second of wall time. Any thread.
///
/// The GPU is the one that is current on the thread that finishes the iterations or, if that uses none, the first that the
/// process uses. The pool's high-water marks (cudaMemPoolAttrUsedMemHigh, cudaMemPoolAttrReservedMemHigh) are read and set
/// back at the edges of sections and iterations: a program that reads them itself finds what came since. In a stream capture
/// they are left alone, and what begins or ends there has no value; nor have the sections of the iteration in which the pool
/// comes into use.
///
/// SW_ERR_ARGUMENT       name or value is NULL
/// SW_NOT_RECORDED       the iteration was not recorded, or had no such section, or this is not measured
SW_API sw_status sw_get_metric(const char *name, double *value);

/// Notes what memory is in use now, as values of the current iteration. The last call of a label in an iteration counts.
///
///     <label>_host_mb             resident memory of the process
///     <label>_allocated_gpu_mb    allocated in the GPU's pool (cudaMallocAsync); only with a GPU
///     <label>_free_gpu_mb         free memory of the GPU; only with a GPU
///
/// Takes some 20 microseconds, of the iteration; nothing outside of the recorded iterations. Any thread.
///
/// SW_ERR_NAME             the label is NULL or empty
/// SW_ERR_TOO_MANY_NAMES   the iteration has 256 labels already
SW_API sw_status(sw_mem_snapshot)(const char *label);

/// Called with each value of the iteration that was finished last, in the order of sw_get_metric(). The name is valid until
/// sw_finalize(). It may call stepwatch, but must not finish an iteration or the session.
typedef void (*sw_metric_visitor)(const char *name, double value, void *user);

/// Calls `visit` with each value of the iteration that was finished last.
///
/// SW_ERR_ARGUMENT   visit is NULL
/// SW_NOT_RECORDED   the iteration was not recorded; `visit` was not called
SW_API sw_status sw_for_each_metric(sw_metric_visitor visit, void *user);

/// Prints the sections of the run so far as a tree, and those of each cycle. sw_finalize() prints it, too, and so does
/// sw_print_eval_times(). Any thread, any time: what the calling thread has open is shown as running.
///
/// SW_ERR_ARGUMENT   file is NULL
/// SW_ERR_WRITE      errno says why
/// SW_NOT_RECORDED   the profiler is off
SW_API sw_status sw_print_section_table(FILE *file);

/// A cycle whose last iteration was finished, or that the end of the session cut short after at least one.
typedef struct sw_cycle {
    uint32_t number;          ///< from 0
    uint32_t iterations;      ///< recorded and finished ones
    uint64_t first_iteration; ///< counted from 0, with those that are not recorded
    uint64_t step;            ///< the iteration that begins now
    bool partial;             ///< it was to have more iterations
    const char *trace;        ///< the path of its trace, valid until the handler returns; NULL: it has none
} sw_cycle;

/// Called at the end of each cycle, from sw_finish_iter() or sw_finalize(), after its rows and its trace were written. The time that it
/// takes belongs to no iteration. It may call stepwatch, but must not finish an iteration or the session.
typedef void (*sw_cycle_handler)(const sw_cycle *cycle, void *user);

/// Lets `handler` be called at the end of each cycle; NULL: nothing. At any time, before sw_init() too.
SW_API void sw_set_cycle_handler(sw_cycle_handler handler, void *user);

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/profiler.h>
#else
#include <stepwatch/enabled/profiler.h>
#endif

#endif
