// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "value_rows.h"

#include <stdlib.h>

#include "profiler/cycles.h"
#include "profiler/metrics.h"
#include "profiler/metrics_file.h"

enum { OWN_COLUMNS = 2 };

static void fill(sw__row_value *row, uint64_t iteration, uint32_t cycle, const sw__iteration_values *values)
{
    *row++ = (sw__row_value){"iter", SW__CELL_COUNT, sw__count(iteration)};
    *row++ = (sw__row_value){"cycle", SW__CELL_COUNT, sw__count(cycle)};
    for (const sw__metric *m = values->all; m < values->all + values->count; m++)
        *row++ = (sw__row_value){m->name, SW__CELL_NUMBER, m->known ? sw__number(m->number) : sw__absent()};
}

// The end of a session on another thread may forget the values meanwhile.
void sw__value_row_write(uint64_t iteration)
{
    const sw__iteration_values *values = sw__metrics_now();
    const uint32_t cycle = sw__cycles_now().now.number;
    sw__metrics_lock();
    const size_t columns = values->count + OWN_COLUMNS;
    sw__row_value *row = malloc(columns * sizeof *row);
    if (row)
        fill(row, iteration, cycle, values);
    sw__metrics_unlock();
    sw__metrics_file_add(row, columns, 1);
    free(row);
}
