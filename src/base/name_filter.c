// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "name_filter.h"

#include <stddef.h>
#include <string.h>

#include "utf8.h"

uint8_t sw__name_flags[SW__NAME_CAP];

static const char *filter; ///< guarded by the names' lock

static size_t first_character(const char *text)
{
    uint32_t code;
    const size_t size = sw__utf8_read(text, strlen(text), &code);
    return size ? size : 1;
}

// Not by fnmatch(), for which the program's locale says what a character is, and names like layer[0] are patterns.
static bool matches(const char *pattern, const char *text)
{
    const char *behind_star = NULL;
    const char *star_end = NULL; // in the text; after a mismatch the last star takes one character more
    while (*text) {
        if (*pattern == '*') {
            behind_star = ++pattern;
            star_end = text;
        } else if (*pattern == '?') {
            pattern++;
            text += first_character(text);
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (behind_star) {
            pattern = behind_star;
            text = star_end += first_character(star_end);
        } else
            return false;
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

static bool is_left_out(const char *name)
{
    if (!filter)
        return false;
    bool left_out = *filter != '!';
    for (const char *pattern = filter; *pattern; pattern += strlen(pattern) + 1) {
        const bool leaves_out = *pattern == '!';
        if (matches(pattern + leaves_out, name))
            left_out = leaves_out;
    }
    return left_out;
}

void sw__name_filter_apply(uint32_t id, const char *name)
{
    // The iteration is what all shares are of, and "(other)" stands for names of both kinds.
    const bool always = id == SW__NAME_OTHER || strcmp(name, "iteration") == 0;
    __atomic_store_n(&sw__name_flags[id], !always && is_left_out(name), __ATOMIC_RELAXED); // see the reader
}

void sw__name_filter_set(const char *patterns)
{
    sw__names_lock();
    const bool changes = filter || patterns;
    filter = patterns;
    for (uint32_t id = 1; changes && id < sw__name_end(); id++)
        sw__name_filter_apply(id, sw__name_text(id));
    sw__names_unlock();
}
