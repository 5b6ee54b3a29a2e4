// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "message.h"

#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>

#include "buffer.h"
#include "printable.h"

static sw_message_handler message_handler;
static void *message_user;

void sw_set_message_handler(sw_message_handler handler, void *user)
{
    message_user = user;
    message_handler = handler;
}

static void write_to_stderr(const char *text)
{
    sw__buffer line = {0};
    sw__buffer_printf(&line, "stepwatch: %s\n", text);
    // There is no place left to report that stderr cannot be written.
    (void)sw__buffer_write_fd(&line, STDERR_FILENO);
    sw__buffer_free(&line);
}

// Whatever the names, paths and texts of the system have in them, a message is one line that a terminal can show.
void sw__say(sw_status status, const char *format, ...)
{
    sw__buffer text = {0}, line = {0};
    va_list arguments;
    va_start(arguments, format);
    sw__buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    sw__printable_add(&line, text.text, text.length, SIZE_MAX);
    const char *message = text.failed || line.failed ? sw_status_text(SW_ERR_NO_MEMORY) : line.text;
    if (message_handler)
        message_handler(status, message, message_user);
    else
        write_to_stderr(message);
    sw__buffer_free(&text);
    sw__buffer_free(&line);
}
