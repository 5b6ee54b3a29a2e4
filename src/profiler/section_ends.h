// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The end of a section or an op that is not the common case: it is searched on the stack, and mistakes are reported.

#ifndef SW_PROFILER_SECTION_ENDS_H
#define SW_PROFILER_SECTION_ENDS_H

#include "profiler/sections.h"

typedef struct sw__ending {
    uint32_t name;    ///< with SW__SECTION_IS_OP: an op; else a section. The name itself 0: the one that was begun last
    const char *text; ///< as the program gave it; NULL: the one that was begun last
    sw__site site;
    const char *call;
} sw__ending;

/// Ends it at `now`; 0: now is yet to be read.
sw_status sw__section_end_slowly(const sw__ending *ending, uint64_t now);

/// The same by a name that the program gave, which may be NULL. `is_op` is 0 or SW__SECTION_IS_OP.
sw_status sw__section_end_by_name(const char *name, uint32_t is_op, sw__site site, const char *call, uint64_t now);

#endif
