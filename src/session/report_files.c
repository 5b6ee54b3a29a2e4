// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report_files.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/message.h"
#include "base/output_file.h"
#include "base/printable.h"
#include "report/csv.h"
#include "report/json.h"
#include "report/output_path.h"

static const sw__option options[] = {
    {
        .key = "json",
        .kind = SW__OPTION_TEXT,
        .offset = offsetof(sw__report_settings, json),
        .nullable = true,
        .help = "write the summary there, too; %rank% and %pid% are filled in",
    },
    {
        .key = "csv",
        .kind = SW__OPTION_TEXT,
        .offset = offsetof(sw__report_settings, csv),
        .nullable = true,
        .help = "the same, one file for each table: run.csv gives run.times.csv",
    },
};

const sw__option_group sw__report_option_group = {
    .name = "report",
    .options = options,
    .count = sizeof options / sizeof *options,
    .size = sizeof(sw__report_settings),
};

void sw__report_files_facts(sw__facts *facts)
{
    sw__rank rank = sw__rank_now();
    sw__facts_add(facts, "rank", SW__CELL_COUNT, rank.known ? sw__count(rank.number) : sw__absent(), NULL, NULL);
}

static void say_not_written(const sw__buffer *path, int error)
{
    char reason[128];
    sw__buffer shown = {0};
    // Of a path that is longer than any can be, the ends say enough.
    sw__printable_add(&shown, path->text, path->length, PATH_MAX);
    sw__say(SW_ERR_WRITE, "%s: the report could not be written: %s", shown.text ? shown.text : "",
            strerror_r(error, reason, sizeof reason));
    sw__buffer_free(&shown);
}

// Frees both. False: it was reported.
static bool write_file(sw__buffer *path, sw__buffer *text)
{
    text->failed |= path->failed;
    sw_status status = sw__output_file_write(path->text ? path->text : "", text);
    if (status == SW_ERR_WRITE)
        say_not_written(path, errno);
    else if (status != SW_OK)
        sw__say(status, "the report could not be written: no memory");
    sw__buffer_free(path);
    sw__buffer_free(text);
    return status == SW_OK;
}

static void write_json(const char *template, sw__rank rank, const sw__report *report)
{
    sw__buffer path = {0}, text = {0};
    sw__output_path_add(&path, template, rank, NULL);
    sw__json_write(&text, report);
    (void)write_file(&path, &text);
}

// A device takes all of them.
static void add_path_of(sw__buffer *out, const char *path, const char *key)
{
    if (sw__output_file_is_device(path))
        sw__buffer_text(out, path);
    else
        sw__output_path_add_part(out, path, key);
}

static bool write_csv_facts(const char *path, const sw__report *report)
{
    sw__buffer own = {0}, text = {0};
    add_path_of(&own, path, "facts");
    sw__csv_write_facts(&text, report);
    return write_file(&own, &text);
}

static bool write_csv_table(const char *path, const sw__table *table)
{
    sw__buffer own = {0}, text = {0};
    if (!table->key)
        return true;
    add_path_of(&own, path, table->key);
    sw__csv_write_table(&text, table);
    return write_file(&own, &text);
}

// Where one of them cannot be written, the others would only say so again.
static void write_csv(const char *template, sw__rank rank, const sw__report *report)
{
    sw__buffer path = {0};
    sw__output_path_add(&path, template, rank, NULL);
    const char *common = path.text && !path.failed ? path.text : template;
    bool written = write_csv_facts(common, report);
    for (size_t i = 0; written && i < report->table_count; i++)
        written = write_csv_table(common, &report->tables[i]);
    sw__buffer_free(&path);
}

void sw__report_files_write(const sw__report_settings *settings, const sw__report *report)
{
    sw__rank rank = sw__rank_now();
    if (settings->json)
        write_json(settings->json, rank, report);
    if (settings->csv)
        write_csv(settings->csv, rank, report);
}
