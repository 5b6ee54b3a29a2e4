// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_rows.h"

#include <stdlib.h>

#include "base/misuse.h"
#include "base/ops.h"
#include "profiler/call_path.h"
#include "profiler/cycles.h"
#include "profiler/metrics_file.h"
#include "profiler/op_sums.h"
#include "profiler/sections.h"

// Those up to `count` are those of the reference tool.
enum {
    ITER,
    SECTION,
    OP,
    CPU,
    CUDA,
    SELF_CUDA,
    MEMORY,
    SELF_MEMORY,
    COUNT,
    CYCLE,
    SELF_CPU,
    FLOPS,
    FLOPS_COUNT,
    BYTES,
    SHAPE,
    DTYPE,
    PLACE,
    PATH,
    COLUMNS,
};

static const struct {
    const char *name;
    sw__cell_kind kind;
} columns[COLUMNS] = {
    [ITER] = {"iter", SW__CELL_TEXT},
    [SECTION] = {"section", SW__CELL_TEXT},
    [OP] = {"op", SW__CELL_TEXT},
    [CPU] = {"cpu_sec", SW__CELL_NUMBER},
    [CUDA] = {"cuda_sec", SW__CELL_NUMBER},
    [SELF_CUDA] = {"self_cuda_sec", SW__CELL_NUMBER},
    [MEMORY] = {"mem_mb", SW__CELL_NUMBER},
    [SELF_MEMORY] = {"self_mem_mb", SW__CELL_NUMBER},
    [COUNT] = {"count", SW__CELL_COUNT},
    [CYCLE] = {"cycle", SW__CELL_COUNT},
    [SELF_CPU] = {"self_cpu_sec", SW__CELL_NUMBER},
    [FLOPS] = {"flops", SW__CELL_FLOPS},
    [FLOPS_COUNT] = {"flops_count", SW__CELL_COUNT},
    [BYTES] = {"bytes", SW__CELL_BYTES},
    [SHAPE] = {"shape", SW__CELL_TEXT},
    [DTYPE] = {"dtype", SW__CELL_TEXT},
    [PLACE] = {"place", SW__CELL_TEXT},
    [PATH] = {"path", SW__CELL_TEXT},
};

typedef struct making {
    const sw__op_rows *of;
    sw__op_sums *sums;
    sw__report texts;   ///< keeps those that were made for the rows
    const char **paths; ///< by record
    sw__row_value *rows;
    size_t count;
    uint32_t cycle;
} making;

static const sw__running_total *total_of(const making *m, uint32_t record)
{
    return &m->of->totals->all[record];
}

static bool has_row(const making *m, uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_OP && total_of(m, record)->count;
}

static double megabytes(int64_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

static sw__cell text_if_any(const char *text)
{
    return text && *text ? sw__text(text) : sw__absent();
}

static const char *path_of(making *m, uint32_t record)
{
    if (!sw__record_nests(record))
        return NULL;
    if (!m->paths[record])
        m->paths[record] =
            sw__call_path(&m->texts, sw__name_text(sw__record_name(record)), path_of(m, sw__record_at(record)->parent));
    return m->paths[record];
}

static const char *keep(making *m, const char *text)
{
    sw__buffer copy = {0};
    sw__buffer_text(&copy, text);
    return sw__report_keep(&m->texts, &copy);
}

static void add_identity(making *m, sw__cell cells[COLUMNS], uint32_t record)
{
    const sw__op *op = sw__op_at(sw__record_at(record)->name);
    const uint32_t section = sw__section_around(record);
    char shape[SW__SHAPE_TEXT], place[512] = "";
    sw__op_shape_text(op, shape);
    if (op->line)
        sw__site_text((sw__site){op->file, op->line}, place, sizeof place);
    cells[SECTION] = section ? sw__text(sw__name_text(sw__record_name(section))) : sw__absent();
    cells[OP] = sw__text(sw__name_text(op->name));
    cells[SHAPE] = text_if_any(keep(m, shape));
    cells[DTYPE] = text_if_any(sw__dtype_text(op->dtype));
    cells[PLACE] = text_if_any(keep(m, place));
    cells[PATH] = text_if_any(path_of(m, record));
}

static void add_numbers(const making *m, sw__cell cells[COLUMNS], uint32_t record)
{
    const sw__running_total *total = total_of(m, record);
    const sw__op_sums *sums = &m->sums[record];
    cells[ITER] = sw__text(m->of->iteration);
    cells[CYCLE] = sw__count(m->cycle);
    cells[CPU] = sw__number((double)total->total * m->of->sec_per_tick);
    cells[SELF_CPU] = sw__number((double)sums->self * m->of->sec_per_tick);
    cells[COUNT] = sw__count(total->count);
    if (sums->has_memory) {
        cells[MEMORY] = sw__number(megabytes(sums->memory));
        cells[SELF_MEMORY] = sw__number(megabytes(sums->self_memory));
    }
    if (sums->flops.known)
        cells[FLOPS] = sw__number(sums->flops.total);
    cells[FLOPS_COUNT] = sw__count(total->amounts.flops_calls);
    if (sums->bytes.known)
        cells[BYTES] = sw__number(sums->bytes.total);
}

static void add_row(making *m, uint32_t record)
{
    sw__cell cells[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        cells[i] = sw__absent();
    add_identity(m, cells, record);
    add_numbers(m, cells, record);
    for (int i = 0; i < COLUMNS; i++)
        m->rows[m->count * COLUMNS + (size_t)i] = (sw__row_value){columns[i].name, columns[i].kind, cells[i]};
    m->count++;
}

static size_t count_rows(const making *m)
{
    size_t count = 0;
    for (uint32_t record = 1; record < m->of->totals->end; record++)
        count += has_row(m, record);
    return count;
}

static bool reserve(making *m, size_t rows)
{
    m->sums = calloc(m->of->totals->end, sizeof *m->sums);
    m->paths = calloc(m->of->totals->end, sizeof *m->paths);
    m->rows = calloc(rows, COLUMNS * sizeof *m->rows);
    return m->sums && m->paths && m->rows;
}

static bool make(making *m)
{
    sw__op_sums_make(m->sums, m->of->totals->all, m->of->totals->end);
    for (uint32_t record = 1; record < m->of->totals->end; record++)
        if (has_row(m, record))
            add_row(m, record);
    return sw__report_is_whole(&m->texts);
}

size_t sw__op_rows_write(const sw__op_rows *of)
{
    making m = {.of = of, .cycle = sw__cycles_now().now.number};
    const size_t rows = count_rows(&m);
    if (rows) {
        const bool made = reserve(&m, rows) && make(&m);
        sw__metrics_file_add(made ? m.rows : NULL, COLUMNS, rows);
    }
    free(m.sums);
    free(m.paths);
    free(m.rows);
    sw__report_free(&m.texts);
    return rows;
}
