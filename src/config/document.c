// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "document.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/utf8.h"
#include "config/yaml_error.h"

// The parser takes quadratic time for deep nesting, so the reading stops at the first level beyond these.
enum { LEVEL_LIMIT = 16 };

typedef struct parsing {
    sw__document *document;
    sw__mistakes *mistakes;
    size_t open[LEVEL_LIMIT]; // the lists and maps around the next node
    size_t level;
    size_t scalar_end; // the line in which the last scalar ends
    bool seen_document;
    bool after_merge_key;
} parsing;

static sw__place place_of(yaml_mark_t mark)
{
    return (sw__place){mark.line + 1, mark.column + 1};
}

static bool stop(parsing *p)
{
    p->document->complete = false;
    return false;
}

static sw__node *add_node(parsing *p, sw__node_kind kind, const yaml_event_t *event)
{
    sw__document *document = p->document;
    if (document->count == document->capacity) {
        const size_t capacity = document->capacity ? 2 * document->capacity : 64;
        sw__node *nodes = realloc(document->nodes, capacity * sizeof *nodes);
        if (!nodes) {
            document->no_memory = true;
            return NULL;
        }
        document->nodes = nodes;
        document->capacity = capacity;
    }
    sw__node *node = &document->nodes[document->count++];
    *node = (sw__node){.kind = kind, .place = place_of(event->start_mark), .next = document->count};
    return node;
}

static void refuse(parsing *p, const yaml_event_t *event, const char *what, const char *name, const char *meant)
{
    sw__buffer *out = sw__mistakes_add(p->mistakes, place_of(event->start_mark));
    if (!out)
        return;
    sw__buffer_text(out, what);
    sw__utf8_show(out, name, strlen(name));
    sw__buffer_text(out, meant);
}

static void refuse_properties(parsing *p, const yaml_event_t *event, const void *anchor, const void *tag)
{
    if (anchor)
        refuse(p, event, "an anchor is not allowed: &", anchor, "; write the values out where they are needed");
    if (tag)
        sw__mistakes_say(p->mistakes, place_of(event->start_mark),
                         "a tag is not allowed; write the value without it, or in quotes if it is to begin with !");
}

static bool add_scalar(parsing *p, const yaml_event_t *event)
{
    refuse_properties(p, event, event->data.scalar.anchor, event->data.scalar.tag);
    sw__node *node = add_node(p, SW__NODE_SCALAR, event);
    if (!node)
        return stop(p);
    sw__buffer *texts = &p->document->texts;
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->length = event->data.scalar.length;
    node->offset = texts->length;
    // With its terminator, so that texts can be used as they are.
    sw__buffer_add(texts, (const char *)event->data.scalar.value, node->length + 1);
    if (texts->failed)
        return stop(p);
    node->text = texts->text + node->offset;
    p->scalar_end = event->end_mark.line + 1;
    p->after_merge_key = sw__node_is_merge_key(node);
    if (p->after_merge_key)
        sw__mistakes_say(p->mistakes, node->place, "a merge key is not allowed; write the options out in each profile");
    return true;
}

// The alias behind a merge key is part of the same mistake.
static bool add_alias(parsing *p, const yaml_event_t *event)
{
    if (!p->after_merge_key)
        refuse(p, event, "an alias is not allowed: *", (const char *)event->data.alias.anchor,
               "; write the values out");
    p->after_merge_key = false;
    return add_node(p, SW__NODE_REFUSED, event) ? true : stop(p);
}

static bool open_level(parsing *p, sw__node_kind kind, const yaml_event_t *event)
{
    if (p->level == LEVEL_LIMIT) {
        sw__mistakes_say(p->mistakes, place_of(event->start_mark), "nested deeper than 16 levels; a config file has 4");
        return stop(p);
    }
    if (!add_node(p, kind, event))
        return stop(p);
    p->open[p->level++] = p->document->count - 1;
    return true;
}

static bool open_list(parsing *p, const yaml_event_t *event)
{
    refuse_properties(p, event, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    return open_level(p, SW__NODE_LIST, event);
}

static bool open_map(parsing *p, const yaml_event_t *event)
{
    refuse_properties(p, event, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    return open_level(p, SW__NODE_MAP, event);
}

static bool close_level(parsing *p, const yaml_event_t *event)
{
    (void)event;
    p->document->nodes[p->open[--p->level]].next = p->document->count;
    return true;
}

static bool start_document(parsing *p, const yaml_event_t *event)
{
    const bool second = p->seen_document;
    p->seen_document = true;
    if (!second)
        return true;
    sw__mistakes_say(p->mistakes, place_of(event->start_mark), "a second document begins here; a config file has one");
    return stop(p);
}

static bool end(parsing *p, const yaml_event_t *event)
{
    (void)p;
    (void)event;
    return false;
}

typedef bool event_handler(parsing *p, const yaml_event_t *event);

// False ends the reading.
static bool take(parsing *p, const yaml_event_t *event)
{
    static event_handler *const handlers[] = {
        [YAML_NO_EVENT] = end,
        [YAML_STREAM_END_EVENT] = end,
        [YAML_DOCUMENT_START_EVENT] = start_document,
        [YAML_ALIAS_EVENT] = add_alias,
        [YAML_SCALAR_EVENT] = add_scalar,
        [YAML_SEQUENCE_START_EVENT] = open_list,
        [YAML_SEQUENCE_END_EVENT] = close_level,
        [YAML_MAPPING_START_EVENT] = open_map,
        [YAML_MAPPING_END_EVENT] = close_level,
    };
    const bool known = (size_t)event->type < sizeof handlers / sizeof *handlers;
    return known && handlers[event->type] ? handlers[event->type](p, event) : true;
}

// Nodes and texts move while they are collected, and a reading that was stopped leaves lists and maps open.
static void settle(parsing *p)
{
    sw__document *document = p->document;
    while (p->level > 0)
        close_level(p, NULL);
    for (size_t i = 0; i < document->count; i++) {
        sw__node *node = &document->nodes[i];
        node->end = document->nodes + node->next;
        if (document->texts.text)
            node->text = document->texts.text + node->offset;
    }
    document->no_memory |= document->texts.failed;
}

static void take_error(parsing *p, const yaml_parser_t *parser, const sw__file_text *file)
{
    sw__document *document = p->document;
    document->complete = false;
    document->no_memory |= parser->error == YAML_MEMORY_ERROR;
    if (document->no_memory)
        return;
    const size_t line = parser->problem_mark.line + 1;
    // A scalar that reaches up to the error has swallowed part of what was meant to be the next line, so its value says
    // nothing.
    if (document->count && p->scalar_end == line)
        document->nodes[document->count - 1].kind = SW__NODE_REFUSED;
    // Where the text was cut, it is no wonder that something is missing.
    if (file->cut_line == 0 || line < file->cut_line)
        sw__yaml_error_explain(parser, file, p->mistakes);
}

static void parse_events(parsing *p, yaml_parser_t *parser, const sw__file_text *file)
{
    for (bool more = true; more;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            take_error(p, parser, file);
            return;
        }
        more = take(p, &event);
        yaml_event_delete(&event);
    }
}

void sw__document_parse(sw__document *document, const sw__file_text *file, sw__mistakes *mistakes)
{
    *document = (sw__document){.complete = file->cut_line == 0};
    if (file->length == 0)
        return;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        document->no_memory = true;
        return;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)file->text, file->length);
    parsing p = {.document = document, .mistakes = mistakes};
    parse_events(&p, &parser, file);
    yaml_parser_delete(&parser);
    settle(&p);
}

void sw__document_free(sw__document *document)
{
    free(document->nodes);
    sw__buffer_free(&document->texts);
    *document = (sw__document){0};
}

bool sw__document_next(const sw__document *document, const sw__node *map, sw__pair *pair)
{
    const sw__node *end_of_map = document->nodes + map->next;
    const sw__node *key = pair->key ? document->nodes + pair->value->next : map + 1;
    if (key >= end_of_map || document->nodes + key->next >= end_of_map)
        return false;
    *pair = (sw__pair){key, document->nodes + key->next};
    return true;
}

bool sw__node_is(const sw__node *node, const char *text)
{
    return node->kind == SW__NODE_SCALAR && node->length == strlen(text) && memcmp(node->text, text, node->length) == 0;
}

bool sw__node_is_null(const sw__node *node)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};
    for (size_t i = 0; i < sizeof words / sizeof *words && !node->quoted; i++)
        if (sw__node_is(node, words[i]))
            return true;
    return false;
}

bool sw__node_is_merge_key(const sw__node *node)
{
    return !node->quoted && sw__node_is(node, "<<");
}
