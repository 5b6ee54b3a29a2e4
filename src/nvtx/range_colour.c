// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "range_colour.h"

// Of a middle lightness, so that the black or white text of a timeline is readable on all of them, and far enough apart
// to be told from each other side by side.
static const uint32_t colours[] = {
    0xff4c8be0, // blue
    0xffe58c3c, // orange
    0xff45ab78, // green
    0xffdb5c68, // red
    0xff9c78d6, // violet
    0xffc9a62e, // yellow
    0xff36aebb, // teal
    0xffd873b0, // pink
    0xff8fa03f, // olive
    0xffa8795a, // brown
    0xff7788a8, // slate
    0xff78b83c, // lime
};

uint32_t sw__range_colour(const char *name)
{
    uint32_t hash = UINT32_C(0x811c9dc5); // FNV-1a
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT32_C(0x01000193);
    // The lower bits of FNV hardly depend on the first characters.
    return colours[(hash ^ hash >> 16) % (sizeof colours / sizeof *colours)];
}
