// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "duplicates.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

static bool is_word(const sw__node *key)
{
    return key->kind == SW__NODE_SCALAR;
}

static bool same_text(const sw__node *a, const sw__node *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

// By text, and by place where texts are equal.
static int compare(const void *left, const void *right)
{
    const sw__node *a = *(const sw__node *const *)left;
    const sw__node *b = *(const sw__node *const *)right;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    const int order = memcmp(a->text, b->text, a->length);
    return order ? order : (a > b) - (a < b);
}

static void report(sw__reader *reader, const sw__node *key, const sw__node *first)
{
    sw__buffer *out = sw__mistakes_add(reader->mistakes, key->place);
    if (!out)
        return;
    sw__utf8_quote(out, key->text, key->length);
    sw__buffer_printf(out, " is given twice; the first one is in line %zu", first->place.line);
}

// Sorted, so that a file of a hundred thousand keys is still checked at once.
void sw__duplicates_report(sw__reader *reader, const sw__document *document, const sw__node *map)
{
    size_t count = 0;
    for (sw__pair pair = {0}; sw__document_next(document, map, &pair);)
        count += is_word(pair.key);
    const sw__node **keys = malloc((count + 1) * sizeof *keys);
    if (!keys) {
        reader->no_memory = true;
        return;
    }
    size_t end = 0;
    for (sw__pair pair = {0}; sw__document_next(document, map, &pair);)
        if (is_word(pair.key))
            keys[end++] = pair.key;
    qsort(keys, count, sizeof *keys, compare);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (same_text(keys[i], keys[first]))
            report(reader, keys[i], keys[first]);
        else
            first = i;
    }
    free(keys);
}
