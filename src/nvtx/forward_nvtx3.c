// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "forward.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <nvtx3/nvToolsExt.h>

#include "base/names.h"
#include "base/utf8.h"
#include "nvtx/range_colour.h"

bool sw__forward_may_have_tool;

// A domain with the events of all names, most of which are never touched and take no memory.
typedef struct domain {
    struct domain *next;
    nvtxDomainHandle_t handle;
    bool ready[SW__NAME_CAP]; ///< atomic: the event of a name is filled in
    nvtxEventAttributes_t events[SW__NAME_CAP];
    char name[];
} domain;

static domain *domains; ///< all that were ever made; only sw__forward_open() follows it
static domain *current; ///< atomic; NULL: there was no memory for it
static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER; ///< makes each name be registered once in its domain

// Tools take it for UTF-8, and may keep the pointer.
static const char *text_for_tool(const char *text)
{
    sw__buffer repaired = {0};
    sw__utf8_repair(&repaired, text, strlen(text));
    if (repaired.text && !repaired.failed && strcmp(repaired.text, text) != 0)
        text = sw__name_text(sw__intern(repaired.text, repaired.length));
    sw__buffer_free(&repaired);
    return text;
}

static domain *find_domain(const char *name)
{
    domain *found = domains;
    while (found && strcmp(found->name, name) != 0)
        found = found->next;
    return found;
}

static domain *make_domain(const char *name)
{
    size_t size = strlen(name) + 1;
    domain *made = calloc(1, sizeof *made + size);
    if (!made)
        return NULL;
    memcpy(made->name, name, size);
    made->handle = nvtxDomainCreateA(text_for_tool(made->name));
    made->next = domains;
    domains = made;
    return made;
}

// After NVTX has initialised itself, a function that no tool takes is a null pointer; that alone is certain. What a call
// returns is the tool's own affair.
static bool has_tool(void)
{
    return NVTX_VERSIONED_IDENTIFIER(nvtxGlobals).nvtxDomainRangePushEx_impl_fnptr ||
           NVTX_VERSIONED_IDENTIFIER(nvtxGlobals).nvtxDomainRangeStartEx_impl_fnptr;
}

sw__forward_state sw__forward_open(const char *name)
{
    nvtxInitialize(NULL);
    domain *chosen = find_domain(name);
    if (!chosen)
        chosen = make_domain(name);
    // Release: whoever finds the domain finds it filled in.
    __atomic_store_n(&current, chosen, __ATOMIC_RELEASE);
    // A tool that was loaded may take up the functions later.
    bool loads_tool = has_tool() || getenv("NVTX_INJECTION64_PATH");
    __atomic_store_n(&sw__forward_may_have_tool, loads_tool, __ATOMIC_RELAXED);
    return sw__forward_state_now();
}

sw__forward_state sw__forward_state_now(void)
{
    if (!__atomic_load_n(&current, __ATOMIC_RELAXED))
        return SW__FORWARD_NO_MEMORY;
    return has_tool() ? SW__FORWARD_TOOL : SW__FORWARD_NO_TOOL;
}

static nvtxEventAttributes_t make_event(const domain *in, const char *text)
{
    return (nvtxEventAttributes_t){
        .version = NVTX_VERSION,
        .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
        .colorType = NVTX_COLOR_ARGB,
        .color = sw__range_colour(text),
        .messageType = NVTX_MESSAGE_TYPE_REGISTERED,
        .message.registered = nvtxDomainRegisterStringA(in->handle, text_for_tool(text)),
    };
}

static __attribute__((noinline)) void register_name(domain *in, uint32_t name)
{
    pthread_mutex_lock(&registering);
    if (!in->ready[name]) {
        in->events[name] = make_event(in, sw__name_text(name));
        // Release: pairs with the acquire in event_of().
        __atomic_store_n(&in->ready[name], true, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&registering);
}

static inline const nvtxEventAttributes_t *event_of(domain *in, uint32_t name)
{
    if (__builtin_expect(!__atomic_load_n(&in->ready[name], __ATOMIC_ACQUIRE), 0))
        register_name(in, name);
    return &in->events[name];
}

static inline domain *current_domain(void)
{
    return __atomic_load_n(&current, __ATOMIC_ACQUIRE); // pairs with the release in sw__forward_open()
}

void sw__forward_push(uint32_t name)
{
    domain *in = current_domain();
    if (in)
        nvtxDomainRangePushEx(in->handle, event_of(in, name));
}

void sw__forward_pop(void)
{
    domain *in = current_domain();
    if (in)
        nvtxDomainRangePop(in->handle);
}

void sw__forward_mark(uint32_t name)
{
    domain *in = current_domain();
    if (in)
        nvtxDomainMarkEx(in->handle, event_of(in, name));
}

uint64_t sw__forward_start(uint32_t name)
{
    domain *in = current_domain();
    return in ? nvtxDomainRangeStartEx(in->handle, event_of(in, name)) : 0;
}

uint64_t sw__forward_start_once(const char *text)
{
    domain *in = current_domain();
    if (!in)
        return 0;
    const nvtxEventAttributes_t event = make_event(in, text);
    return nvtxDomainRangeStartEx(in->handle, &event);
}

void sw__forward_end(uint64_t id)
{
    domain *in = current_domain();
    if (in)
        nvtxDomainRangeEnd(in->handle, id);
}

void sw__forward_after_fork(void)
{
    registering = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
