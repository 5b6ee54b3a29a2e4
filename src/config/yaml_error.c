// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "yaml_error.h"

#include <string.h>

typedef struct explanation {
    const char *problem; // as the parser says it
    const char *text;
    bool at_begin; // the place to show is where the thing began, not where it turned out to be wrong
} explanation;

static const explanation explanations[] = {
    {"mapping values are not allowed in this context",
     "a ':' is not allowed here; check the indentation, or put the text in quotes", false},
    {"did not find expected key", "a key is expected here; check the indentation", false},
    {"could not find expected ':'", "a key without a ':'; write key: value", true},
    {"block sequence entries are not allowed in this context", "a '-' is not allowed here; a value has no list", false},
    {"found unexpected end of stream", "a quoted text begins here and does not end; add the closing quote", true},
    {"did not find expected ',' or '}'", "a '{' is not closed; a ',' or '}' is expected", true},
    {"did not find expected ',' or ']'", "a '[' is not closed; a ',' or ']' is expected", true},
    {"did not find expected <document start>", "the document has ended before this; a config file has one", false},
    {"found incompatible YAML document", "another version of YAML; leave the %YAML line out", false},
    {"found unknown escape character", "an unknown escape in a quoted text; write \\\\ for a backslash", false},
    {"did not find expected alphabetic or numeric character", "a value cannot begin with '&' or '*'; put it in quotes",
     true},
    {"did not find expected node content", "a value is expected here", false},
};

static const explanation *find(const char *problem)
{
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++)
        if (strcmp(problem, explanations[i].problem) == 0)
            return &explanations[i];
    return NULL;
}

// The character at a mark. Marks count characters, so the bytes that continue one are passed over.
static char character_at(const sw__file_text *file, size_t index)
{
    for (size_t i = 0; i < file->length; i++) {
        if (((unsigned char)file->text[i] & 0xc0) == 0x80)
            continue;
        if (index-- == 0)
            return file->text[i];
    }
    return '\0';
}

static void add_bad_character(sw__buffer *out, char c)
{
    if (c == '\t')
        sw__buffer_text(out, "a tab stands here; indent with spaces");
    else
        sw__buffer_printf(out, "a value cannot begin with '%c'; put it in quotes", c);
}

void sw__yaml_error_explain(const yaml_parser_t *parser, const sw__file_text *file, sw__mistakes *mistakes)
{
    const explanation *known = find(parser->problem);
    const yaml_mark_t mark = known && known->at_begin ? parser->context_mark : parser->problem_mark;
    sw__buffer *out = sw__mistakes_add(mistakes, (sw__place){mark.line + 1, mark.column + 1});
    if (!out)
        return;
    if (known)
        sw__buffer_text(out, known->text);
    else if (strcmp(parser->problem, "found character that cannot start any token") == 0)
        add_bad_character(out, character_at(file, parser->problem_mark.index));
    else
        sw__buffer_printf(out, "not YAML: %s", parser->problem);
}
