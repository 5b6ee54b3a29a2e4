// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "growing_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_file.h"
#include "output_path.h"

enum { MOST_OF_ONE_NAME = 10000, PART_SIZE = 16384 };

static void set_name(sw__growing_file *file, const char *path, unsigned number)
{
    char part[16];
    snprintf(part, sizeof part, "%u", number);
    file->name.length = 0;
    if (number == 1)
        sw__buffer_text(&file->name, path);
    else
        sw__output_path_add_part(&file->name, path, part);
}

static int create_first_free(sw__growing_file *file, const char *path)
{
    int fd = -1;
    for (unsigned number = 1; number <= MOST_OF_ONE_NAME && fd < 0; number++) {
        set_name(file, path, number);
        fd = file->name.failed ? -1 : sw__output_file_create(file->name.text);
        if (fd < 0 && (file->name.failed || errno != EEXIST))
            return -1;
    }
    return fd;
}

static int open_device(sw__growing_file *file, const char *path)
{
    set_name(file, path, 1);
    return sw__output_file_open_device(path);
}

sw_status sw__growing_file_create(sw__growing_file *file, const char *path)
{
    const bool device = sw__output_file_is_device(path);
    file->fd = device ? open_device(file, path) : create_first_free(file, path);
    file->open = file->fd >= 0;
    file->size = 0;
    if (file->open && !device)
        file->real = realpath(file->name.text, NULL);
    if (file->name.failed)
        return SW_ERR_NO_MEMORY;
    return file->open && (device || file->real) ? SW_OK : SW_ERR_WRITE;
}

bool sw__growing_file_is_device(const sw__growing_file *file)
{
    return !file->real;
}

sw_status sw__growing_file_append(sw__growing_file *file, const sw__buffer *text)
{
    const sw_status status = sw__buffer_write_fd(text, file->fd);
    int why = errno;
    if (status == SW_OK)
        file->size += text->length;
    else if (file->real && ftruncate(file->fd, (off_t)file->size) != 0)
        why = errno;
    errno = why;
    return status;
}

// Somebody may have removed or replaced it.
static bool is_there(const sw__growing_file *file)
{
    struct stat own, there;
    if (fstat(file->fd, &own) != 0 || stat(file->real, &there) != 0)
        return false;
    errno = EEXIST;
    return own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

static sw_status append_edited(sw__growing_file *to, const sw__growing_file *file, sw__buffer *out, uint64_t from,
                               sw__growing_file_editor edit, void *context)
{
    char part[PART_SIZE];
    sw_status status = sw__growing_file_append(to, out);
    while (from < file->size && status == SW_OK) {
        const uint64_t left = file->size - from;
        const ssize_t length = pread(file->fd, part, left < sizeof part ? left : sizeof part, (off_t)from);
        if (length <= 0) {
            errno = length == 0 ? EIO : errno;
            return SW_ERR_WRITE;
        }
        out->length = 0;
        edit(out, part, (size_t)length, context);
        status = sw__growing_file_append(to, out);
        from += (uint64_t)length;
    }
    return status;
}

static sw_status rename_to(const sw__growing_file *file, const char *name)
{
    return is_there(file) && rename(name, file->real) == 0 ? SW_OK : SW_ERR_WRITE;
}

sw_status sw__growing_file_edit(sw__growing_file *file, sw__buffer *head, uint64_t from, sw__growing_file_editor edit,
                                void *context)
{
    sw__growing_file edited = {0};
    edited.fd = sw__output_file_create_beside(file->real, &edited.name);
    edited.open = edited.fd >= 0;
    sw_status status = edited.open ? append_edited(&edited, file, head, from, edit, context) : SW_ERR_WRITE;
    if (status == SW_OK)
        status = rename_to(file, edited.name.text);
    const int why = errno;
    if (edited.open && status != SW_OK)
        unlink(edited.name.text);
    if (status == SW_OK) {
        const int old = file->fd;
        file->fd = edited.fd;
        file->size = edited.size;
        edited.fd = old;
    }
    sw__growing_file_forget(&edited);
    errno = why;
    return status;
}

sw_status sw__growing_file_close(sw__growing_file *file)
{
    if (file->open && file->real && file->size == 0 && is_there(file))
        unlink(file->real);
    const bool closed = !file->open || close(file->fd) == 0;
    const int why = errno;
    file->open = false;
    sw__growing_file_forget(file);
    errno = why;
    return closed ? SW_OK : SW_ERR_WRITE;
}

void sw__growing_file_forget(sw__growing_file *file)
{
    if (file->open)
        close(file->fd);
    sw__buffer_free(&file->name);
    free(file->real);
    *file = (sw__growing_file){0};
}
