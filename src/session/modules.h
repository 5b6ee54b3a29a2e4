// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The modules, one entry each: what the session knows of them and what it calls.

#ifndef SW_SESSION_MODULES_H
#define SW_SESSION_MODULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lanes.h"
#include "config/options.h"

typedef struct sw__module {
    const sw__option_group *group;
    void *settings;            ///< the current ones
    const void *defaults;      ///< the same struct
    const bool *enabled;       ///< inside settings
    bool (*settle)(void);      ///< what the settings say together; false: that was reported. May be NULL
    uint64_t bits;             ///< its two in the state word; 0: they come and go with the iterations
    uint64_t (*start)(void);   ///< from the settings, before the bits go in; returns what goes in with them
    void (*started)(void);     ///< after they went in; may be NULL
    void (*report_open)(void); ///< at finalize, while its bits are in; may be NULL
    void (*finish)(void);      ///< after its bits were taken out
    void (*fork_child)(void);  ///< may be NULL
} sw__module;

typedef enum sw__module_id { SW__STOPWATCH, SW__NVTX, SW__PROFILER, SW__MODULE_COUNT } sw__module_id;

extern const sw__module sw__modules[SW__MODULE_COUNT];

/// What each lane holds, for sw__lanes_setup().
extern sw__lane_part *const sw__lane_parts[];
extern const size_t sw__lane_part_count;

#endif
