// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The session: from sw_init() to sw_finalize(), one run profile, one count of iterations for all modules together.

#ifndef STEPWATCH_SESSION_H
#define STEPWATCH_SESSION_H

#include <stepwatch/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the session with a run profile from a config file (config/run_profiles.yaml shows the format).
///
/// path     the config file; NULL: none
/// profile  the run profile in it; NULL: the file's `default`
///
/// The environment wins over the arguments: STEPWATCH_CONFIG over `path`, STEPWATCH_PROFILE over `profile`, and
/// STEPWATCH_SET="stopwatch.num_warmup_iters=3;on_error=abort" over single values. With nothing from either side
/// everything stays off, at no cost.
///
/// SW_ERR_CONFIG    every mistake was reported as `file:line:col: what; what was meant`, and everything stays off. The
///                  program can go on: all calls are silent.
/// SW_ERR_ALREADY   a session is open; nothing was changed
/// SW_ERR_SECOND_COPY   the library is in this process several times, linked statically into several objects, and
///                  another copy has the session. A message names both objects, and this copy stays off: all its calls
///                  are silent. After the other's sw_finalize() it can have a session.
///
/// Any thread. An exit handler prints the summary if the program leaves without sw_finalize(). After fork() the child is
/// off and writes nothing, unless it calls sw_init() itself.
SW_API sw_status sw_init(const char *path, const char *profile);

/// Prints the summary to stderr, lists what is still open, and closes the session. Of a parallel run the first process
/// prints, unless the run profile has `print_ranks: all`. Any thread; other threads may still
/// be in calls, and what they do from then on is ignored. A second call does nothing. sw_init() may follow.
SW_API sw_status sw_finalize(void);

/// Marks the begin of an iteration. Optional: without it an iteration begins where the one before was finished, and the
/// first one at the first measurement, range or scope. With it, the time since sw_finish_iter() belongs to no iteration.
///
/// SW_ERR_ITER_BEGUN   this iteration was already begun by a call; the first one stands
SW_API sw_status(sw_begin_iter)(void);

/// Ends the iteration, for all modules and threads together: a pass of a training loop, or of a solver. Any thread, one
/// at a time. What was started in the iteration and is ended later still counts in it.
///
/// SW_ERR_OPEN_AT_ITER_END   the calling thread has a measurement open (use a one-time measurement for what is longer
///                           than an iteration). The iteration is counted; the measurement stays open and can be ended.
/// SW_ERR_ITER_OVERLAP       another thread is in sw_finish_iter(); this call counted nothing
SW_API sw_status(sw_finish_iter)(void);

/// As sw_finish_iter(), and says how many items (samples, tokens, unknowns) the iteration processed: the summary shows
/// items/s.
SW_API sw_status(sw_finish_iter_items)(uint64_t items);

/// Stops the recording, for evaluation inside a training loop, say. Until sw_resume(), what starts is ignored together
/// with its end, sw_finish_iter() counts nothing, and the time does not belong to the iteration. What is open goes on and
/// can be ended.
///
/// SW_ERR_ALREADY   it is paused
SW_API sw_status(sw_pause)(void);

/// Goes on with what sw_pause() has stopped.
///
/// SW_ERR_NOT_PAUSED   it is not paused
SW_API sw_status(sw_resume)(void);

/// Writes the effective configuration as a config file, comments included; read back, it is equal. With no session open
/// it writes the defaults. A text from code that no config file can have, with control characters or bytes that are no
/// UTF-8, is escaped, and refused when it is read.
///
/// SW_ERR_ARGUMENT   file is NULL
/// SW_ERR_WRITE      errno says why
SW_API sw_status sw_config_print(FILE *file);

/// Prints the run so far in at most ten numbers, for an experiment tracker: lines of a name, a space and a number, which has
/// a point in every locale. What there is no value of has no line.
///
///     iterations          counted ones              wall_time_s         of those
///     iterations_per_s                              items_per_s         see sw_finish_iter_items()
///     iteration_mean_ms   iteration_p50_ms   iteration_p99_ms
///     top_share_percent   the share that the measurement with the greatest total has
///     own_cost_percent    what starting and ending measurements took of the wall time
///     misuse              calls that were wrong
///
/// Any thread, any time. What the names mean never changes.
///
/// SW_ERR_ARGUMENT   file is NULL
/// SW_ERR_WRITE      errno says why
/// SW_NOT_RECORDED   the stopwatch is off; nothing was printed
SW_API sw_status sw_print_summary(FILE *file);

/// Reads one of the numbers that sw_print_summary() prints, by its name there. `value` is left as it is unless SW_OK is
/// returned.
///
/// SW_ERR_ARGUMENT       name or value is NULL
/// SW_ERR_UNKNOWN_NAME   it is none of those names
/// SW_NOT_RECORDED       there is no value, or the stopwatch is off
SW_API sw_status sw_get_summary_value(const char *name, double *value);

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/session.h>
#else
#include <stepwatch/enabled/session.h>
#endif

#endif
