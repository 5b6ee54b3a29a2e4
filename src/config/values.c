// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "values.h"

#include <string.h>

#include "base/utf8.h"
#include "config/suggest.h"
#include "config/value_mistakes.h"

static const size_t field_sizes[] = {
    [SW__OPTION_BOOL] = sizeof(bool),         [SW__OPTION_UINT] = sizeof(uint32_t),
    [SW__OPTION_CHOICE] = sizeof(int),        [SW__OPTION_TEXT] = sizeof(const char *),
    [SW__OPTION_LIST] = sizeof(const char *), [SW__OPTION_SET] = sizeof(uint32_t),
};

static void store(const sw__value_reading *r, const void *value)
{
    if (r->field)
        memcpy(r->field, value, field_sizes[r->option->kind]);
}

// Other ways to say it, which other programs accept. Here they are refused, so that each value has one form.
static const char *boolean_meant(const sw__node *value)
{
    static const char *const words[][2] = {
        {"yes", "true"}, {"on", "true"},   {"y", "true"},  {"1", "true"},  {"true", "true"},
        {"no", "false"}, {"off", "false"}, {"n", "false"}, {"0", "false"}, {"false", "false"},
    };
    char lower[8] = "";
    for (size_t i = 0; i < value->length && value->length < sizeof lower; i++)
        lower[i] = value->text[i] >= 'A' && value->text[i] <= 'Z' ? (char)(value->text[i] | 0x20) : value->text[i];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(lower, words[i][0]) == 0)
            return words[i][1];
    return NULL;
}

static void read_bool(const sw__value_reading *r)
{
    const bool is_true = sw__node_is(r->value, "true");
    if (is_true || sw__node_is(r->value, "false")) {
        store(r, &is_true);
        return;
    }
    sw__buffer *out = sw__value_say_wrong_type(r);
    const char *meant = boolean_meant(r->value);
    if (out && meant)
        sw__buffer_printf(out, "; only true and false are booleans here, so write %s", meant);
}

// Reads a number in plain digits; false if it is none. More than 32 bits give UINT64_MAX.
static bool read_digits(const char *text, size_t length, uint64_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value > UINT32_MAX ? UINT64_MAX : value * 10 + (uint64_t)(text[i] - '0');
    }
    *number = value > UINT32_MAX ? UINT64_MAX : value;
    // Elsewhere a leading zero makes the number an octal one, so nobody can tell what is meant.
    return length > 0 && (text[0] != '0' || length == 1);
}

static void read_uint(const sw__value_reading *r)
{
    const sw__option *option = r->option;
    const bool negative = r->value->length > 0 && r->value->text[0] == '-';
    uint64_t number;
    if (!read_digits(r->value->text + negative, r->value->length - negative, &number)) {
        sw__buffer *out = sw__value_say_wrong_type(r);
        if (out)
            sw__buffer_text(out, "; write it in plain digits");
    } else if (negative || number < option->min || number > option->max) {
        sw__buffer *out = sw__value_mistake_begin(r);
        if (!out)
            return;
        sw__utf8_show(out, r->value->text, r->value->length);
        sw__buffer_printf(out, " is out of range; %u to %u", (unsigned)option->min, (unsigned)option->max);
    } else {
        const uint32_t value = (uint32_t)number;
        store(r, &value);
    }
}

// A null is the choice of that name, in whatever way it is written; nothing at all is none.
static const sw__choice *choice_of(const sw__option *option, const sw__node *value)
{
    const bool is_null = value->length && sw__node_is_null(value);
    for (const sw__choice *c = option->choices; c && c->name; c++)
        if (sw__node_is(value, c->name) || (is_null && strcmp(c->name, "null") == 0))
            return c;
    return NULL;
}

static void say_no_choice(const sw__value_reading *r)
{
    sw__buffer *out = sw__value_say_wrong_type(r);
    sw__nearest nearest = {.typed = r->value->text, .length = r->value->length};
    for (const sw__choice *c = r->option->choices; out && c->name; c++)
        sw__nearest_try(&nearest, c->name);
    if (nearest.name)
        sw__buffer_printf(out, "; did you mean %s?", nearest.name);
}

static void read_choice(const sw__value_reading *r)
{
    const sw__choice *choice = choice_of(r->option, r->value);
    if (choice)
        store(r, &choice->value);
    else
        say_no_choice(r);
}

const char *sw__text_problem(const char *text, size_t length)
{
    if (length == 0)
        return "the text is empty";
    for (size_t i = 0; i < length;) {
        uint32_t code;
        const size_t size = sw__utf8_read(text + i, length - i, &code);
        if (size == 0)
            return "the text is not UTF-8";
        if (!sw__utf8_is_printable(code))
            return "there is a control character in the text";
        i += size;
    }
    return NULL;
}

// False: it was reported.
static bool check_text(const sw__value_reading *r)
{
    const char *problem = sw__text_problem(r->value->text, r->value->length);
    sw__buffer *out = problem ? sw__value_mistake_begin(r) : NULL;
    if (out)
        sw__buffer_printf(out, "%s; one line of printable text is expected", problem);
    return !problem;
}

static void keep_text(const sw__value_reading *r, const char *text, size_t length)
{
    if (!r->field)
        return;
    const char *kept = sw__kept_text_add(r->reader->texts, text, length);
    r->reader->no_memory |= !kept;
    store(r, &kept);
}

static void read_text(const sw__value_reading *r)
{
    if (check_text(r))
        keep_text(r, r->value->text, r->value->length);
}

static bool check_item(const sw__value_reading *item)
{
    if (item->value->kind == SW__NODE_REFUSED)
        return false;
    if (item->value->kind == SW__NODE_SCALAR)
        return check_text(item);
    sw__buffer *out = sw__value_mistake_begin(item);
    if (out) {
        sw__value_found_add(out, item->value);
        sw__buffer_text(out, " is no text; each value of this list is one");
    }
    return false;
}

// The text of a single value has no NUL behind it.
static void add_terminated(sw__buffer *texts, const char *text, size_t length)
{
    sw__buffer_add(texts, text, length);
    sw__buffer_add(texts, "", 1);
}

// False: it was reported.
static bool check_not_empty(const sw__value_reading *r, const char *otherwise)
{
    const bool empty = r->value->end == r->value + 1;
    sw__buffer *out = empty ? sw__value_mistake_begin(r) : NULL;
    if (out)
        sw__buffer_printf(out, "the list is empty; leave the line out to have %s", otherwise);
    return !empty;
}

static void read_list(const sw__value_reading *r)
{
    bool right = check_not_empty(r, "none");
    sw__buffer texts = {0};
    for (const sw__node *value = r->value + 1; value < r->value->end; value = value->end) {
        const sw__value_reading item = {r->reader, r->group, r->option, value, NULL};
        const bool item_is_right = check_item(&item);
        right &= item_is_right;
        if (item_is_right)
            add_terminated(&texts, value->text, value->length);
    }
    r->reader->no_memory |= texts.failed;
    // kept_text adds the NUL that is the empty text.
    if (right && !texts.failed)
        keep_text(r, texts.text, texts.length);
    sw__buffer_free(&texts);
}

static void read_set(const sw__value_reading *r)
{
    bool right = check_not_empty(r, "all");
    uint32_t bits = 0;
    sw__option one = *r->option; // what a value of the list is
    one.kind = SW__OPTION_CHOICE;
    one.nullable = false;
    for (const sw__node *value = r->value + 1; value < r->value->end; value = value->end) {
        const sw__value_reading item = {r->reader, r->group, &one, value, NULL};
        const sw__choice *choice = value->kind == SW__NODE_SCALAR ? choice_of(&one, value) : NULL;
        right &= choice != NULL;
        if (choice)
            bits |= 1u << choice->value;
        else if (value->kind != SW__NODE_REFUSED)
            say_no_choice(&item);
    }
    if (right)
        store(r, &bits);
}

static void say_no_list(const sw__value_reading *r)
{
    (void)sw__value_say_wrong_type(r);
}

static void read_scalar(const sw__value_reading *r)
{
    static void (*const readers[])(const sw__value_reading *) = {
        [SW__OPTION_BOOL] = read_bool, [SW__OPTION_UINT] = read_uint,   [SW__OPTION_CHOICE] = read_choice,
        [SW__OPTION_TEXT] = read_text, [SW__OPTION_LIST] = say_no_list, [SW__OPTION_SET] = say_no_list,
    };
    const bool is_word = r->option->kind == SW__OPTION_BOOL || r->option->kind == SW__OPTION_UINT;
    if (r->value->quoted && is_word)
        sw__value_say_quoted(r);
    else
        readers[r->option->kind](r);
}

static void read_null(const sw__value_reading *r)
{
    static const char zero[sizeof(void *)] = {0};
    if (r->option->nullable)
        store(r, zero);
    else if (r->value->length == 0)
        sw__value_say_missing(r);
    else
        sw__value_say_wrong_type(r);
}

static void (*const list_readers[])(const sw__value_reading *) = {
    [SW__OPTION_LIST] = read_list,
    [SW__OPTION_SET] = read_set,
};

bool sw__option_takes_list(const sw__option *option)
{
    return list_readers[option->kind];
}

// Nothing at all is none of the choices that a null may be.
static bool is_choice(const sw__value_reading *r)
{
    return r->option->kind == SW__OPTION_CHOICE && choice_of(r->option, r->value);
}

void sw__value_read(sw__reader *reader, const sw__option_group *group, const sw__option *option, const sw__node *value,
                    void *settings)
{
    const sw__value_reading r = {reader, group, option, value, settings ? (char *)settings + option->offset : NULL};
    sw__group_note_given(group, settings);
    if (value->kind == SW__NODE_REFUSED)
        return;
    if (value->kind == SW__NODE_LIST && sw__option_takes_list(option))
        list_readers[option->kind](&r);
    else if (value->kind != SW__NODE_SCALAR)
        sw__value_say_wrong_type(&r);
    else if (sw__node_is_null(value) && !is_choice(&r))
        read_null(&r);
    else
        read_scalar(&r);
}
