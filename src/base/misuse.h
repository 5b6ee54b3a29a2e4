// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Misuse of a call: the only way to its message, to the counts of the summary, and to the abort that a run profile may ask
// for. One message per kind and place; the places are kept in a bounded table, later ones are only counted.

#ifndef SW_BASE_MISUSE_H
#define SW_BASE_MISUSE_H

#include <stepwatch/base.h>

/// Where a call was made: file and line from a macro, or a NULL file and the return address.
typedef struct sw__site {
    const char *file;
    uintptr_t line;
} sw__site;

/// For the functions behind the macros: file and line of a call of which only the return address is known.
#define SW__CALLER NULL, (uintptr_t)__builtin_return_address(0)

/// Remembers `status` for sw_last_error() and returns it.
sw_status sw__fail(sw_status status);

/// Reports a misuse: counts it and, the first time for this status and place, sends
///     <place>: <call>("<name>"): <text of status>; <hint>
/// `call` is the public name of the function; `name` may be NULL; `hint` is printf-like and may be NULL. Aborts if asked
/// to. Returns `status`. Silent while no session is open. Any thread; takes a lock, so never on the way of a correct call.
sw_status sw__misuse(sw_status status, sw__site site, const char *call, const char *name, const char *hint, ...)
    __attribute__((format(printf, 5, 6)));

/// Counts one more of `status` without a message: a later part of an incident that was reported.
void sw__misuse_again(sw_status status);

/// How often `status` was reported in this session.
uint64_t sw__misuse_count(sw_status status);

/// How many misuses fell on places that no longer fitted into the table.
uint64_t sw__misuse_further_places(void);

void sw__misuse_abort(bool abort_on_misuse);
void sw__misuse_reset(void);

/// Writes the site as text, "train.c:41" or "module+0x1f3", into `text`; always terminated.
void sw__site_text(sw__site site, char *text, size_t size);

// Around fork().
void sw__misuse_lock(void);
void sw__misuse_unlock(void);

#endif
