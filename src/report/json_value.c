// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "json_value.h"

#include <string.h>

#include "base/utf8.h"
#include "exact_number.h"

static void add_character(sw__buffer *out, const char *text, size_t size, uint32_t code)
{
    if (size == 0)
        sw__buffer_text(out, "\xef\xbf\xbd");
    else if (code < 0x20 || code == 0x7f)
        sw__buffer_printf(out, "\\u%04x", (unsigned)code);
    else {
        if (code == '"' || code == '\\')
            sw__buffer_text(out, "\\");
        sw__buffer_add(out, text, size);
    }
}

void sw__json_text(sw__buffer *out, const char *text)
{
    sw__buffer_text(out, "\"");
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code = 0;
        const size_t size = sw__utf8_read(text, left, &code);
        add_character(out, text, size, code);
        text += size ? size : 1;
        left -= size ? size : 1;
    }
    sw__buffer_text(out, "\"");
}

static void add_cell(sw__buffer *out, sw__cell_kind kind, const sw__cell *cell)
{
    char number[SW__UNIT_TEXT];
    if (kind == SW__CELL_TEXT && !cell->absent)
        sw__json_text(out, cell->text);
    else if (kind != SW__CELL_TEXT && sw__exact_cell(number, kind, cell))
        sw__buffer_text(out, number);
    else
        sw__buffer_text(out, "null");
}

void sw__json_member(sw__buffer *out, const char *key, sw__cell_kind kind, const sw__cell *cell)
{
    sw__json_text(out, key);
    sw__buffer_text(out, ": ");
    add_cell(out, kind, cell);
}
