// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "messages.h"

#include <pthread.h>

static struct {
    pthread_mutex_t lock; ///< guards the rest
    unsigned count;
    sw_status status;
    char last[8192];
    char all[16384];
    size_t length;
} caught = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void keep(sw_status status, const char *text, void *user)
{
    (void)user;
    pthread_mutex_lock(&caught.lock);
    caught.count++;
    caught.status = status;
    snprintf(caught.last, sizeof caught.last, "%s", text);
    if (caught.length < sizeof caught.all)
        caught.length += (size_t)snprintf(caught.all + caught.length, sizeof caught.all - caught.length, "%s\n", text);
    pthread_mutex_unlock(&caught.lock);
}

void messages_catch(void)
{
    caught.count = 0;
    caught.status = SW_OK;
    caught.last[0] = caught.all[0] = '\0';
    caught.length = 0;
    sw_set_message_handler(keep, NULL);
}

void messages_release(void)
{
    sw_set_message_handler(NULL, NULL);
}

unsigned messages_count(void)
{
    pthread_mutex_lock(&caught.lock);
    const unsigned count = caught.count;
    pthread_mutex_unlock(&caught.lock);
    return count;
}

const char *messages_all(void)
{
    return caught.all;
}

const char *messages_last(void)
{
    return caught.last;
}

sw_status messages_last_status(void)
{
    return caught.status;
}
