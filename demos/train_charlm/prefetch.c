// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Two buffers and three counters. Batch number n lies in buffer n % 2: the worker may fill it once batch n - 2 was
// released, the trainer may take it once it is prepared, and taking n releases n - 1.

#include "prefetch.h"

#include <pthread.h>
#include <stdlib.h>

#include <stepwatch/stepwatch.h>

#include "../common/rng.h"

enum { BUFFERS = 2 };

struct prefetch {
    const struct corpus *corpus;
    struct rng generator; ///< the worker's alone
    struct batch buffers[BUFFERS];
    uint64_t count;

    pthread_mutex_t mutex; ///< guards what follows
    pthread_cond_t changed;
    uint64_t prepared;
    uint64_t taken;
    uint64_t released;
    bool stopping;

    pthread_t thread;
};

static void fill(struct prefetch *prefetch, struct batch *batch)
{
    const struct corpus *corpus = prefetch->corpus;
    const uint64_t starts = corpus->training_length - (uint64_t)batch->length;
    for (int sequence = 0; sequence < batch->sequences; sequence++)
        batch_set_sequence(batch, sequence, corpus->symbols + rng_below(&prefetch->generator, starts));
}

/// Waits until a buffer is free for batch number `index`; false when the work is to end.
static bool wait_for_buffer(struct prefetch *prefetch, uint64_t index)
{
    pthread_mutex_lock(&prefetch->mutex);
    while (!prefetch->stopping && index - prefetch->released >= BUFFERS)
        pthread_cond_wait(&prefetch->changed, &prefetch->mutex);
    const bool goes_on = !prefetch->stopping;
    pthread_mutex_unlock(&prefetch->mutex);
    return goes_on;
}

static void hand_over(struct prefetch *prefetch)
{
    pthread_mutex_lock(&prefetch->mutex);
    prefetch->prepared++;
    pthread_cond_signal(&prefetch->changed);
    pthread_mutex_unlock(&prefetch->mutex);
}

static void *prepare_batches(void *argument)
{
    struct prefetch *prefetch = argument;
    for (uint64_t i = 0; i < prefetch->count && wait_for_buffer(prefetch, i); i++) {
        sw_start_meas("prepare_batch");
        fill(prefetch, &prefetch->buffers[i % BUFFERS]);
        sw_end_meas("prepare_batch");
        hand_over(prefetch);
    }
    return NULL;
}

static void release(struct prefetch *prefetch)
{
    for (int i = 0; i < BUFFERS; i++)
        batch_free(&prefetch->buffers[i]);
    pthread_cond_destroy(&prefetch->changed);
    pthread_mutex_destroy(&prefetch->mutex);
    free(prefetch);
}

struct prefetch *prefetch_start(const struct corpus *corpus, int sequences, int length, uint64_t seed, uint64_t count)
{
    struct prefetch *prefetch = calloc(1, sizeof *prefetch);
    if (prefetch == NULL)
        return NULL;
    prefetch->corpus = corpus;
    prefetch->generator = (struct rng){seed};
    prefetch->count = count;
    pthread_mutex_init(&prefetch->mutex, NULL);
    pthread_cond_init(&prefetch->changed, NULL);
    bool ok = true;
    for (int i = 0; i < BUFFERS; i++)
        ok = ok && batch_create(&prefetch->buffers[i], sequences, length);
    if (ok && pthread_create(&prefetch->thread, NULL, prepare_batches, prefetch) == 0)
        return prefetch;
    release(prefetch);
    return NULL;
}

const struct batch *prefetch_next(struct prefetch *prefetch)
{
    pthread_mutex_lock(&prefetch->mutex);
    prefetch->released = prefetch->taken;
    pthread_cond_signal(&prefetch->changed);
    while (prefetch->prepared == prefetch->taken)
        pthread_cond_wait(&prefetch->changed, &prefetch->mutex);
    const struct batch *batch = &prefetch->buffers[prefetch->taken++ % BUFFERS];
    pthread_mutex_unlock(&prefetch->mutex);
    return batch;
}

void prefetch_stop(struct prefetch *prefetch)
{
    if (prefetch == NULL)
        return;
    pthread_mutex_lock(&prefetch->mutex);
    prefetch->stopping = true;
    pthread_cond_signal(&prefetch->changed);
    pthread_mutex_unlock(&prefetch->mutex);
    pthread_join(prefetch->thread, NULL);
    release(prefetch);
}
