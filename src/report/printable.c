// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "printable.h"

#include <string.h>

#include "base/utf8.h"
#include "char_width.h"

enum { LONGEST_CHARACTER = 4 }; // in bytes of UTF-8

// The smallest part of a text that is written as a whole: one character, or one byte that is escaped.
typedef struct glyph {
    size_t bytes;
    size_t columns;
    bool escaped;
} glyph;

static const char *short_escape(char c)
{
    return c == '\n' ? "\\n" : c == '\t' ? "\\t" : NULL;
}

static glyph next_glyph(const char *text)
{
    uint32_t code;
    const size_t bytes = sw__utf8_read(text, strnlen(text, LONGEST_CHARACTER), &code);
    const int columns = bytes > 0 ? sw__char_width(code) : -1;
    if (columns >= 0)
        return (glyph){.bytes = bytes, .columns = (size_t)columns};
    // Only the first byte of it: the others are no UTF-8 without it, and so are escaped in their turn.
    return (glyph){.bytes = 1, .columns = short_escape(*text) ? 2 : 4, .escaped = true};
}

static void add_glyph(sw__buffer *out, const char *text, glyph g)
{
    if (!g.escaped)
        sw__buffer_add(out, text, g.bytes);
    else if (short_escape(*text))
        sw__buffer_text(out, short_escape(*text));
    else
        sw__buffer_printf(out, "\\x%02x", (unsigned)(uint8_t)*text);
}

static size_t columns_of(const char *text)
{
    size_t columns = 0;
    while (*text) {
        const glyph g = next_glyph(text);
        columns += g.columns;
        text += g.bytes;
    }
    return columns;
}

// Appends as much of `text` as fits into `columns`, and returns what is left of it.
static const char *add_head(sw__buffer *out, const char *text, size_t columns)
{
    while (*text) {
        const glyph g = next_glyph(text);
        if (g.columns > columns)
            break;
        add_glyph(out, text, g);
        columns -= g.columns;
        text += g.bytes;
    }
    return text;
}

// The end of `text` that fits into `columns`. It does not begin with a mark that would join what stands before it.
static const char *tail_of(const char *text, size_t columns)
{
    size_t left = columns_of(text);
    while (*text) {
        const glyph g = next_glyph(text);
        if (left <= columns && g.columns > 0)
            break;
        left -= g.columns;
        text += g.bytes;
    }
    return text;
}

size_t sw__printable_add(sw__buffer *out, const char *text, size_t max_columns)
{
    const size_t columns = columns_of(text);
    if (columns <= max_columns) {
        add_head(out, text, columns);
        return columns;
    }
    const size_t tail_columns = (max_columns - 1) / 2;
    const char *rest = add_head(out, text, max_columns - 1 - tail_columns);
    const char *tail = tail_of(rest, tail_columns);
    sw__buffer_text(out, "…");
    add_head(out, tail, tail_columns);
    return columns - columns_of(rest) + 1 + columns_of(tail);
}
