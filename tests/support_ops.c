// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_ops.h"

#include <stdio.h>
#include <string.h>

#include "aggregate/reading.h"
#include "base/misuse.h"
#include "base/ops.h"

void profile_ops(const sw_profiler_options *options)
{
    sw_profiler_options torch = options ? *options : (sw_profiler_options){0};
    torch.mode = SW_PROFILER_TORCH;
    profile(&torch);
}

void profile_all_of_ops(void)
{
    profile_ops(&(sw_profiler_options){.record_shapes = true, .with_flops = true, .with_stack = true});
}

void begin_op_at(const char *name, const sw_op_info *info, double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_op_begin(name, info), SW_OK);
}

void end_op_at(const char *name, double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_op_end(name), SW_OK);
}

void op(const char *name, const sw_op_info *info, double begin, double end)
{
    begin_op_at(name, info, begin);
    end_op_at(name, end);
}

static void add(seen_op *seen, const sw__lengths *lengths, double ns_per_tick)
{
    seen->calls += lengths->count;
    seen->total += (double)lengths->total * ns_per_tick * 1e-9;
    seen->flops += lengths->amounts.flops;
    seen->flops_calls += lengths->amounts.flops_calls;
    seen->bytes += lengths->amounts.bytes;
    seen->records += lengths->count != 0;
}

static bool is_op(uint32_t record, const char *name)
{
    return sw__record_at(record)->kind == SW__KIND_OP && strcmp(sw__name_text(sw__record_name(record)), name) == 0;
}

seen_op ops_seen(const char *name)
{
    sw__reading reading;
    seen_op seen = {0};
    if (sw__reading_take(&reading) != SW_OK)
        return seen;
    for (uint32_t record = 1; record < reading.snapshot.record_end; record++)
        if (is_op(record, name))
            add(&seen, &reading.snapshot.merged->records[record].lengths, reading.clock.ns_per_tick);
    sw__reading_free(&reading);
    return seen;
}

static const sw__op *last_of(const char *name)
{
    for (uint32_t record = sw__record_end(); record-- > 1;)
        if (is_op(record, name))
            return sw__op_at(sw__record_at(record)->name);
    static const sw__op none;
    return &none;
}

const char *shape_seen(const char *name)
{
    static char text[SW__SHAPE_TEXT + 32];
    char shape[SW__SHAPE_TEXT];
    const sw__op *of = last_of(name);
    sw__op_shape_text(of, shape);
    snprintf(text, sizeof text, "%s %s", shape, sw__dtype_text(of->dtype));
    return text;
}

const char *place_seen(const char *name)
{
    static char text[256];
    const sw__op *of = last_of(name);
    sw__site_text((sw__site){of->file, of->line}, text, sizeof text);
    return of->line ? text : "";
}
