// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Output too long for a buffer, on its way into a descriptor through one of a fixed size; compressed, if asked for.

#ifndef SW_REPORT_STREAM_H
#define SW_REPORT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

enum { SW__STREAM_ROOM = 1 << 16 };

typedef struct sw__stream {
    int fd;
    int why; ///< errno of the first failure; what is added after it is dropped
    bool compressed;
    size_t length;
    z_stream deflate;
    char text[SW__STREAM_ROOM];
    unsigned char packed[SW__STREAM_ROOM];
} sw__stream;

/// With `compressed` what arrives is in the form of gzip.
void sw__stream_open(sw__stream *stream, int fd, bool compressed);

void sw__stream_add(sw__stream *stream, const char *text, size_t length);
void sw__stream_text(sw__stream *stream, const char *text);
void sw__stream_number(sw__stream *stream, uint64_t number);

/// Adds nanoseconds as microseconds, with three decimals.
void sw__stream_microseconds(sw__stream *stream, uint64_t ns);

/// Writes what is left. False: something failed, see `why`. The descriptor stays open.
bool sw__stream_close(sw__stream *stream);

#endif
