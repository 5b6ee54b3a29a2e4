// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_cells.h"

#include <string.h>

#include "base/misuse.h"
#include "base/ops.h"
#include "profiler/call_path.h"

enum {
    NAME,
    SHAPE_AND_DTYPE,
    SHAPE,
    DTYPE,
    FILE_AND_LINE,
    PLACE,
    SELF_CPU,
    SHARE,
    CPU,
    AVG,
    CALLS,
    SELF_MEMORY,
    MEMORY,
    PEAK_MEMORY,
    FLOPS,
    SELF_FLOPS,
    FLOPS_CALLS,
    FLOP_RATE,
    OF_PEAK,
    BYTES,
    BYTES_CALLS,
    BYTE_RATE,
    SELF_CUDA,
    CUDA,
    COMM,
    LINE,
};

const sw__column sw__op_columns[] = {
    [NAME] = {"name", SW__CELL_TEXT, "op"},
    [SHAPE_AND_DTYPE] = {"shape", SW__CELL_TEXT, NULL},
    [SHAPE] = {NULL, SW__CELL_TEXT, "shape"},
    [DTYPE] = {NULL, SW__CELL_TEXT, "dtype"},
    [FILE_AND_LINE] = {"place", SW__CELL_TEXT, NULL},
    [PLACE] = {NULL, SW__CELL_TEXT, "place"},
    [SELF_CPU] = {"self CPU", SW__CELL_DURATION, "self_cpu_ns"},
    [SHARE] = {"share", SW__CELL_PERCENT, "share"},
    [CPU] = {"CPU total", SW__CELL_DURATION, "cpu_ns"},
    [AVG] = {"CPU avg", SW__CELL_DURATION, "avg_ns"},
    [CALLS] = {"calls", SW__CELL_COUNT, "calls"},
    [SELF_MEMORY] = {"self mem", SW__CELL_BYTES, "self_memory_bytes"},
    [MEMORY] = {"mem total", SW__CELL_BYTES, "memory_bytes"},
    [PEAK_MEMORY] = {"mem peak", SW__CELL_BYTES, "peak_memory_bytes"},
    [FLOPS] = {"FLOPs", SW__CELL_FLOPS, "flops"},
    [SELF_FLOPS] = {NULL, SW__CELL_FLOPS, "self_flops"},
    [FLOPS_CALLS] = {NULL, SW__CELL_COUNT, "flops_calls"},
    [FLOP_RATE] = {"FLOP/s", SW__CELL_FLOP_RATE, "flops_per_s"},
    [OF_PEAK] = {"of peak", SW__CELL_PERCENT, "of_peak"},
    [BYTES] = {NULL, SW__CELL_BYTES, "moved_bytes"},
    [BYTES_CALLS] = {NULL, SW__CELL_COUNT, "moved_calls"},
    [BYTE_RATE] = {NULL, SW__CELL_NUMBER, "moved_bytes_per_s"},
    [SELF_CUDA] = {"self CUDA", SW__CELL_DURATION, "self_cuda_ns"},
    [CUDA] = {"CUDA total", SW__CELL_DURATION, "cuda_ns"},
    [COMM] = {"comm", SW__CELL_DURATION, "comm_ns"},
    [LINE] = {NULL, SW__CELL_COUNT, NULL},
};

const uint64_t sw__op_spare_columns =
    UINT64_C(1) << AVG | UINT64_C(1) << MEMORY | UINT64_C(1) << PEAK_MEMORY | UINT64_C(1) << FLOPS;

static const char outside_label[] = "[outside]";

static const char *short_dtype(uint32_t dtype)
{
    static const char *const texts[] = {
        [SW_DTYPE_NONE] = "",         [SW_DTYPE_FLOAT8] = "f8",       [SW_DTYPE_FLOAT16] = "f16",
        [SW_DTYPE_BFLOAT16] = "bf16", [SW_DTYPE_FLOAT32] = "f32",     [SW_DTYPE_FLOAT64] = "f64",
        [SW_DTYPE_COMPLEX64] = "c64", [SW_DTYPE_COMPLEX128] = "c128", [SW_DTYPE_INT8] = "i8",
        [SW_DTYPE_INT16] = "i16",     [SW_DTYPE_INT32] = "i32",       [SW_DTYPE_INT64] = "i64",
        [SW_DTYPE_BOOL] = "bool",
    };
    return dtype < sizeof texts / sizeof *texts ? texts[dtype] : "";
}

// Absent if it is empty.
static sw__cell kept(sw__report *report, const char *text)
{
    sw__buffer buffer = {0};
    if (!text || !*text)
        return sw__absent();
    sw__buffer_text(&buffer, text);
    return sw__text(sw__report_keep(report, &buffer));
}

static void add_shape(sw__cell *cells, sw__report *report, const sw__op *op)
{
    char shape[SW__SHAPE_TEXT];
    char both[SW__SHAPE_TEXT + 8];
    const char *dtype = short_dtype(op->dtype);
    sw__op_shape_text(op, shape);
    snprintf(both, sizeof both, "%s%s%s", shape, *shape && *dtype ? " " : "", dtype);
    cells[SHAPE_AND_DTYPE] = kept(report, both);
    cells[SHAPE] = kept(report, shape);
    cells[DTYPE] = kept(report, sw__dtype_text(op->dtype));
}

// A person finds the file without the folders that it lies in.
static void add_place(sw__cell *cells, sw__report *report, const sw__op *op)
{
    char place[512];
    if (!op->line)
        return;
    sw__site_text((sw__site){op->file, op->line}, place, sizeof place);
    const char *slash = strrchr(place, '/');
    cells[PLACE] = kept(report, place);
    cells[FILE_AND_LINE] = slash && !cells[PLACE].absent ? kept(report, slash + 1) : cells[PLACE];
}

static void add_times(sw__cell *cells, const sw__op_view *view, const sw__op_line *line)
{
    const double total_ns = (double)line->total * view->ns_per_tick;
    const uint64_t all_self = view->lines->whole.self;
    cells[CALLS] = sw__count(line->calls);
    if (!line->calls)
        return;
    cells[SELF_CPU] = sw__number((double)line->self * view->ns_per_tick);
    cells[SHARE] = sw__number_if(all_self, (double)line->self / (double)all_self);
    cells[CPU] = sw__number(total_ns);
    cells[AVG] = sw__number(total_ns / (double)line->calls);
}

// What only some of the calls have told of says nothing about their time.
static bool has_rate(const sw__op_line *line, const sw__done *done, uint64_t declared_by)
{
    return done->known && line->total && (!declared_by || declared_by >= line->calls);
}

static void add_work(sw__cell *cells, const sw__op_view *view, const sw__op_line *line)
{
    const double seconds = (double)line->total * view->ns_per_tick * 1e-9;
    const double rate = line->flops.total / seconds;
    const bool rated = has_rate(line, &line->flops, line->flops_calls);
    cells[FLOPS] = sw__number_if(line->flops.known, line->flops.total);
    cells[SELF_FLOPS] = sw__number_if(line->flops.known, line->flops.self);
    cells[FLOPS_CALLS] = sw__count(line->flops_calls);
    cells[FLOP_RATE] = sw__number_if(rated, rate);
    cells[OF_PEAK] = sw__number_if(rated && view->peak_flops > 0, rate / view->peak_flops);
    cells[BYTES] = sw__number_if(line->bytes.known, line->bytes.total);
    cells[BYTES_CALLS] = sw__count(line->bytes_calls);
    cells[BYTE_RATE] = sw__number_if(has_rate(line, &line->bytes, line->bytes_calls), line->bytes.total / seconds);
}

static void add_memory(sw__cell *cells, const sw__op_line *line)
{
    cells[SELF_MEMORY] = sw__number_if(line->has_memory, (double)line->self_memory);
    cells[MEMORY] = sw__number_if(line->has_memory, (double)line->memory);
    // That of a call is known when it has ended, or was cut off.
    cells[PEAK_MEMORY] =
        sw__number_if(line->has_memory && (line->calls || line->peak_memory), (double)line->peak_memory);
}

static void add_names(sw__cell *cells, sw__report *report, const sw__op_view *view, uint32_t line)
{
    const uint32_t record = view->lines->all[line].record;
    const bool is_tree = view->lines->tree.end;
    const char *name = sw__name_text(sw__record_name(record));
    cells[NAME] = sw__text(is_tree ? sw__call_label(report, name, view->lines->tree.nodes[line].depth) : name);
    if (sw__record_at(record)->kind != SW__KIND_OP)
        return;
    const sw__op *op = sw__op_at(sw__record_at(record)->name);
    if (view->by.by_shape)
        add_shape(cells, report, op);
    if (view->by.by_place)
        add_place(cells, report, op);
}

void sw__op_cells_add(sw__table *table, sw__report *report, const sw__op_view *view)
{
    for (uint32_t i = 1; i < view->lines->end; i++) {
        const sw__op_line *line = &view->lines->all[i];
        sw__cell *cells = sw__table_add_row(table);
        if (!cells)
            return;
        cells[LINE] = sw__count(i);
        add_names(cells, report, view, i);
        add_times(cells, view, line);
        add_memory(cells, line);
        add_work(cells, view, line);
    }
}

void sw__op_outside_row_add(sw__table *table, const sw__op_view *view)
{
    sw__cell *cells = sw__table_add_row(table);
    if (!cells)
        return;
    cells[NAME] = sw__text(outside_label);
    add_memory(cells, &view->lines->outside);
    table->keeps_last = true;
}
