// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "buffer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "quiet_write.h"

// Makes room for `more` bytes and a terminator.
static bool reserve(sw__buffer *buffer, size_t more)
{
    if (buffer->failed)
        return false;
    size_t need = buffer->length + more + 1;
    if (need <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity < need)
        capacity *= 2;
    char *text = realloc(buffer->text, capacity);
    if (!text) {
        buffer->failed = true;
        return false;
    }
    buffer->text = text;
    buffer->capacity = capacity;
    return true;
}

void sw__buffer_add(sw__buffer *buffer, const char *text, size_t length)
{
    if (!reserve(buffer, length))
        return;
    memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

void sw__buffer_text(sw__buffer *buffer, const char *text)
{
    sw__buffer_add(buffer, text, strlen(text));
}

void sw__buffer_repeat(sw__buffer *buffer, char c, size_t count)
{
    if (!reserve(buffer, count))
        return;
    memset(buffer->text + buffer->length, c, count);
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

void sw__buffer_vprintf(sw__buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        buffer->failed = true;
    else if (reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
}

void sw__buffer_printf(sw__buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    sw__buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
}

sw_status sw__buffer_write_file(const sw__buffer *buffer, FILE *file)
{
    if (buffer->failed)
        return SW_ERR_NO_MEMORY;
    size_t written = fwrite(buffer->text, 1, buffer->length, file);
    return written == buffer->length && fflush(file) == 0 ? SW_OK : SW_ERR_WRITE;
}

sw_status sw__buffer_write_fd(const sw__buffer *buffer, int fd)
{
    if (buffer->failed)
        return SW_ERR_NO_MEMORY;
    return sw__quiet_write(fd, buffer->text, buffer->length) ? SW_OK : SW_ERR_WRITE;
}

void sw__buffer_free(sw__buffer *buffer)
{
    free(buffer->text);
    *buffer = (sw__buffer){0};
}
