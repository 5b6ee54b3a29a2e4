// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The paths of output files: placeholders in them are filled in, and the processes of one run never share a file.

#ifndef SW_REPORT_OUTPUT_PATH_H
#define SW_REPORT_OUTPUT_PATH_H

#include <stdint.h>

#include "base/buffer.h"
#include "comm/rank.h"

/// What stands for a placeholder.
typedef struct sw__placeholder {
    const char *name; ///< with its percent signs: "%cycle%"
    const char *text; ///< NULL: the number
    uint64_t number;
} sw__placeholder;

/// Adds `path` with %rank%, %pid% and those of a list filled in; other words between percent signs stay. The list ends
/// with a NULL name, and may be NULL. A text is filled in so that it is a part of one name and leads to no other
/// folder: with "_" for each "/" and control character, and for a dot at its begin.
///
/// Where there are, or may be, several ranks and the path does not tell them apart, ".rank3" goes in before its
/// extension, unless it leads to a device, which takes what all of them write.
void sw__output_path_add(sw__buffer *out, const char *path, sw__rank rank, const sw__placeholder *more);

/// Adds `path` with "." and `part` before its extension: "run.csv" and "times" give "run.times.csv". The name of a
/// folder, "out/", stays as it is.
void sw__output_path_add_part(sw__buffer *out, const char *path, const char *part);

#endif
