// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "stream.h"

#include <errno.h>
#include <string.h>

#include "base/quiet_write.h"

enum { GZIP_WINDOW = 15 + 16, FAST = 1 }; ///< text as regular as a trace gains little from more effort

static void write_out(sw__stream *stream, const void *bytes, size_t length)
{
    if (!stream->why && length && !sw__quiet_write(stream->fd, bytes, length))
        stream->why = errno;
}

static void deflate_out(sw__stream *stream, int flush)
{
    stream->deflate.next_in = (unsigned char *)stream->text;
    stream->deflate.avail_in = (unsigned)stream->length;
    do {
        stream->deflate.next_out = stream->packed;
        stream->deflate.avail_out = sizeof stream->packed;
        (void)deflate(&stream->deflate, flush); // fails only where it is called wrongly
        write_out(stream, stream->packed, sizeof stream->packed - stream->deflate.avail_out);
    } while (stream->deflate.avail_out == 0);
}

static void empty(sw__stream *stream, int flush)
{
    if (stream->compressed && !stream->why)
        deflate_out(stream, flush);
    else
        write_out(stream, stream->text, stream->length);
    stream->length = 0;
}

void sw__stream_open(sw__stream *stream, int fd, bool compressed)
{
    stream->fd = fd;
    stream->why = 0;
    stream->compressed = compressed;
    stream->length = 0;
    stream->deflate = (z_stream){0};
    if (compressed && deflateInit2(&stream->deflate, FAST, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        stream->why = ENOMEM;
}

void sw__stream_add(sw__stream *stream, const char *text, size_t length)
{
    while (length > sizeof stream->text - stream->length) {
        const size_t part = sizeof stream->text - stream->length;
        memcpy(stream->text + stream->length, text, part);
        stream->length += part;
        text += part;
        length -= part;
        empty(stream, Z_NO_FLUSH);
    }
    memcpy(stream->text + stream->length, text, length);
    stream->length += length;
}

void sw__stream_text(sw__stream *stream, const char *text)
{
    sw__stream_add(stream, text, strlen(text));
}

// Of a million events each has several numbers: printf() would take most of the time.
static char *write_digits(char *end, uint64_t number)
{
    do
        *--end = (char)('0' + number % 10);
    while (number /= 10);
    return end;
}

void sw__stream_number(sw__stream *stream, uint64_t number)
{
    char digits[20];
    char *end = digits + sizeof digits;
    const char *first = write_digits(end, number);
    sw__stream_add(stream, first, (size_t)(end - first));
}

void sw__stream_microseconds(sw__stream *stream, uint64_t ns)
{
    char digits[24];
    char *end = digits + sizeof digits;
    for (int i = 0; i < 3; i++, ns /= 10)
        *--end = (char)('0' + ns % 10);
    *--end = '.';
    const char *first = write_digits(end, ns);
    sw__stream_add(stream, first, (size_t)(digits + sizeof digits - first));
}

bool sw__stream_close(sw__stream *stream)
{
    empty(stream, Z_FINISH);
    if (stream->compressed)
        deflateEnd(&stream->deflate);
    return !stream->why;
}
