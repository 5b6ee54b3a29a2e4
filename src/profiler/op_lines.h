// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The lines of an operator table as numbers: of each group of ops, or of each call path of sections and ops, what it adds up
// to.

#ifndef SW_PROFILER_OP_LINES_H
#define SW_PROFILER_OP_LINES_H

#include "aggregate/reading.h"
#include "profiler/call_tree.h"
#include "profiler/op_groups.h"
#include "profiler/op_sums.h"

/// Of an op that lies in another one of its line, the outer one counts; calls and what is called self are of both.
typedef struct sw__op_line {
    uint32_t record; ///< the first one of it
    uint64_t calls;
    uint64_t total; ///< ticks
    uint64_t self;
    sw__done flops;
    uint64_t flops_calls; ///< that declared theirs
    sw__done bytes;
    uint64_t bytes_calls;
    bool has_memory;
    int64_t memory;
    int64_t self_memory;
    uint64_t peak_memory; ///< of one of its calls
} sw__op_line;

/// What all lines add up to; without the first and the memory, what the ops do.
typedef struct sw__op_whole {
    uint64_t self;             ///< ticks, of all lines
    uint64_t lines;            ///< those of ops
    uint64_t lines_with_flops; ///< of them, those whose calls declare some
    uint64_t calls;
    uint64_t flops_calls;
    sw__done flops; ///< of the ops that lie in no other one
    uint64_t allocated;
    uint64_t freed;
    bool has_memory;
    uint32_t threads; ///< the most that took part in one op
    bool in_open;     ///< some of it lies in an iteration that is not finished
} sw__op_whole;

typedef struct sw__op_lines {
    sw__op_line *all; ///< from 1 on
    uint32_t end;
    sw__call_tree tree;  ///< of call paths: a node for each line
    sw__op_line outside; ///< its memory is what came and went in no line
    sw__op_whole whole;
} sw__op_lines;

typedef struct sw__op_choice {
    sw__op_grouping by;
    bool as_tree;
    uint32_t cycle_record; ///< 0: all cycles
} sw__op_choice;

/// False: no memory. Free them in any case.
bool sw__op_lines_take(sw__op_lines *lines, const sw__reading *reading, const sw__op_choice *choice);
void sw__op_lines_free(sw__op_lines *lines);

#endif
