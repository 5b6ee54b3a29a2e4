// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "csv_field.h"

#include <string.h>

#include "base/utf8.h"
#include "exact_number.h"

// Readers may drop spaces at either end of what has no quotes, and take an empty field for absent.
static bool needs_quotes(const char *text)
{
    const size_t length = strlen(text);
    return length == 0 || strpbrk(text, ",\"\r\n") || text[0] == ' ' || text[length - 1] == ' ';
}

void sw__csv_field_add_text(sw__buffer *out, const char *text)
{
    const char *quote = needs_quotes(text) ? "\"" : "";
    sw__buffer_text(out, quote);
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code;
        const size_t size = sw__utf8_read(text, left, &code);
        if (*text == '"')
            sw__buffer_text(out, "\"");
        if (size)
            sw__buffer_add(out, text, size);
        else
            sw__buffer_text(out, "\xef\xbf\xbd");
        text += size ? size : 1;
        left -= size ? size : 1;
    }
    sw__buffer_text(out, quote);
}

void sw__csv_field_add_cell(sw__buffer *out, sw__cell_kind kind, const sw__cell *cell)
{
    char number[SW__UNIT_TEXT];
    if (kind == SW__CELL_TEXT && !cell->absent)
        sw__csv_field_add_text(out, cell->text);
    else if (kind != SW__CELL_TEXT && sw__exact_cell(number, kind, cell))
        sw__buffer_text(out, number);
}
