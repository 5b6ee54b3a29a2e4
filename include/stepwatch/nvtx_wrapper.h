// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The NVTX range wrapper: ranges that Nsight Systems shows on its timeline, with checks of their order.
//
// Push and pop nest on one thread. Start and end take a handle and may be on different threads. Without a tool attached
// the ranges go nowhere; the checks work all the same, and also in a build without NVTX.
//
// With `keep_track_of_range_order` a pop that names its range is checked. It closes the ranges down to and including the
// one it names; what lay above was leaked, is closed in the tool too, and is reported once, with the place of its push
// and the whole stack. Leave the checks off when profiling: they cost a comparison of names at each pop.

#ifndef STEPWATCH_NVTX_WRAPPER_H
#define STEPWATCH_NVTX_WRAPPER_H

#include <stepwatch/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Options of sw_nvtx_enable(). Zero is the default in each field.
typedef struct sw_nvtx_options {
    bool keep_track_of_range_order; ///< check the names given to sw_range_pop()
    const char *domain;             ///< the NVTX domain, shown as a group by the tools; NULL: "stepwatch". Copied.
    bool sync_on_push; ///< wait for the GPU, the thread's device, before a range is opened; not while paused
    bool sync_on_pop;  ///< the same before one is closed
    /// In the iterations from this one up to, and without, the other, counted from 0 with the warm-up, CUDA's profilers
    /// collect: as by sw_cuda_profiler_start() and _stop(). A start of 0 is at once; a stop of 0 is
    /// the end of the session; with both 0 they do not.
    uint32_t profiler_start_iter;
    uint32_t profiler_stop_iter;
} sw_nvtx_options;

/// Switches the wrapper on from code, for programs without a config file; NULL takes the defaults. Without an open
/// session it opens one, as sw_init(NULL, NULL) does.
///
/// SW_ERR_ALREADY    it is on, by the run profile or by an earlier call; nothing was changed
/// SW_ERR_ARGUMENT   profiler_stop_iter is not after profiler_start_iter
/// SW_ERR_CONFIG     the session that was to be opened has mistakes in its configuration, which were reported
/// SW_ERR_SECOND_COPY   another copy of the library has the session: see sw_init()
SW_API sw_status sw__nvtx_enable(const sw_nvtx_options *options, uint32_t size);

static inline sw_status sw_nvtx_enable(const sw_nvtx_options *options)
{
    return sw__nvtx_enable(options, sizeof *options);
}

/// Whether ranges are forwarded: the wrapper is on and the session is open (it may be paused).
SW_API bool sw_nvtx_is_enabled(void);

/// Opens a range on the calling thread, inside the one that is open there.
///
/// SW_ERR_NAME              NULL or ""
/// SW_ERR_TOO_MANY_NAMES    it is opened as "(other)"
/// SW_ERR_TOO_MANY_RANGES   more than 4,096 are open on this thread; it is counted, not forwarded
SW_API sw_status(sw_range_push)(const char *name);

/// Closes the innermost range of the calling thread. With `expected`, and order checks on, it closes down to and
/// including the innermost range of that name; NULL asks for no check.
///
/// SW_ERR_RANGE_EMPTY      no range is open on this thread
/// SW_ERR_RANGE_NOT_OPEN   none of that name is open here; nothing was popped
/// SW_ERR_RANGE_LEAKED     others lay above it, and were closed too; or it was one of those, and its pop comes late
/// SW_ERR_NAME             ""; nothing was popped, as nothing can have been pushed
SW_API sw_status(sw_range_pop)(const char *expected);

/// As sw_range_push() and sw_range_pop(), by handle, for hot loops. With the zero handle both do nothing.
SW_API sw_status(sw_range_push_handle)(sw_name name);
SW_API sw_status(sw_range_pop_handle)(sw_name expected);

/// A range that is open across threads; 0 is none.
typedef struct sw_range {
    uint64_t id;
} sw_range;

/// Opens a range that any thread may close. Returns the zero range, whose end does nothing, when the wrapper is off or the
/// range cannot be opened (sw_last_error() says why: SW_ERR_NAME, SW_ERR_TOO_MANY_RANGES beyond 4,096 open ones).
SW_API sw_range(sw_range_start)(const char *name);

/// Closes a range that was opened by sw_range_start(), on any thread.
///
/// SW_ERR_RANGE_HANDLE   it was ended before, or never started
SW_API sw_status(sw_range_end)(sw_range range);

/// Marks a moment on the calling thread.
///
/// SW_ERR_NAME              NULL or ""
/// SW_ERR_TOO_MANY_NAMES    it is marked as "(other)"
SW_API sw_status(sw_mark)(const char *name);

/// Lets attached profilers (nsys profile --capture-range=cudaProfilerApi) begin to collect, with cudaProfilerStart(); a
/// pause does not matter. Calls may nest: the outermost pair counts. Does nothing while the wrapper is off. The last stop,
/// or sw_finalize() if it does not come, lets them end; an exit handler does not.
///
/// SW_ERR_NO_CUDA            there is no CUDA, or no driver; said once
SW_API sw_status(sw_cuda_profiler_start)(void);

/// Takes back one sw_cuda_profiler_start(); the last one lets the profilers end.
///
/// SW_ERR_PROFILER_STOPPED   no call has started it; what the run profile has started goes on
SW_API sw_status(sw_cuda_profiler_stop)(void);

/// What the wrapper itself counted of one name, over all threads.
typedef struct sw_range_stats {
    uint64_t pushed;  ///< ranges that were opened by push
    uint64_t started; ///< ranges that were opened by start
    uint64_t marked;  ///< marks
    uint64_t leaked;  ///< pushed, and closed only by the pop of a range below, by the end of their thread, or never
    uint64_t deepest; ///< the greatest number of ranges open on a thread at a push of this one, itself included
} sw_range_stats;

/// Reads what was counted of `name`, at any time, on any thread.
///
/// SW_ERR_ARGUMENT       stats is NULL
/// SW_ERR_UNKNOWN_NAME   no range or mark of this name was seen
SW_API sw_status sw__get_range_stats(const char *name, sw_range_stats *stats, uint32_t size);

static inline sw_status sw_get_range_stats(const char *name, sw_range_stats *stats)
{
    return sw__get_range_stats(name, stats, sizeof *stats);
}

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/nvtx_wrapper.h>
#else
#include <stepwatch/enabled/nvtx_wrapper.h>
#endif

#endif
