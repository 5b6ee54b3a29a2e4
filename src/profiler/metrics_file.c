// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "metrics_file.h"

#include <errno.h>
#include <pthread.h>

#include "base/message.h"
#include "comm/rank.h"
#include "profiler/cycles.h"
#include "report/output_path.h"

// Guards all of this: the session may be ended by another thread than the one that finishes its iterations.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    bool open;
    const char *template;
    const char *run;
    sw__rank rank;
    sw__buffer path; ///< of `cycle`
    uint32_t cycle;
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
    sw__buffer_free(&file.path);
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

bool sw__metrics_file_is_open(void)
{
    sw__metrics_file_lock();
    const bool open = file.open;
    sw__metrics_file_unlock();
    return open;
}

void sw__metrics_file_add(const sw__row_value *values, size_t columns, size_t rows)
{
    const sw_cycle cycle = sw__cycles_now().now;
    sw__metrics_file_lock();
    if (file.open && rows)
        come_to_cycle(&cycle);
    for (size_t i = 0; i < rows && file.open; i++)
        sw__row_file_add(&file.rows, file.path.failed ? NULL : file.path.text, values ? values + i * columns : NULL,
                         columns);
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
