// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Whether a name is the text of an id, without reading a byte behind its end: for builds under a sanitizer, and for
// processors whose words begin with the high byte.

#ifndef SW_BASE_SAME_TEXT_H
#define SW_BASE_SAME_TEXT_H

#include <stdbool.h>
#include <string.h>

#include "base/names.h"

static inline bool sw__surely_same_text(uint32_t id, const char *name)
{
    return strcmp(sw__name_texts[id], name) == 0;
}

#endif
