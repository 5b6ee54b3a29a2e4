// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "recording.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DOMAINS = 16, MOST_STRINGS = 4096, MOST_STARTED = 65536, TEXT_SIZE = 1200 };

// What the handles of NVTX point to is up to the tool.
struct nvtxDomainRegistration_st {
    unsigned number;
    char name[TEXT_SIZE];
};

struct nvtxStringRegistration_st {
    unsigned domain;
    unsigned times;
    char text[TEXT_SIZE];
};

static struct {
    pthread_mutex_t lock; ///< guards all of this
    unsigned attached;
    unsigned threads;
    unsigned domain_count;
    unsigned string_count;
    unsigned started;
    struct nvtxDomainRegistration_st domains[MOST_DOMAINS];
    struct nvtxStringRegistration_st strings[MOST_STRINGS];
    bool is_open[MOST_STARTED + 1]; ///< by number of a started range
    FILE *events;                   ///< into `text`; NULL: nothing is kept
    char *text;
    size_t length;
    pid_t process;
} recording = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local unsigned this_thread;              ///< 0: not seen yet
static _Thread_local unsigned depths[MOST_DOMAINS + 1]; ///< by number of a domain

static void begin(void)
{
    pthread_mutex_lock(&recording.lock);
    if (!this_thread)
        this_thread = ++recording.threads;
}

static void end(void)
{
    pthread_mutex_unlock(&recording.lock);
}

void record_attach(void)
{
    pthread_mutex_lock(&recording.lock);
    if (recording.attached++ == 0 && getenv("NVTX_CONSUMER_REPORT")) {
        recording.events = open_memstream(&recording.text, &recording.length);
        recording.process = getpid();
    }
    pthread_mutex_unlock(&recording.lock);
}

// Asking twice for a domain of one name gives the same one, as NVTX has it.
nvtxDomainHandle_t record_domain(const char *name)
{
    begin();
    unsigned i = 0;
    while (i < recording.domain_count && strcmp(recording.domains[i].name, name) != 0)
        i++;
    nvtxDomainHandle_t domain = i < MOST_DOMAINS ? &recording.domains[i] : NULL;
    if (domain && i == recording.domain_count) {
        domain->number = ++recording.domain_count;
        snprintf(domain->name, sizeof domain->name, "%s", name);
    }
    end();
    return domain;
}

nvtxStringHandle_t record_string(nvtxDomainHandle_t domain, const char *text)
{
    begin();
    unsigned number = domain ? domain->number : 0;
    unsigned i = 0;
    while (i < recording.string_count &&
           (recording.strings[i].domain != number || strcmp(recording.strings[i].text, text) != 0))
        i++;
    nvtxStringHandle_t string = i < MOST_STRINGS ? &recording.strings[i] : NULL;
    if (string && i == recording.string_count) {
        string->domain = number;
        snprintf(string->text, sizeof string->text, "%s", text);
        recording.string_count++;
    }
    if (string)
        string->times++;
    end();
    return string;
}

static void write_name(FILE *file, const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == '\\' || *name == 0x7f)
            fprintf(file, "\\x%02x", (unsigned)*name);
        else
            fputc(*name, file);
    fputc('\n', file);
}

// Ends the line of an event with what it carries.
static void write_event(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    const char *kind = "none";
    const char *name = "";
    if (event->messageType == NVTX_MESSAGE_TYPE_REGISTERED && event->message.registered) {
        kind = "registered";
        name = event->message.registered->text;
    } else if (event->messageType == NVTX_MESSAGE_TYPE_ASCII) {
        kind = "ascii";
        name = event->message.ascii;
    }
    unsigned colour = event->colorType == NVTX_COLOR_ARGB ? event->color : 0;
    fprintf(recording.events, " %u %s %08x ", domain ? domain->number : 0, kind, colour);
    write_name(recording.events, name);
}

static unsigned *depth_in(nvtxDomainHandle_t domain)
{
    return &depths[domain ? domain->number : 0];
}

int record_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    begin();
    unsigned depth = ++*depth_in(domain);
    if (recording.events) {
        fprintf(recording.events, "push %u %u", this_thread, depth);
        write_event(domain, event);
    }
    end();
    return (int)depth - 1;
}

int record_pop(nvtxDomainHandle_t domain)
{
    begin();
    unsigned depth = *depth_in(domain);
    if (recording.events)
        fprintf(recording.events, "pop %u %u %u\n", this_thread, depth, domain ? domain->number : 0);
    if (depth)
        --*depth_in(domain);
    end();
    return (int)depth - 1;
}

nvtxRangeId_t record_start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    begin();
    unsigned range = recording.started < MOST_STARTED ? ++recording.started : 0;
    recording.is_open[range] = range != 0;
    if (recording.events) {
        fprintf(recording.events, "start %u %u", range, this_thread);
        write_event(domain, event);
    }
    end();
    return range;
}

void record_end(nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
    begin();
    unsigned range = id <= MOST_STARTED && recording.is_open[id] ? (unsigned)id : 0;
    recording.is_open[range] = false;
    if (recording.events)
        fprintf(recording.events, "end %u %u %u\n", range, this_thread, domain ? domain->number : 0);
    end();
}

void record_mark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    begin();
    if (recording.events) {
        fprintf(recording.events, "mark %u", this_thread);
        write_event(domain, event);
    }
    end();
}

static void write_report(FILE *file)
{
    fprintf(file, "attached %u\n", recording.attached);
    for (unsigned i = 0; i < recording.domain_count; i++) {
        fprintf(file, "domain %u ", recording.domains[i].number);
        write_name(file, recording.domains[i].name);
    }
    for (unsigned i = 0; i < recording.string_count; i++) {
        fprintf(file, "string %u %u ", recording.strings[i].domain, recording.strings[i].times);
        write_name(file, recording.strings[i].text);
    }
    fwrite(recording.text, 1, recording.length, file);
}

// A destructor runs behind all exit handlers, in which there may still be calls.
__attribute__((destructor)) static void conclude(void)
{
    begin();
    const char *path = getenv("NVTX_CONSUMER_REPORT");
    if (recording.events && fclose(recording.events) == 0 && path && recording.process == getpid()) {
        FILE *file = fopen(path, "w");
        if (!file || (write_report(file), fclose(file) != 0))
            perror(path);
    }
    recording.events = NULL;
    end();
}
