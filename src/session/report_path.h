// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The paths of report files: %rank% and %pid% in them are filled in, and the processes of one run never share a file.

#ifndef SW_SESSION_REPORT_PATH_H
#define SW_SESSION_REPORT_PATH_H

#include "base/buffer.h"
#include "comm/rank.h"

/// Adds `path` with its placeholders filled in. Where there are, or may be, several ranks and the path does not tell them
/// apart, ".rank3" goes in before its extension.
void sw__report_path_add(sw__buffer *out, const char *path, sw__rank rank);

/// Adds `path` with "." and `part` before its extension: "run.csv" and "times" give "run.times.csv". The name of a
/// folder, "out/", stays as it is.
void sw__report_path_add_part(sw__buffer *out, const char *path, const char *part);

#endif
