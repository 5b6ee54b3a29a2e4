// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "row_file_support.h"

#include <stdio.h>

#include "csv_support.h"

sw__row_file rows;
unsigned news_count;
char news[1024];
sw_status news_status;

void begin_rows(void)
{
    remove_folder(FOLDER);
    news_count = 0;
    news[0] = '\0';
    news_status = SW_OK;
}

void end_rows(void)
{
    close_rows();
    remove_folder(FOLDER);
}

void close_rows(void)
{
    sw__row_file_close(&rows);
    take_news();
}

void take_news(void)
{
    sw__row_news taken = sw__row_file_take_news(&rows);
    if (taken.text.length) {
        news_count++;
        news_status = taken.status;
        snprintf(news, sizeof news, "%s", taken.text.text);
    }
    sw__buffer_free(&taken.text);
}

sw__row_value count_in(const char *column, uint64_t count)
{
    return (sw__row_value){column, SW__CELL_COUNT, sw__count(count)};
}

sw__row_value text_in(const char *column, const char *text)
{
    return (sw__row_value){column, SW__CELL_TEXT, sw__text(text)};
}

void add_row(const char *path, const sw__row_value *values, size_t count)
{
    sw__row_file_add(&rows, path, values, count);
    take_news();
}
