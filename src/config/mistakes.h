// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The mistakes found in one source, kept until all of it has been read: then they go out together, in the order of
// their places. A hopeless file gives the first SW__MISTAKES_SHOWN of them and the number of the others.

#ifndef SW_CONFIG_MISTAKES_H
#define SW_CONFIG_MISTAKES_H

#include "base/buffer.h"

enum { SW__MISTAKES_SHOWN = 50 };

/// Both count from 1, columns in characters; 0 where the source has no lines, or the mistake no place.
typedef struct sw__place {
    size_t line;
    size_t column;
} sw__place;

typedef struct sw__mistake {
    sw__place place;
    sw__buffer text;
} sw__mistake;

typedef struct sw__mistakes {
    const char *source; ///< the file as it was named; NULL: messages begin with their text
    size_t count;       ///< all of them; the first ones in `shown`
    sw__mistake shown[SW__MISTAKES_SHOWN];
} sw__mistakes;

/// Counts one more mistake. Gives the buffer to write its text to before the next call, or NULL if it will not be
/// shown.
sw__buffer *sw__mistakes_add(sw__mistakes *mistakes, sw__place place);

/// The same with the text.
void sw__mistakes_say(sw__mistakes *mistakes, sw__place place, const char *text);

/// Sends them and frees them. False if the memory was not enough for all of their texts.
bool sw__mistakes_send(sw__mistakes *mistakes);

#endif
