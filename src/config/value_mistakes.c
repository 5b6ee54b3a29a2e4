// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "value_mistakes.h"

#include "base/utf8.h"
#include "config/suggest.h"

sw__buffer *sw__value_mistake_begin(const sw__value_reading *r)
{
    sw__buffer *out = sw__mistakes_add(r->reader->mistakes, r->value->place);
    if (out) {
        sw__option_name_add(out, r->group, r->option);
        sw__buffer_text(out, ": ");
    }
    return out;
}

static void add_choices(sw__buffer *out, const sw__choice *choices, const char *conjunction)
{
    size_t count = 0;
    while (choices[count].name)
        count++;
    for (size_t i = 0; i < count; i++)
        sw__list_add(out, i, count, conjunction, choices[i].name);
}

static void add_expected_set(sw__buffer *out, const sw__option *option)
{
    sw__buffer_printf(out, "a list such as [%s], with some of ", option->choices->name);
    add_choices(out, option->choices, "and");
}

static void add_expected(sw__buffer *out, const sw__option *option)
{
    if (option->kind == SW__OPTION_BOOL)
        sw__buffer_text(out, "true or false");
    else if (option->kind == SW__OPTION_UINT)
        sw__buffer_printf(out, "a whole number from %u to %u", (unsigned)option->min, (unsigned)option->max);
    else if (option->kind == SW__OPTION_CHOICE)
        add_choices(out, option->choices, "or");
    else if (option->kind == SW__OPTION_SET)
        add_expected_set(out, option);
    else if (option->kind == SW__OPTION_LIST)
        sw__buffer_text(out, "a list of texts, such as [\"a.*\", \"!a.b\"]");
    else
        sw__buffer_text(out, "a text");
    if (option->nullable)
        sw__buffer_text(out, ", or null");
}

void sw__value_found_add(sw__buffer *out, const sw__node *value)
{
    if (value->kind == SW__NODE_LIST)
        sw__buffer_text(out, "a list");
    else if (value->kind == SW__NODE_MAP)
        sw__buffer_text(out, "a map");
    else
        sw__utf8_quote(out, value->text, value->length);
}

sw__buffer *sw__value_say_wrong_type(const sw__value_reading *r)
{
    sw__buffer *out = sw__value_mistake_begin(r);
    if (!out)
        return NULL;
    sw__value_found_add(out, r->value);
    sw__buffer_text(out, " is not ");
    add_expected(out, r->option);
    return out;
}

void sw__value_say_quoted(const sw__value_reading *r)
{
    sw__buffer *out = sw__value_mistake_begin(r);
    if (!out)
        return;
    sw__value_found_add(out, r->value);
    sw__buffer_text(out, " is text, because of its quotes; write ");
    add_expected(out, r->option);
    sw__buffer_text(out, " without quotes");
}

void sw__value_say_missing(const sw__value_reading *r)
{
    sw__buffer *out = sw__value_mistake_begin(r);
    if (!out)
        return;
    sw__buffer_text(out, "there is no value; write ");
    add_expected(out, r->option);
}
