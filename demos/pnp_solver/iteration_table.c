// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_table.h"

#include <stdio.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

static void add_column(struct iteration_table *table, int decimals, const char *part, const char *name)
{
    struct iteration_metric *metric = &table->metrics[table->count++];
    snprintf(metric->name, sizeof metric->name, "%s%s", part, name);
    metric->decimals = decimals;
}

static void add_columns(struct iteration_table *table, const struct solver *solver)
{
    enum { SECONDS = 6, MEGABYTES = 1 };
    add_column(table, SECONDS, "", "total_time_sec");
    for (int i = 0; i < SOLVER_SECTIONS; i++)
        add_column(table, SECONDS, solver->sections[i], "_time_sec");
    add_column(table, SECONDS, "", "unattributed_sec");
    add_column(table, MEGABYTES, "", "max_host_mb");
}

struct iteration_table iteration_table_begin(const struct solver *solver)
{
    struct iteration_table table = {.count = 0};
    if (sw_profiler_is_enabled())
        add_columns(&table, solver);
    printf("iteration  psnr_db  %8s", solver->loss_name);
    for (int i = 0; i < table.count; i++)
        printf("  %s", table.metrics[i].name);
    putchar('\n');
    return table;
}

static void print_metric(const struct iteration_metric *metric)
{
    const int width = (int)strlen(metric->name);
    double value;
    if (sw_get_metric(metric->name, &value) == SW_OK)
        printf("  %*.*f", width, metric->decimals, value);
    else
        printf("  %*s", width, "--");
}

void iteration_table_row(const struct iteration_table *table, int iteration, double psnr, double loss)
{
    printf("%9d  %7.2f  %8.6f", iteration, psnr, loss);
    for (int i = 0; i < table->count; i++)
        print_metric(&table->metrics[i]);
    putchar('\n');
}
