// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool read_status(const char *key, uint64_t *bytes)
{
    char text[4096];
    const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[length < 0 ? 0 : length] = '\0';
    const char *line = strstr(text, key);
    if (!line)
        return false;
    *bytes = strtoull(line + strlen(key), NULL, 10) * 1024; // the kernel's kB are KiB
    return true;
}

bool sw__host_memory_peak(uint64_t *bytes)
{
    return read_status("\nVmHWM:", bytes);
}

bool sw__host_memory_now(uint64_t *bytes)
{
    return read_status("\nVmRSS:", bytes);
}
