// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "printable.h"

#include "base/utf8.h"
#include "char_width.h"

// What is left of a text.
typedef struct rest {
    const char *text;
    size_t length;
} rest;

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

static glyph first_glyph(rest r)
{
    uint32_t code;
    const size_t bytes = sw__utf8_read(r.text, r.length, &code);
    const int columns = bytes > 0 ? sw__char_width(code) : -1;
    if (columns >= 0)
        return (glyph){.bytes = bytes, .columns = (size_t)columns};
    // Only the first byte of it: the others are no UTF-8 without it, and so are escaped in their turn.
    return (glyph){.bytes = 1, .columns = short_escape(*r.text) ? 2 : 4, .escaped = true};
}

static rest behind(rest r, glyph g)
{
    return (rest){r.text + g.bytes, r.length - g.bytes};
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

static size_t columns_of(rest r)
{
    size_t columns = 0;
    while (r.length > 0) {
        const glyph g = first_glyph(r);
        columns += g.columns;
        r = behind(r, g);
    }
    return columns;
}

// Appends as much of it as fits into `columns`, and returns what is left.
static rest add_head(sw__buffer *out, rest r, size_t columns)
{
    while (r.length > 0) {
        const glyph g = first_glyph(r);
        if (g.columns > columns)
            break;
        add_glyph(out, r.text, g);
        columns -= g.columns;
        r = behind(r, g);
    }
    return r;
}

// The end of it that fits into `columns`. It does not begin with a mark that would join what stands before it.
static rest tail_of(rest r, size_t columns)
{
    size_t left = columns_of(r);
    while (r.length > 0) {
        const glyph g = first_glyph(r);
        if (left <= columns && g.columns > 0)
            break;
        left -= g.columns;
        r = behind(r, g);
    }
    return r;
}

size_t sw__printable_add(sw__buffer *out, const char *text, size_t length, size_t max_columns)
{
    const rest whole = {text, length};
    const size_t columns = columns_of(whole);
    if (columns <= max_columns) {
        add_head(out, whole, columns);
        return columns;
    }
    const size_t tail_columns = (max_columns - 1) / 2;
    const rest behind_head = add_head(out, whole, max_columns - 1 - tail_columns);
    const rest tail = tail_of(behind_head, tail_columns);
    sw__buffer_text(out, "…");
    add_head(out, tail, tail_columns);
    return columns - columns_of(behind_head) + 1 + columns_of(tail);
}
