// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Writes the raw file of a trace, block by block. A block that cannot be written is taken back as a whole, so that later ones
// can still be read. One thread at a time; allocates nothing, as it is called from drains.

#ifndef SW_RECORD_TRACE_FILE_H
#define SW_RECORD_TRACE_FILE_H

#include "record/trace_format.h"

typedef struct sw__trace_file {
    int fd;                                ///< -1: none is open
    int why;                               ///< errno of the first write that failed; 0: none has
    uint64_t size;                         ///< up to the end of the last whole block
    uint32_t lanes;                        ///< so many are
    uint64_t defined[SW__RECORD_CAP / 64]; ///< a bit for each record that is
} sw__trace_file;

/// A block of spans on its way into the file.
typedef struct sw__trace_chunk {
    sw__trace_block head;
    sw__span spans[SW__LOG_CAP];
} sw__trace_chunk;

/// Writes the first block, of the run, into an empty file, which is `fd` from now on. `texts` are by sw__trace_text, and are
/// cut where they are long.
bool sw__trace_file_begin(sw__trace_file *file, int fd, const sw__trace_run *run,
                          const char *const texts[SW__TRACE_TEXT_COUNT]);

/// Writes the run again, in its place.
void sw__trace_file_update(sw__trace_file *file, const sw__trace_run *run);

/// Writes the spans in the chunk, so many.
bool sw__trace_file_put_spans(sw__trace_file *file, sw__trace_chunk *chunk, uint32_t count);

bool sw__trace_file_put_iteration(sw__trace_file *file, const sw__trace_iteration *iteration);

/// Defines a record and those that it lies in, unless they are.
bool sw__trace_file_define_record(sw__trace_file *file, uint32_t record);

/// Defines a lane; returns its number in the file, or 0.
uint32_t sw__trace_file_define_lane(sw__trace_file *file, const sw__lane *lane);

void sw__trace_file_close(sw__trace_file *file);

#endif
