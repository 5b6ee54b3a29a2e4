// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Names: text to a small number, for the life of the process. Looking one up takes no lock; adding one does.

#ifndef SW_BASE_NAMES_H
#define SW_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <stepwatch/base.h>

enum {
    SW__NAME_CAP = 16384,   ///< ids are 1..SW__NAME_CAP - 1; 0 is no name
    SW__NAME_OTHER = 1,     ///< "(other)": stands for all names beyond the cap
    SW__NAME_LENGTH = 1000, ///< longer ones are cut and marked with their length and hash
};

/// To be called before any lane looks for a name. More calls do nothing.
void sw__names_setup(void);

/// The id of a text, added if it is new. SW__NAME_OTHER when the table is full or memory is out: then one of the two
/// functions below is to be called, after the lane was left, for the message's handler may call stepwatch.
uint32_t sw__intern(const char *text, size_t length);

/// Whether some names became "(other)": one that is not in the table may be one of those.
bool sw__names_ran_out(void);

/// Tells, once, why names became "(other)".
void sw__names_tell(void);

/// The same for a call that did its work under "(other)": counts that, and returns SW_ERR_TOO_MANY_NAMES.
sw_status sw__name_was_other(void);

/// The id of a text, or 0 if it was never interned.
uint32_t sw__name_find(const char *text, size_t length);

/// The text of an id, NUL-terminated and immortal; "" for 0 and for ids not given out.
const char *sw__name_text(uint32_t id);

/// The same for the hot path, by an id that was given out.
extern const char *sw__name_texts[SW__NAME_CAP];

/// A text of up to 31 bytes and its terminator, with a mask of the bytes that count: see same_text.h. A longer text has a
/// key that equals no name.
typedef struct sw__name_key {
    uint64_t word[4];
    uint64_t mask[4];
} sw__name_key;

extern sw__name_key sw__name_keys[SW__NAME_CAP];

/// One more than the greatest id given out.
uint32_t sw__name_end(void);

/// Whether a handle was given out; the zero handle was not.
static inline bool sw__is_handle(sw_name name)
{
    return name.id != 0 && name.id < sw__name_end();
}

// Around fork().
void sw__names_lock(void);
void sw__names_unlock(void);

#endif
