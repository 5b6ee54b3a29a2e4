// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "metrics_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/message.h"
#include "comm/rank.h"
#include "profiler/cycles.h"
#include "profiler/metrics.h"
#include "report/output_path.h"
#include "report/row_file.h"

enum { OWN_COLUMNS = 2 };

// Guards all of this: the session may be ended by another thread than the one that finishes its iterations.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    bool open;
    const char *template;
    const char *run;
    sw__rank rank;
    sw__buffer path; ///< of `cycle`
    uint32_t cycle;
    sw__row_value *row;
    size_t row_capacity;
    sw__row_file rows;
} file;

void sw__metrics_file_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sw__metrics_file_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

// The handler of messages may fork(), so no lock is held.
static void unlock_and_tell(void)
{
    sw__row_news news = sw__row_file_take_news(&file.rows);
    sw__metrics_file_unlock();
    if (news.text.length)
        sw__say(news.status, "profiler: %s", news.text.text);
    sw__buffer_free(&news.text);
}

static void forget(void)
{
    free(file.row);
    sw__buffer_free(&file.path);
    file.row = NULL;
    file.row_capacity = 0;
    file.open = false;
}

void sw__metrics_file_open(const sw__profiler_settings *settings)
{
    const char *run = settings->run_name;
    sw__metrics_file_lock();
    file.open = settings->save_file;
    file.template = settings->csv;
    file.run = run && *run ? run : program_invocation_short_name;
    file.rank = sw__rank_now();
    sw__metrics_file_unlock();
}

static void come_to_cycle(const sw_cycle *cycle)
{
    if (file.path.length && file.cycle == cycle->number)
        return;
    const sw__placeholder list[] = {
        {"%run%", file.run, 0},
        {"%cycle%", NULL, cycle->number},
        {"%step%", NULL, cycle->first_iteration},
        {0},
    };
    sw__buffer_free(&file.path);
    sw__output_path_add(&file.path, file.template, file.rank, list);
    file.cycle = cycle->number;
}

static bool reserve(size_t count)
{
    if (count > file.row_capacity) {
        sw__row_value *row = reallocarray(file.row, count, sizeof *row);
        if (!row)
            return false;
        file.row = row;
        file.row_capacity = count;
    }
    return true;
}

static void fill_row(uint64_t iteration, uint32_t cycle, const sw__metric *metrics, size_t count)
{
    sw__row_value *row = file.row;
    *row++ = (sw__row_value){"iter", SW__CELL_COUNT, sw__count(iteration)};
    *row++ = (sw__row_value){"cycle", SW__CELL_COUNT, sw__count(cycle)};
    for (const sw__metric *metric = metrics; metric < metrics + count; metric++)
        *row++ =
            (sw__row_value){metric->name, SW__CELL_NUMBER, metric->known ? sw__number(metric->number) : sw__absent()};
}

// NULL: no memory. The end of a session on another thread may forget the values.
static const sw__row_value *make_row(uint64_t iteration, uint32_t cycle, size_t *count)
{
    const sw__iteration_values *values = sw__metrics_now();
    sw__metrics_lock();
    *count = values->count + OWN_COLUMNS;
    const bool reserved = reserve(*count);
    if (reserved)
        fill_row(iteration, cycle, values->all, values->count);
    sw__metrics_unlock();
    return reserved ? file.row : NULL;
}

static void add_row(uint64_t iteration)
{
    const sw_cycle cycle = sw__cycles_now().now;
    size_t count;
    const sw__row_value *row = make_row(iteration, cycle.number, &count);
    come_to_cycle(&cycle);
    sw__row_file_add(&file.rows, file.path.failed ? NULL : file.path.text, row, count);
}

void sw__metrics_file_add(uint64_t iteration)
{
    sw__metrics_file_lock();
    if (file.open)
        add_row(iteration);
    unlock_and_tell();
}

void sw__metrics_file_close(void)
{
    sw__metrics_file_lock();
    sw__row_file_close(&file.rows);
    forget();
    unlock_and_tell();
}

void sw__metrics_file_after_fork(void)
{
    sw__row_file_forget(&file.rows);
    forget();
}
