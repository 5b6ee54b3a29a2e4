// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Reads a config file while something happens to it, as the first argument says:
//     config_reads <scenario> <file>
// Prints the status of sw_init(), whether anything is on, and how many bytes were read of the file.

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

typedef struct scenario {
    const char *name;
    void (*before)(const char *path);                    // before it is opened; may be NULL
    ssize_t (*read)(int file, void *bytes, size_t size); // NULL: as it is
} scenario;

static const char *config;
static const scenario *current; // NULL: nothing happens
static size_t bytes_read;

static ssize_t really_read(int file, void *bytes, size_t size)
{
    return (ssize_t)syscall(SYS_read, file, bytes, size);
}

static void put(const char *text, int flags, off_t offset)
{
    const int file = open(config, O_WRONLY | flags);
    if (file < 0 || pwrite(file, text, strlen(text), offset) < 0 || close(file) != 0)
        exit(EXIT_FAILURE);
}

static ssize_t read_and_grow(int file, void *bytes, size_t size)
{
    if (bytes_read == 0)
        put("# a line of more\n\n\n", O_APPEND, 0);
    return really_read(file, bytes, size);
}

static ssize_t read_and_shrink(int file, void *bytes, size_t size)
{
    const ssize_t got = really_read(file, bytes, size);
    if (truncate(config, 0) != 0)
        exit(EXIT_FAILURE);
    return got;
}

// In the same size, a while after it was written.
static ssize_t read_and_rewrite(int file, void *bytes, size_t size)
{
    const ssize_t got = really_read(file, bytes, size);
    put("default: b", 0, 0);
    return got;
}

static ssize_t read_without_end(int file, void *bytes, size_t size)
{
    (void)file;
    memset(bytes, '#', size);
    return (ssize_t)size;
}

static ssize_t fail_to_read(int file, void *bytes, size_t size)
{
    (void)file;
    (void)bytes;
    (void)size;
    errno = EIO;
    return -1;
}

static void make_large(const char *path)
{
    if (truncate(path, 100 << 20) != 0)
        exit(EXIT_FAILURE);
}

static void make_old(const char *path)
{
    static const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    if (utimensat(AT_FDCWD, path, times, 0) != 0)
        exit(EXIT_FAILURE);
}

static const scenario scenarios[] = {
    {"large", make_large, NULL},
    {"grows", NULL, read_and_grow},
    {"shrinks", NULL, read_and_shrink},
    {"is rewritten", make_old, read_and_rewrite},
    {"never ends", NULL, read_without_end},
    {"fails", NULL, fail_to_read},
};

// The library finds this one before that of the C library.
__attribute__((visibility("default"))) ssize_t read(int file, void *bytes, size_t size)
{
    struct stat here, there;
    const bool ours = current && fstat(file, &here) == 0 && stat(config, &there) == 0 && here.st_ino == there.st_ino;
    const ssize_t got = ours && current->read ? current->read(file, bytes, size) : really_read(file, bytes, size);
    if (ours && got > 0)
        bytes_read += (size_t)got;
    return got;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return EXIT_FAILURE;
    config = argv[2];
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(scenarios[i].name, argv[1]) == 0)
            current = &scenarios[i];
    if (current && current->before)
        current->before(config);
    const sw_status status = sw_init(config, NULL);
    const bool on = sw_stopwatch_is_enabled() || sw_nvtx_is_enabled();
    printf("%d, %s, %zu bytes read\n", status, on ? "on" : "off", bytes_read);
    return EXIT_SUCCESS;
}
