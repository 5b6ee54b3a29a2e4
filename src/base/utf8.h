// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Characters of UTF-8 text, and text as it may be shown in a message.

#ifndef SW_BASE_UTF8_H
#define SW_BASE_UTF8_H

#include "base/buffer.h"

/// Reads the character at the begin of `text`; gives the number of its bytes. 0 if they are not UTF-8: `code` is left
/// as it was.
size_t sw__utf8_read(const char *text, size_t length, uint32_t *code);

/// Whether a character can stand in a line of text: it is no control character, no line break, no byte order mark, and does
/// not turn the direction of the line.
bool sw__utf8_is_printable(uint32_t code);

/// The number of characters; a byte that is not UTF-8 counts as one.
size_t sw__utf8_count(const char *text, size_t length);

/// The number of bytes, at most `most`, after which the text can be cut without cutting a character.
size_t sw__utf8_cut(const char *text, size_t length, size_t most);

/// Adds the text with U+FFFD in place of each byte that is not UTF-8.
void sw__utf8_repair(sw__buffer *out, const char *text, size_t length);

/// Adds text of any origin so that it fits into a line: what is not printable is escaped, and what is long is cut.
void sw__utf8_show(sw__buffer *out, const char *text, size_t length);

/// The same in single quotes.
void sw__utf8_quote(sw__buffer *out, const char *text, size_t length);

#endif
