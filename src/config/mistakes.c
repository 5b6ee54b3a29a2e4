// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "mistakes.h"

#include <limits.h>
#include <string.h>

#include "base/message.h"
#include "base/printable.h"

static bool is_before(sw__place a, sw__place b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

static size_t kept(const sw__mistakes *mistakes)
{
    return mistakes->count < SW__MISTAKES_SHOWN ? mistakes->count : SW__MISTAKES_SHOWN;
}

// Sorted in as they come: a mistake may be found after others that stand behind it in the file.
sw__buffer *sw__mistakes_add(sw__mistakes *mistakes, sw__place place)
{
    size_t end = kept(mistakes);
    mistakes->count++;
    size_t at = end;
    while (at > 0 && is_before(place, mistakes->shown[at - 1].place))
        at--;
    if (at == SW__MISTAKES_SHOWN)
        return NULL;
    if (end == SW__MISTAKES_SHOWN)
        sw__buffer_free(&mistakes->shown[--end].text);
    memmove(&mistakes->shown[at + 1], &mistakes->shown[at], (end - at) * sizeof mistakes->shown[0]);
    mistakes->shown[at] = (sw__mistake){.place = place};
    return &mistakes->shown[at].text;
}

void sw__mistakes_say(sw__mistakes *mistakes, sw__place place, const char *text)
{
    sw__buffer *out = sw__mistakes_add(mistakes, place);
    if (out)
        sw__buffer_text(out, text);
}

static void add_place(sw__buffer *out, const char *source, sw__place place)
{
    // Of a path that is longer than any can be, the ends say enough.
    if (source)
        sw__printable_add(out, source, strlen(source), PATH_MAX);
    if (place.line)
        sw__buffer_printf(out, ":%zu", place.line);
    if (place.column)
        sw__buffer_printf(out, ":%zu", place.column);
    if (source)
        sw__buffer_text(out, ": ");
}

// False if the memory was not enough for the text.
static bool send(const char *source, sw__mistake *mistake)
{
    sw__buffer line = {0};
    add_place(&line, source, mistake->place);
    if (mistake->text.text)
        sw__buffer_text(&line, mistake->text.text);
    const bool complete = !line.failed && !mistake->text.failed;
    if (line.text)
        sw__say(SW_ERR_CONFIG, "%s", line.text);
    sw__buffer_free(&line);
    sw__buffer_free(&mistake->text);
    return complete;
}

bool sw__mistakes_send(sw__mistakes *mistakes)
{
    bool complete = true;
    const size_t count = kept(mistakes);
    for (size_t i = 0; i < count; i++)
        complete &= send(mistakes->source, &mistakes->shown[i]);
    const size_t more = mistakes->count - count;
    if (more > 0)
        sw__say(SW_ERR_CONFIG, "%s: and %zu more mistake%s", mistakes->source, more, more == 1 ? "" : "s");
    mistakes->count = 0;
    return complete;
}
