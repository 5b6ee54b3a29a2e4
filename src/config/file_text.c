// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "file_text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

enum { SIZE_LIMIT = 1 << 20 };

static const sw__place whole_file = {0, 0};

static void say_unreadable(sw__mistakes *mistakes, int error)
{
    sw__buffer *out = sw__mistakes_add(mistakes, whole_file);
    if (out)
        sw__buffer_printf(out, "cannot be read: %s; a config file is named by sw_init() or STEPWATCH_CONFIG",
                          strerror(error));
}

static void say_too_large(sw__mistakes *mistakes)
{
    sw__mistakes_say(mistakes, whole_file, "is over 1 MiB large; a config file has at most 1,048,576 bytes");
}

static void say_irregular(sw__mistakes *mistakes)
{
    sw__mistakes_say(mistakes, whole_file, "is not a regular file; a config file is read from nothing else");
}

static bool get_status(int fd, struct stat *status, sw__mistakes *mistakes)
{
    const bool got = fstat(fd, status) == 0;
    if (!got)
        say_unreadable(mistakes, errno);
    return got;
}

// The size is asked for first, so that nothing of a file that is too large is read. False after a mistake.
static bool is_suitable(const struct stat *status, sw__mistakes *mistakes)
{
    const bool regular = S_ISREG(status->st_mode);
    if (S_ISDIR(status->st_mode))
        sw__mistakes_say(mistakes, whole_file, "is a directory; a config file is expected");
    else if (!regular)
        say_irregular(mistakes);
    else if (status->st_size > SIZE_LIMIT)
        say_too_large(mistakes);
    return regular && status->st_size <= SIZE_LIMIT;
}

// Half of a file may be right, too, and mean something else.
static void check_unchanged(int fd, const struct stat *before, sw__mistakes *mistakes)
{
    struct stat now;
    if (!get_status(fd, &now, mistakes))
        return;
    const bool same_time =
        now.st_mtim.tv_sec == before->st_mtim.tv_sec && now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
    if (!same_time || now.st_size != before->st_size)
        sw__mistakes_say(mistakes, whole_file, "changed while it was read; try again when it is complete");
}

static void read_all(int fd, sw__buffer *bytes, sw__mistakes *mistakes)
{
    char chunk[16384];
    while (bytes->length <= SIZE_LIMIT && !bytes->failed) {
        const ssize_t got = read(fd, chunk, sizeof chunk);
        if (got == 0)
            return;
        if (got > 0)
            sw__buffer_add(bytes, chunk, (size_t)got);
        else if (errno != EINTR) {
            say_unreadable(mistakes, errno);
            return;
        }
    }
    // It grew while it was read, or is one of the files that do not tell their size.
    if (!bytes->failed)
        say_too_large(mistakes);
}

static void read_regular(int fd, sw__buffer *bytes, sw__mistakes *mistakes)
{
    struct stat status;
    if (!get_status(fd, &status, mistakes) || !is_suitable(&status, mistakes))
        return;
    read_all(fd, bytes, mistakes);
    if (mistakes->count == 0)
        check_unchanged(fd, &status, mistakes);
}

static bool is_line_break(const sw__file_text *file, size_t at)
{
    const char c = file->text[at];
    const bool first_of_two = c == '\r' && at + 1 < file->length && file->text[at + 1] == '\n';
    return c == '\n' || (c == '\r' && !first_of_two);
}

static bool is_text(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' || sw__utf8_is_printable(code);
}

// Cuts the text before the first line that is not text. The parser would stop there too, but does not tell the place.
static void keep_text(sw__file_text *file, sw__mistakes *mistakes)
{
    size_t line = 1;
    size_t line_start = 0;
    for (size_t i = 0; i < file->length;) {
        uint32_t code = 0;
        const size_t size = sw__utf8_read(file->text + i, file->length - i, &code);
        if (size == 0 || !is_text(code)) {
            const sw__place place = {line, sw__utf8_count(file->text + line_start, i - line_start) + 1};
            sw__buffer *out = sw__mistakes_add(mistakes, place);
            if (out && size == 0)
                sw__buffer_printf(out, "byte 0x%02x is not UTF-8; save the file as UTF-8 text",
                                  (unsigned)(unsigned char)file->text[i]);
            else if (out)
                sw__buffer_printf(out, "character U+%04X is not allowed; a config file is plain text", (unsigned)code);
            file->length = line_start;
            file->cut_line = line;
            return;
        }
        if (is_line_break(file, i)) {
            line++;
            line_start = i + 1;
        }
        i += size;
    }
}

void sw__file_text_read(sw__file_text *file, const char *path, sw__mistakes *mistakes)
{
    *file = (sw__file_text){0};
    // A named pipe without a writer must not block the program's start.
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd >= 0) {
        read_regular(fd, &file->bytes, mistakes);
        close(fd);
    } else if (errno == ENXIO) // a socket, which cannot be opened
        say_irregular(mistakes);
    else
        say_unreadable(mistakes, errno);
    const bool marked = file->bytes.length >= 3 && memcmp(file->bytes.text, "\xef\xbb\xbf", 3) == 0;
    file->text = marked ? file->bytes.text + 3 : file->bytes.text;
    file->length = marked ? file->bytes.length - 3 : file->bytes.length;
    if (mistakes->count == 0)
        keep_text(file, mistakes);
    else
        file->length = 0;
}

void sw__file_text_free(sw__file_text *file)
{
    sw__buffer_free(&file->bytes);
    *file = (sw__file_text){0};
}
