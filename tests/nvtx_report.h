// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Reads what the NVTX tool of the tests, tests/nvtx_consumer, has reported of a program.

#ifndef TESTS_NVTX_REPORT_H
#define TESTS_NVTX_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NVTX_MOST_NAMES = 64, NVTX_MOST_THREADS = 64, NVTX_MOST_DEPTH = 64, NVTX_NAME_SIZE = 128 };

/// What the tool saw of one name.
typedef struct nvtx_seen {
    char name[NVTX_NAME_SIZE];
    uint64_t pushed;
    uint64_t started;
    uint64_t marked;
    uint64_t deepest;            ///< counted from 1
    uint64_t registered;         ///< how often the name was registered
    uint32_t colour;             ///< of the last event
    char inside[NVTX_NAME_SIZE]; ///< the range around the first push; "" if it was an outermost one
    bool at_several_places;      ///< a later push was inside another one
    bool in_several_colours;
} nvtx_seen;

typedef struct nvtx_report {
    nvtx_seen names[NVTX_MOST_NAMES];
    size_t name_count;
    char domain[NVTX_NAME_SIZE]; ///< of the last one that was made
    uint64_t domains;
    uint64_t threads; ///< that pushed or popped
    uint64_t started;
    uint64_t ended;
    uint64_t odd;  ///< lines that should not be there: names not registered, closing what is not open, a wrong depth
    uint64_t open; ///< ranges that were pushed and not popped, on all threads
} nvtx_report;

/// False: there is no report, or one too large for the above.
bool nvtx_report_read(nvtx_report *report, const char *path);

/// The entry of a name, or NULL.
const nvtx_seen *nvtx_report_find(const nvtx_report *report, const char *name);

#endif
