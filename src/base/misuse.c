// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "misuse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "message.h"
#include "state.h"
#include "utf8.h"

#define COUNT_STATUS(name, value, text) +1
enum { STATUS_COUNT = 0 SW_STATUS_MAP(COUNT_STATUS), PLACE_CAP = 256 };

// A kind of misuse at a place. Without a file the name stands for the place: calls through a pointer or from another
// language all come from one address.
typedef struct place {
    sw_status status;
    sw__site site;
    uint64_t name_hash;
} place;

static struct {
    pthread_mutex_t lock; ///< guards all of this
    place places[PLACE_CAP];
    size_t place_count;
    uint64_t further;
    uint64_t counts[STATUS_COUNT]; ///< by -status
    bool abort_on_misuse;
} misuse = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); // FNV-1a
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static bool same_place(const place *a, const place *b)
{
    return a->status == b->status && a->site.line == b->site.line && a->name_hash == b->name_hash &&
           (a->site.file == b->site.file || (a->site.file && b->site.file && strcmp(a->site.file, b->site.file) == 0));
}

typedef enum news { OLD_PLACE, NEW_PLACE, FIRST_WITHOUT_ROOM, FURTHER_PLACE } news;

// Counts a misuse and says whether its place is new. The lock is held.
static news note(const place *seen)
{
    misuse.counts[-seen->status]++;
    for (size_t i = 0; i < misuse.place_count; i++)
        if (same_place(&misuse.places[i], seen))
            return OLD_PLACE;
    if (misuse.place_count == PLACE_CAP)
        return misuse.further++ ? FURTHER_PLACE : FIRST_WITHOUT_ROOM;
    misuse.places[misuse.place_count++] = *seen;
    return NEW_PLACE;
}

void sw__site_text(sw__site site, char *text, size_t size)
{
    Dl_info module;
    if (site.file) {
        // The end of a long path tells more than its begin, and the line most.
        const size_t room = size - sizeof "...:18446744073709551615";
        const size_t length = strlen(site.file);
        snprintf(text, size, "%s%s:%lu", length > room ? "..." : "", site.file + (length > room ? length - room : 0),
                 (unsigned long)site.line);
    } else if (site.line && dladdr((void *)site.line, &module) && module.dli_fname) {
        const char *slash = strrchr(module.dli_fname, '/');
        snprintf(text, size, "%s+0x%lx", slash ? slash + 1 : module.dli_fname,
                 (unsigned long)(site.line - (uintptr_t)module.dli_fbase));
    } else
        snprintf(text, size, "?");
}

static void tell(sw_status status, sw__site site, const char *call, const char *name, const char *hint)
{
    char where[512];
    sw__buffer shown = {0};
    sw__site_text(site, where, sizeof where);
    if (name) {
        sw__buffer_text(&shown, "\"");
        sw__utf8_show(&shown, name, strlen(name));
        sw__buffer_text(&shown, "\"");
    }
    sw__say(status, "%s: %s(%s): %s%s%s", where, call, shown.text ? shown.text : "", sw_status_text(status),
            *hint ? "; " : "", hint);
    sw__buffer_free(&shown);
}

sw_status sw__misuse(sw_status status, sw__site site, const char *call, const char *name, const char *hint, ...)
{
    if (!(sw__state() & SW__SESSION_OPEN))
        return sw__fail(status);
    place seen = {status, site, site.file || !name ? 0 : hash_text(name)};
    pthread_mutex_lock(&misuse.lock);
    news what = note(&seen);
    bool abort_now = misuse.abort_on_misuse;
    pthread_mutex_unlock(&misuse.lock);

    // The handler may call stepwatch, so the lock is not held here.
    if (what == NEW_PLACE || abort_now) {
        sw__buffer text = {0};
        va_list arguments;
        va_start(arguments, hint);
        if (hint)
            sw__buffer_vprintf(&text, hint, arguments);
        va_end(arguments);
        tell(status, site, call, name, text.text ? text.text : "");
        sw__buffer_free(&text);
    } else if (what == FIRST_WITHOUT_ROOM)
        sw__say(status, "mistakes at more than %d places: further ones are counted, not told", PLACE_CAP);
    if (abort_now)
        abort();
    return sw__fail(status);
}

void sw__misuse_again(sw_status status)
{
    pthread_mutex_lock(&misuse.lock);
    misuse.counts[-status]++;
    pthread_mutex_unlock(&misuse.lock);
}

uint64_t sw__misuse_count(sw_status status)
{
    pthread_mutex_lock(&misuse.lock);
    uint64_t count = misuse.counts[-status];
    pthread_mutex_unlock(&misuse.lock);
    return count;
}

uint64_t sw__misuse_further_places(void)
{
    pthread_mutex_lock(&misuse.lock);
    uint64_t further = misuse.further;
    pthread_mutex_unlock(&misuse.lock);
    return further;
}

void sw__misuse_abort(bool abort_on_misuse)
{
    pthread_mutex_lock(&misuse.lock);
    misuse.abort_on_misuse = abort_on_misuse;
    pthread_mutex_unlock(&misuse.lock);
}

void sw__misuse_reset(void)
{
    pthread_mutex_lock(&misuse.lock);
    misuse.place_count = 0;
    misuse.further = 0;
    memset(misuse.counts, 0, sizeof misuse.counts);
    misuse.abort_on_misuse = false;
    pthread_mutex_unlock(&misuse.lock);
}

void sw__misuse_lock(void)
{
    pthread_mutex_lock(&misuse.lock);
}

void sw__misuse_unlock(void)
{
    pthread_mutex_unlock(&misuse.lock);
}
