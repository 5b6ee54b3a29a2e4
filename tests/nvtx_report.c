// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "nvtx_report.h"

#include <stdio.h>
#include <string.h>

// The ranges that are open on each thread, by name.
typedef struct stack {
    unsigned depth;
    const nvtx_seen *open[NVTX_MOST_DEPTH + 1];
} stack;

typedef struct reader {
    nvtx_report *report;
    stack stacks[NVTX_MOST_THREADS + 1]; ///< by number of the thread
    bool too_large;
} reader;

// What stands in the line of an event behind its numbers.
typedef struct event {
    unsigned domain;
    char kind[16];
    uint32_t colour;
    char name[NVTX_NAME_SIZE];
} event;

const nvtx_seen *nvtx_report_find(const nvtx_report *report, const char *name)
{
    for (size_t i = 0; i < report->name_count; i++)
        if (strcmp(report->names[i].name, name) == 0)
            return &report->names[i];
    return NULL;
}

static nvtx_seen *entry_of(reader *r, const char *name)
{
    static nvtx_seen overflow;
    nvtx_seen *found = (nvtx_seen *)nvtx_report_find(r->report, name);
    if (found)
        return found;
    if (r->report->name_count == NVTX_MOST_NAMES) {
        r->too_large = true;
        return &overflow;
    }
    found = &r->report->names[r->report->name_count++];
    snprintf(found->name, sizeof found->name, "%s", name);
    return found;
}

static stack *stack_of(reader *r, unsigned thread)
{
    if (thread > NVTX_MOST_THREADS) {
        r->too_large = true;
        thread = 0;
    }
    if (thread > r->report->threads)
        r->report->threads = thread;
    return &r->stacks[thread];
}

static nvtx_seen *read_event(reader *r, const char *text)
{
    event e = {0};
    if (sscanf(text, "%u %15s %x %127[^\n]", &e.domain, e.kind, &e.colour, e.name) != 4 || e.domain != 1 ||
        strcmp(e.kind, "registered") != 0)
        r->report->odd++;
    nvtx_seen *seen = entry_of(r, e.name);
    if (seen->colour && seen->colour != e.colour)
        seen->in_several_colours = true;
    seen->colour = e.colour;
    return seen;
}

static void push(reader *r, const char *text)
{
    unsigned thread = 0, depth = 0;
    int length = 0;
    sscanf(text, "%u %u %n", &thread, &depth, &length);
    stack *s = stack_of(r, thread);
    nvtx_seen *seen = read_event(r, text + length);
    const char *inside = s->depth ? s->open[s->depth]->name : "";
    if (seen->pushed++ == 0)
        snprintf(seen->inside, sizeof seen->inside, "%s", inside);
    else if (strcmp(seen->inside, inside) != 0)
        seen->at_several_places = true;
    if (seen->deepest < depth)
        seen->deepest = depth;
    r->report->odd += depth != s->depth + 1;
    if (s->depth == NVTX_MOST_DEPTH)
        r->too_large = true;
    else
        s->open[++s->depth] = seen;
}

static void pop(reader *r, const char *text)
{
    unsigned thread = 0, depth = 0, domain = 0;
    sscanf(text, "%u %u %u", &thread, &depth, &domain);
    stack *s = stack_of(r, thread);
    r->report->odd += depth == 0 || depth != s->depth || domain != 1;
    if (s->depth)
        s->depth--;
}

static void start(reader *r, const char *text)
{
    int length = 0;
    sscanf(text, "%*u %*u %n", &length);
    read_event(r, text + length)->started++;
    r->report->started++;
}

static void end(reader *r, const char *text)
{
    unsigned range = 0, domain = 0;
    sscanf(text, "%u %*u %u", &range, &domain);
    r->report->odd += range == 0 || domain != 1;
    r->report->ended++;
}

static void mark(reader *r, const char *text)
{
    int length = 0;
    sscanf(text, "%*u %n", &length);
    read_event(r, text + length)->marked++;
}

static void domain(reader *r, const char *text)
{
    r->report->domains++;
    sscanf(text, "%*u %127[^\n]", r->report->domain);
}

static void string(reader *r, const char *text)
{
    char name[NVTX_NAME_SIZE] = "";
    unsigned times = 0;
    sscanf(text, "%*u %u %127[^\n]", &times, name);
    entry_of(r, name)->registered += times;
}

static void attached(reader *r, const char *text)
{
    r->report->odd += text[0] != '1';
}

static void read_line(reader *r, const char *line)
{
    static const struct {
        const char *word;
        void (*read)(reader *r, const char *text);
    } kinds[] = {{"attached ", attached}, {"domain ", domain}, {"string ", string}, {"push ", push},
                 {"pop ", pop},           {"start ", start},   {"end ", end},       {"mark ", mark}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(line, kinds[i].word, strlen(kinds[i].word)) == 0) {
            kinds[i].read(r, line + strlen(kinds[i].word));
            return;
        }
    r->report->odd++;
}

bool nvtx_report_read(nvtx_report *report, const char *path)
{
    static reader r;
    char line[512];
    FILE *file = fopen(path, "r");
    *report = (nvtx_report){0};
    r = (reader){.report = report};
    if (!file)
        return false;
    while (fgets(line, sizeof line, file))
        read_line(&r, line);
    fclose(file);
    for (unsigned i = 0; i <= NVTX_MOST_THREADS; i++)
        report->open += r.stacks[i].depth;
    return !r.too_large;
}
