// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <stdlib.h>
#include <string.h>

#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "stopwatch/stopwatch_tables.h"

// What one call of the visitor gets.
typedef struct visit {
    const char *name;
    void *stats; // of the size that the program knows, which may be more or less than this library's
} visit;

typedef struct visits {
    visit *all;
    char *stats; // those of all, one behind the other
    size_t count;
} visits;

static void add(visits *v, const sw__reading *reading, const sw__measurement *m, uint32_t size)
{
    const sw_meas_stats stats = sw__measurement_stats(reading, m);
    void *copy = v->stats + v->count * size;
    memcpy(copy, &stats, size < sizeof stats ? size : sizeof stats);
    v->all[v->count++] = (visit){sw__name_text(m->name), copy};
}

// The iteration is no measurement of the program's.
static sw_status collect(visits *v, const sw__reading *reading, uint32_t size)
{
    sw__measurements l = sw__measurements_list(reading);
    // One more, so that no allocation is of nothing.
    v->all = calloc(l.count + 1, sizeof *v->all);
    v->stats = calloc(l.count + 1, size);
    const bool complete = l.all && v->all && v->stats;
    for (size_t i = 0; complete && i < l.count; i++)
        if (l.all[i].kind == SW__KIND_MEAS)
            add(v, reading, &l.all[i], size);
    free(l.all);
    return complete ? SW_OK : sw__fail(SW_ERR_NO_MEMORY);
}

sw_status sw__for_each_meas(sw_meas_visitor visitor, void *user, uint32_t size)
{
    if (!visitor)
        return sw__fail(SW_ERR_ARGUMENT);
    if (!sw_stopwatch_is_enabled())
        return sw__fail(SW_NOT_RECORDED);
    sw__reading reading;
    sw_status status = sw__reading_take(&reading);
    if (status != SW_OK)
        return status;
    visits v = {0};
    status = collect(&v, &reading, size);
    sw__reading_free(&reading);
    for (size_t i = 0; i < v.count; i++)
        visitor(v.all[i].name, v.all[i].stats, user);
    free(v.all);
    free(v.stats);
    return status;
}
