// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/misuse.h"
#include "base/ops.h"
#include "base/quiet_write.h"

enum { SMALL_PAYLOAD = 2048 };

// A block of fields and texts.
typedef struct small_block {
    sw__trace_block head;
    char payload[SMALL_PAYLOAD];
} small_block;

_Static_assert(SMALL_PAYLOAD > sizeof(sw__trace_run) + SW__NAME_LENGTH + 256, "room for fields and a name");

// The payload lies behind the head. A part of a block is taken back.
static bool put(sw__trace_file *file, const sw__trace_block *block)
{
    const size_t size = sizeof *block + block->size;
    if (sw__quiet_write(file->fd, (const char *)block, size)) {
        file->size += size;
        return true;
    }
    if (!file->why)
        file->why = errno;
    if (ftruncate(file->fd, (off_t)file->size) == 0)
        (void)lseek(file->fd, (off_t)file->size, SEEK_SET);
    return false;
}

static void begin(small_block *block, sw__trace_block_kind kind, uint32_t subject, const void *fields, uint32_t size)
{
    block->head = (sw__trace_block){.magic = SW__TRACE_MAGIC, .kind = kind, .size = size, .subject = subject};
    memcpy(block->payload, fields, size);
}

static void add_text(small_block *block, const char *text, size_t longest)
{
    const size_t length = strnlen(text, longest);
    memcpy(block->payload + block->head.size, text, length);
    block->payload[block->head.size + length] = '\0';
    block->head.size += (uint32_t)length + 1;
}

bool sw__trace_file_begin(sw__trace_file *file, int fd, const sw__trace_run *run,
                          const char *const texts[SW__TRACE_TEXT_COUNT])
{
    small_block block;
    *file = (sw__trace_file){.fd = fd};
    begin(&block, SW__TRACE_RUN, 0, run, sizeof *run);
    for (size_t i = 0; i < SW__TRACE_TEXT_COUNT; i++)
        add_text(&block, texts[i], 256);
    return put(file, &block.head);
}

void sw__trace_file_update(sw__trace_file *file, const sw__trace_run *run)
{
    // Within what is there already: the file does not grow, and no limit is met.
    if (pwrite(file->fd, run, sizeof *run, sizeof(sw__trace_block)) < 0 && !file->why)
        file->why = errno;
}

bool sw__trace_file_put_spans(sw__trace_file *file, sw__trace_chunk *chunk, uint32_t count)
{
    chunk->head.magic = SW__TRACE_MAGIC;
    chunk->head.kind = SW__TRACE_SPANS;
    chunk->head.size = count * (uint32_t)sizeof(sw__span);
    return put(file, &chunk->head);
}

bool sw__trace_file_put_iteration(sw__trace_file *file, const sw__trace_iteration *iteration)
{
    small_block block;
    begin(&block, SW__TRACE_ITERATION, 0, iteration, sizeof *iteration);
    return put(file, &block.head);
}

static void add_op(small_block *block, const sw__op *op)
{
    char shape[SW__SHAPE_TEXT], place[512] = "";
    sw__op_shape_text(op, shape);
    if (op->line)
        sw__site_text((sw__site){op->file, op->line}, place, sizeof place);
    add_text(block, shape, sizeof shape);
    add_text(block, sw__dtype_text(op->dtype), 32);
    add_text(block, place, sizeof place);
}

static bool put_record(sw__trace_file *file, uint32_t id)
{
    small_block block;
    const sw__record *record = sw__record_at(id);
    const sw__trace_record_head head = {.kind = record->kind, .parent = record->parent};
    begin(&block, SW__TRACE_RECORD, id, &head, sizeof head);
    add_text(&block, sw__name_text(sw__record_name(id)), SW__NAME_LENGTH + 64);
    if (record->kind == SW__KIND_OP)
        add_op(&block, sw__op_at(record->name));
    return put(file, &block.head);
}

static bool is_defined(const sw__trace_file *file, uint32_t record)
{
    return file->defined[record / 64] >> record % 64 & 1;
}

// One is marked when all that it lies in are there.
bool sw__trace_file_define_record(sw__trace_file *file, uint32_t record)
{
    for (uint32_t r = record; r && !is_defined(file, r); r = sw__record_at(r)->parent)
        if (!put_record(file, r))
            return false;
    for (uint32_t r = record; r && !is_defined(file, r); r = sw__record_at(r)->parent)
        file->defined[r / 64] |= UINT64_C(1) << r % 64;
    return true;
}

uint32_t sw__trace_file_define_lane(sw__trace_file *file, const sw__lane *lane)
{
    small_block block;
    sw__trace_lane_head head = {.thread = lane->thread};
    memcpy(head.name, lane->thread_name, sizeof head.name);
    begin(&block, SW__TRACE_LANE, file->lanes + 1, &head, sizeof head);
    return put(file, &block.head) ? ++file->lanes : 0;
}

void sw__trace_file_close(sw__trace_file *file)
{
    if (close(file->fd) != 0 && !file->why)
        file->why = errno;
    file->fd = -1;
}
