// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "utf8.h"

#include "char_width.h"
#include "printable.h"

enum { SHOWN_COLUMNS = 40, LONGEST_CHARACTER = 4 };

// The forms of UTF-8 by their first byte. A code below `least` has a shorter form, so the longer one is not UTF-8.
typedef struct form {
    unsigned char mask;
    unsigned char lead;
    uint32_t least;
} form;

static const form forms[] = {{0x80, 0x00, 0x0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

static bool is_surrogate(uint32_t code)
{
    return code >= 0xd800 && code <= 0xdfff;
}

static size_t form_length(unsigned char lead)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if ((lead & forms[i].mask) == forms[i].lead)
            return i + 1;
    return 0;
}

size_t sw__utf8_read(const char *text, size_t length, uint32_t *code)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t size = length ? form_length(bytes[0]) : 0;
    if (size == 0 || size > length)
        return 0;
    const form *f = &forms[size - 1];
    uint32_t value = bytes[0] & (unsigned char)~f->mask;
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < f->least || value > 0x10ffff || is_surrogate(value))
        return 0;
    *code = value;
    return size;
}

bool sw__utf8_is_printable(uint32_t code)
{
    return sw__char_width(code) >= 0;
}

size_t sw__utf8_count(const char *text, size_t length)
{
    size_t count = 0;
    uint32_t code;
    for (size_t i = 0; i < length; count++) {
        const size_t size = sw__utf8_read(text + i, length - i, &code);
        i += size ? size : 1;
    }
    return count;
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

size_t sw__utf8_cut(const char *text, size_t length, size_t most)
{
    if (length <= most)
        return length;
    size_t at = most;
    while (at > 0 && most - at < LONGEST_CHARACTER && continues(text[at]))
        at--;
    // Where no character begins so near, it is no UTF-8, and any place is as good.
    return continues(text[at]) ? most : at;
}

void sw__utf8_repair(sw__buffer *out, const char *text, size_t length)
{
    uint32_t code;
    for (size_t i = 0; i < length;) {
        const size_t size = sw__utf8_read(text + i, length - i, &code);
        sw__buffer_add(out, size ? text + i : "\xef\xbf\xbd", size ? size : 3);
        i += size ? size : 1;
    }
}

void sw__utf8_show(sw__buffer *out, const char *text, size_t length)
{
    sw__printable_add(out, text, length, SHOWN_COLUMNS);
}

void sw__utf8_quote(sw__buffer *out, const char *text, size_t length)
{
    sw__buffer_text(out, "'");
    sw__utf8_show(out, text, length);
    sw__buffer_text(out, "'");
}
