// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A growing text buffer. Output is built in one and leaves it with one write, so that a forked child has nothing of it
// to flush again. When memory runs out the buffer drops what is added and says so in `failed`.

#ifndef SW_BASE_BUFFER_H
#define SW_BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <stepwatch/base.h>

typedef struct sw__buffer {
    char *text; ///< NUL-terminated; NULL while empty
    size_t length;
    size_t capacity;
    bool failed;
} sw__buffer;

void sw__buffer_add(sw__buffer *buffer, const char *text, size_t length);
void sw__buffer_text(sw__buffer *buffer, const char *text);
void sw__buffer_repeat(sw__buffer *buffer, char c, size_t count);
void sw__buffer_printf(sw__buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sw__buffer_vprintf(sw__buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/// Writes the whole buffer, to a descriptor by sw__quiet_write(). SW_ERR_WRITE with errno set, or SW_ERR_NO_MEMORY if
/// the buffer had failed.
sw_status sw__buffer_write_file(const sw__buffer *buffer, FILE *file);
sw_status sw__buffer_write_fd(const sw__buffer *buffer, int fd);

/// Frees the text; the buffer is empty and can be used again.
void sw__buffer_free(sw__buffer *buffer);

#endif
