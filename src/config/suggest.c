// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "suggest.h"

#include <string.h>

#include "base/utf8.h"

enum {
    WORD_LIMIT = 64, // nobody mistypes a longer one, and the work stays bounded
    LIST_LIMIT = 16,
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Upper case is never what was meant.
static char plain(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// What it takes to turn `typed` into `name`, or into the best part of it where `part`: the number of letters to insert,
// delete, change, or swap with their neighbour. Row i tells it for the first i letters of `typed`.
static size_t distance(const char *typed, size_t typed_length, const char *name, size_t name_length, bool part)
{
    size_t rows[3][WORD_LIMIT + 1];
    for (size_t j = 0; j <= name_length; j++)
        rows[0][j] = part ? 0 : j;
    for (size_t i = 1; i <= typed_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *above_that = rows[(i + 1) % 3];
        const char c = plain(typed[i - 1]);
        row[0] = i;
        for (size_t j = 1; j <= name_length; j++) {
            const char d = plain(name[j - 1]);
            row[j] = least(above[j - 1] + (c != d), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && c == plain(name[j - 2]) && plain(typed[i - 2]) == d)
                row[j] = least(row[j], above_that[j - 2] + 1);
        }
    }
    const size_t *last = rows[typed_length % 3];
    size_t result = last[name_length];
    for (size_t j = 0; part && j < name_length; j++)
        result = least(result, last[j]);
    return result;
}

// The wrong letters of `typed` where each of its words may be anywhere in the name: what was left out costs nothing.
static size_t wrong_letters(const char *typed, size_t length, const char *name, size_t name_length)
{
    size_t wrong = 0;
    for (size_t begin = 0; begin < length;) {
        size_t end = begin;
        while (end < length && typed[end] != '_')
            end++;
        wrong += distance(typed + begin, end - begin, name, name_length, true);
        begin = end + 1;
    }
    return wrong;
}

bool sw__nearest_try(sw__nearest *nearest, const char *name)
{
    const size_t length = nearest->length;
    const size_t name_length = strlen(name);
    if (length > WORD_LIMIT || name_length > WORD_LIMIT)
        return false;
    const size_t all = distance(nearest->typed, length, name, name_length, false);
    const size_t wrong = wrong_letters(nearest->typed, length, name, name_length);
    const bool near_whole = all <= (length + 1) / 3;
    const bool near_part = length >= 3 && wrong <= length / 5;
    // A wrong letter tells more against a name than letters that were left out.
    const size_t cost = all + 3 * wrong;
    if ((!near_whole && !near_part) || (nearest->name && cost >= nearest->cost))
        return false;
    nearest->name = name;
    nearest->cost = cost;
    return true;
}

void sw__list_add(sw__buffer *out, size_t index, size_t count, const char *conjunction, const char *word)
{
    if (index > LIST_LIMIT)
        return;
    if (index == LIST_LIMIT) {
        sw__buffer_printf(out, " %s %zu more", conjunction, count - index);
        return;
    }
    if (index > 0 && index + 1 == count)
        sw__buffer_printf(out, " %s ", conjunction);
    else if (index > 0)
        sw__buffer_text(out, ", ");
    sw__utf8_show(out, word, strlen(word));
}
