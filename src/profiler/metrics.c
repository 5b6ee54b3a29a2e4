// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "metrics.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/profiler.h>

#include "base/misuse.h"
#include "profiler/memory_snapshots.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; ///< guards the values
static sw__iteration_values values;

void sw__metrics_take(const sw__iteration_facts *facts)
{
    pthread_mutex_lock(&lock);
    sw__iteration_values_take(&values, facts);
    pthread_mutex_unlock(&lock);
}

void sw__metrics_forget(void)
{
    pthread_mutex_lock(&lock);
    values.count = 0;
    pthread_mutex_unlock(&lock);
    sw__memory_snapshots_forget();
}

const sw__iteration_values *sw__metrics_now(void)
{
    return &values;
}

void sw__metrics_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sw__metrics_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

static bool find(const char *name, double *number)
{
    for (size_t i = 0; i < values.count; i++)
        if (values.all[i].known && strcmp(values.all[i].name, name) == 0) {
            *number = values.all[i].number;
            return true;
        }
    return false;
}

bool sw__metrics_find(const char *name, double *number)
{
    pthread_mutex_lock(&lock);
    const bool found = find(name, number);
    pthread_mutex_unlock(&lock);
    return found;
}

sw_status sw_get_metric(const char *name, double *value)
{
    if (!name || !value)
        return sw__fail(SW_ERR_ARGUMENT);
    return sw__metrics_find(name, value) ? SW_OK : sw__fail(SW_NOT_RECORDED);
}

// Copied, as the visitor is called under no lock: it may call stepwatch.
static sw_status copy(sw__metric **all, size_t *count)
{
    pthread_mutex_lock(&lock);
    *count = values.count;
    *all = values.count ? malloc(values.count * sizeof **all) : NULL;
    if (*all)
        memcpy(*all, values.all, values.count * sizeof **all);
    pthread_mutex_unlock(&lock);
    return *all ? SW_OK : *count ? SW_ERR_NO_MEMORY : SW_NOT_RECORDED;
}

sw_status sw_for_each_metric(sw_metric_visitor visit, void *user)
{
    sw__metric *all;
    size_t count;
    sw_status status = visit ? copy(&all, &count) : SW_ERR_ARGUMENT;
    if (status != SW_OK)
        return sw__fail(status);
    for (size_t i = 0; i < count; i++)
        if (all[i].known)
            visit(all[i].name, all[i].number, user);
    free(all);
    return SW_OK;
}
