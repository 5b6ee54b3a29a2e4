// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Names of what the process has open already: a regular file behind one of them belongs to somebody else.
static bool names_a_descriptor(const char *path)
{
    static const char *const prefixes[] = {"/dev/fd/", "/dev/std", "/proc/"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(path, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

bool sw__output_file_is_device(const char *path)
{
    struct stat file;
    return names_a_descriptor(path) || (stat(path, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode));
}

static bool is_folder(const char *path)
{
    struct stat folder;
    return stat(path, &folder) == 0 && S_ISDIR(folder.st_mode);
}

// It may be there, or be made by another process of the same run meanwhile.
static bool make_folder(const char *path)
{
    if (is_folder(path) || mkdir(path, 0777) == 0 || (errno == EEXIST && is_folder(path)))
        return true;
    if (errno == EEXIST)
        errno = ENOTDIR;
    return false;
}

// Makes the folders in which the file is to be; `path` is changed and restored.
static bool make_folders(char *path)
{
    bool made = true;
    for (char *slash = strchr(path + (*path == '/'), '/'); slash && made; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = make_folder(path);
        *slash = '/';
    }
    return made;
}

// Whether it is there or not.
static bool names_a_folder(const char *path)
{
    const size_t length = strlen(path);
    return length > 0 && path[length - 1] == '/';
}

static sw_status write_and_close(const sw__buffer *buffer, int file)
{
    sw_status status = sw__buffer_write_fd(buffer, file);
    const int why = errno;
    const bool closed = close(file) == 0;
    if (status == SW_OK && !closed)
        return SW_ERR_WRITE;
    if (status != SW_OK)
        errno = why;
    return status;
}

// The number in a name of a descriptor of this process; -1: it is none.
static int named_descriptor(const char *path)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, standard[i]) == 0)
            return i;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        const char *number = path + length;
        if (strncmp(path, folders[i], length) == 0 && *number && !number[strspn(number, "0123456789")] &&
            strlen(number) < 10)
            return (int)strtol(number, NULL, 10);
    }
    return -1;
}

// A descriptor is used as it is, at the place up to which the program has written: one opened anew would begin at a
// place of its own, and where it leads to a file, the two would overwrite each other. A pipe is opened without waiting
// for a reader at the other end: there may never be one.
int sw__output_file_open_device(const char *path)
{
    const int named = named_descriptor(path);
    if (named >= 0)
        return fcntl(named, F_DUPFD_CLOEXEC, 0);
    const int file = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0)
        fcntl(file, F_SETFL, O_APPEND);
    return file;
}

static sw_status write_into(const char *path, const sw__buffer *buffer)
{
    const int file = sw__output_file_open_device(path);
    return file < 0 ? SW_ERR_WRITE : write_and_close(buffer, file);
}

static int create(const char *path)
{
    return open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

// A file of a name that nobody has, in the folder of the final one, as only within a file system renaming is one step.
// Not by mkstemp(), which keeps all others from reading it.
int sw__output_file_create_beside(const char *path, sw__buffer *name)
{
    const char *slash = strrchr(path, '/');
    int file = -1;
    for (unsigned try = 0; try < 1000 && file < 0; try++) {
        name->length = 0;
        sw__buffer_add(name, path, slash ? (size_t)(slash + 1 - path) : 0);
        sw__buffer_printf(name, ".stepwatch-%d-%u.tmp", (int)getpid(), try);
        if (name->failed) {
            errno = ENOMEM;
            return -1;
        }
        file = create(name->text);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

static sw_status replace(const char *path, const sw__buffer *buffer)
{
    sw__buffer name = {0};
    const int file = sw__output_file_create_beside(path, &name);
    sw_status status = file < 0 ? SW_ERR_WRITE : write_and_close(buffer, file);
    if (status == SW_OK && rename(name.text, path) != 0)
        status = SW_ERR_WRITE;
    const int why = errno;
    if (file >= 0 && status != SW_OK)
        unlink(name.text);
    sw__buffer_free(&name);
    errno = why;
    return status;
}

// The path to which a link leads, also if nothing is there. NULL: it is no link, or there is no memory.
static char *link_target(const char *path)
{
    char target[PATH_MAX];
    sw__buffer whole = {0};
    const char *slash = strrchr(path, '/');
    const ssize_t length = readlink(path, target, sizeof target);
    if (length <= 0)
        return NULL;
    if (target[0] != '/' && slash)
        sw__buffer_add(&whole, path, (size_t)(slash + 1 - path));
    sw__buffer_add(&whole, target, (size_t)length);
    if (whole.failed)
        sw__buffer_free(&whole);
    return whole.text;
}

// A link stays, and the file to which it leads is replaced, or made. NULL with errno set.
static char *target_of(const char *path)
{
    char *target = realpath(path, NULL);
    // Links that lead in a circle would be followed for ever.
    if (target || errno == ELOOP)
        return target;
    target = strdup(path);
    for (char *next; target && (next = link_target(target)); target = next)
        free(target);
    return target;
}

int sw__output_file_create(const char *path)
{
    if (names_a_folder(path)) {
        errno = EISDIR;
        return -1;
    }
    char *target = target_of(path);
    const int file = target && make_folders(target) ? create(target) : -1;
    const int why = errno;
    free(target);
    errno = why;
    return file;
}

sw_status sw__output_file_write(const char *path, const sw__buffer *buffer)
{
    if (buffer->failed)
        return SW_ERR_NO_MEMORY;
    if (names_a_folder(path)) {
        errno = EISDIR;
        return SW_ERR_WRITE;
    }
    if (sw__output_file_is_device(path))
        return write_into(path, buffer);
    char *target = target_of(path);
    if (!target)
        return errno == ENOMEM ? SW_ERR_NO_MEMORY : SW_ERR_WRITE;
    sw_status status = make_folders(target) ? replace(target, buffer) : SW_ERR_WRITE;
    const int why = errno;
    free(target);
    errno = why;
    return status;
}
