// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What every part of stepwatch shares: status codes, names, messages, and the state word.
//
// Calls may come from any thread unless a function says otherwise. No call may be made from a signal handler. A start, end,
// push or pop of a known name that is made all the same, while it interrupts another call, is refused and counted, and
// corrupts nothing; a call that takes a lock, such as one that reports a mistake, may wait for ever.
//
// Before sw_init(), after sw_finalize(), and for whatever the run profile leaves off, a call returns SW_OK and does
// nothing: it costs one load and one branch.
//
// With SW_DISABLE defined before the first of these headers (-DSW_DISABLE) not even that is left, and the program is linked
// without the library. All types stay. All functions are there as inlines, which evaluate their arguments, and do nothing:
// what asks for a value says SW_NOT_RECORDED, a print too; what is enabled is false, numbers, handles and ranges are 0, the
// rest is SW_OK. The files of a program need not agree on it.

#ifndef STEPWATCH_BASE_H
#define STEPWATCH_BASE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef SW_DISABLE
#define SW_API static inline __attribute__((always_inline))
#else
#define SW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Every status code with its text: X(name, value, text). sw_status_text() and the messages take the texts from here.
#define SW_STATUS_MAP(X)                                                                                               \
    X(SW_OK, 0, "success")                                                                                             \
    X(SW_ERR_ALREADY, -1, "was done before; the first call stands")                                                    \
    X(SW_ERR_ARGUMENT, -2, "an argument is not usable")                                                                \
    X(SW_ERR_NAME, -3, "the name is NULL or empty")                                                                    \
    X(SW_ERR_TOO_MANY_NAMES, -4, "too many different names; further ones count as (other)")                            \
    X(SW_ERR_UNKNOWN_NAME, -5, "nothing of this name was ever started")                                                \
    X(SW_ERR_NOT_RUNNING, -6, "this measurement is not running")                                                       \
    X(SW_ERR_RUNNING, -7, "this measurement is already running on this thread")                                        \
    X(SW_ERR_OTHER_THREAD, -8, "this measurement is running on another thread")                                        \
    X(SW_ERR_ONCE, -9, "a one-time measurement of this name was already taken")                                        \
    X(SW_ERR_OPEN_AT_ITER_END, -10, "a measurement is still open at the end of the iteration")                         \
    X(SW_ERR_ITER_OVERLAP, -11, "another thread is finishing this iteration")                                          \
    X(SW_ERR_ITER_BEGUN, -12, "this iteration was already begun")                                                      \
    X(SW_ERR_NOT_PAUSED, -13, "resume without a pause")                                                                \
    X(SW_ERR_RANGE_EMPTY, -14, "no range is open on this thread")                                                      \
    X(SW_ERR_RANGE_NOT_OPEN, -15, "no range of this name is open on this thread")                                      \
    X(SW_ERR_RANGE_LEAKED, -16, "a range was pushed and never popped")                                                 \
    X(SW_ERR_RANGE_HANDLE, -17, "this range handle is not open")                                                       \
    X(SW_ERR_TOO_MANY_RANGES, -18, "too many ranges are open; this one is not forwarded")                              \
    X(SW_ERR_INTERRUPTED, -19, "the call came from a signal handler that interrupted another call")                    \
    X(SW_ERR_CONFIG, -20, "the configuration has mistakes; everything stays off")                                      \
    X(SW_ERR_NO_MEMORY, -21, "no memory; the call was not recorded")                                                   \
    X(SW_ERR_WRITE, -22, "the output could not be written")                                                            \
    X(SW_NOT_RECORDED, -23, "there is no value: nothing was recorded")                                                 \
    X(SW_ERR_STARTED, -24, "a measurement of this name was already started")                                           \
    X(SW_ERR_NO_CUDA, -25, "CUDA cannot be used here")                                                                 \
    X(SW_ERR_PROFILER_STOPPED, -26, "the CUDA profiler was not started by a call")                                     \
    X(SW_ERR_SECOND_COPY, -27, "another copy of stepwatch in this process has the session")                            \
    X(SW_ERR_SECTION_NOT_OPEN, -28, "no section or op of this name is open on this thread")                            \
    X(SW_ERR_SECTION_CROSSED, -29, "what was begun inside this one is still open")                                     \
    X(SW_ERR_SECTION_UNFINISHED, -30, "a section or op is still open at the end of the iteration")                     \
    X(SW_ERR_TOO_MANY_SECTIONS, -31, "too many sections and ops; this one is not recorded")

/// 0, or what went wrong; SW_STATUS_MAP lists them. The codes are part of the ABI and are never renumbered.
typedef enum sw_status {
#define SW__STATUS(name, value, text) name = value,
    SW_STATUS_MAP(SW__STATUS)
#undef SW__STATUS
} sw_status;

/// The text of a status code; "unknown status" for any other number. Static.
SW_API const char *sw_status_text(sw_status status);

/// The last status other than SW_OK that a call returned on the calling thread; SW_OK if none has.
SW_API sw_status sw_last_error(void);

/// A name, registered once: a handle for hot loops, the same for all modules. It lives as long as the process. The zero
/// handle is inert: starting and ending it does nothing.
typedef struct sw_name {
    uint32_t id;
} sw_name;

/// Registers `name` and returns its handle, the same one for the same text. The text is copied; any bytes but NUL may be
/// in it, more than 1,000 of them are cut and marked. May be called before sw_init(). After 16,384 names further ones get
/// the handle of "(other)", with one warning. NULL or "" gives the zero handle.
SW_API sw_name(sw_register)(const char *name);

/// The text of a registered name; "" for the zero handle.
SW_API const char *sw_name_text(sw_name name);

/// Takes the messages of stepwatch: mistakes in a config file, misuse of a call, a reached limit. `text` is one line of
/// UTF-8 without its newline, in which what a terminal should not get is escaped, as \x1b; it is valid during the call
/// only. May run on any thread, and on several at once; it may call stepwatch, but not sw_finalize().
typedef void (*sw_message_handler)(sw_status status, const char *text, void *user);

/// Sends the messages to `handler`, with `user` passed on; NULL brings back the default, stderr. May be called at any
/// time, before sw_init() too, but not while other threads may be sending messages.
SW_API void sw_set_message_handler(sw_message_handler handler, void *user);

// The modules, by their bits in the state word.
#define SW__STOPWATCH_BITS UINT64_C(0x3)
#define SW__NVTX_BITS UINT64_C(0xc)
#define SW__PROFILER_BITS UINT64_C(0x30)
#define SW__OPS_BITS UINT64_C(0x80)
#define SW__MEMORY_BITS UINT64_C(0x100)
#define SW__SESSION_BITS UINT64_C(0xc000)

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/base.h>
#else
#include <stepwatch/enabled/base.h>
#endif

#endif
