// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sessions on a clock that stands still until it is set, and what they print.

#ifndef TESTS_SESSION_SUPPORT_H
#define TESTS_SESSION_SUPPORT_H

#include <stepwatch/stepwatch.h>

#include "messages.h"
#include "test.h"

/// Nanoseconds, as the clock and the statistics have them.
#define SECONDS(n) ((uint64_t)((n)*1000000000.0))

/// The numbers are no further apart than that. Both are printed if they are.
#define CHECK_NEAR(actual, expected, apart) check_near((actual), (expected), (apart), #actual, __FILE__, __LINE__)
void check_near(double actual, double expected, double apart, const char *what, const char *file, unsigned line);

/// Sets the clock of the sessions below.
void at(double seconds);

/// Lets a second go by.
void tick(void);

/// The next session runs on that clock, which is at 0, and its messages are caught. session_close() takes it back.
void session_prepare(void);

/// Opens such a session with the stopwatch on.
void session_open(uint32_t num_warmup_iters);
void session_open_with(const sw_stopwatch_options *options);

/// Ends the session, and the catching of its messages. The summary is thrown away, or is what is returned; free it.
void session_close(void);
char *session_close_printing(void);

/// Measures once, from one time to another, and checks that both calls succeed.
void measure(const char *name, double begin, double end);

/// Sets the clock and finishes the iteration; checks that it succeeds.
void finish_at(double seconds);

/// The statistics of a measurement; all zero if there are none.
sw_meas_stats stats_of_meas(const char *name);

/// The summary so far; free it.
char *summary_now(void);

/// The row of `name` in the table of that title in a summary, its columns set apart by single spaces; "" if it is not
/// there. Valid until the next call.
const char *row_of(const char *summary, const char *title, const char *name);

/// How often the text has the part in it.
unsigned times_in(const char *text, const char *part);

/// Keeps what is written to stderr, from one call to the other, which returns it; free it.
void stderr_keep(void);
char *stderr_kept(void);

/// Makes a file of this text. Ends with file_remove(), which also frees the path.
char *file_of(const char *text);
void file_remove(char *path);

/// Runs a function on a thread of its own, and waits for the thread's end.
void run_on_thread(void *(*function)(void *argument), void *argument);

/// Runs checks in a child process, for what would stay behind in this one; prints those that fail there.
void check_in_child(void (*checks)(void));

#endif
