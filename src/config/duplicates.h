// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Keys that a map has twice. YAML parsers let them pass, and programs then differ in which one they take.

#ifndef SW_CONFIG_DUPLICATES_H
#define SW_CONFIG_DUPLICATES_H

#include "config/reader.h"

/// Reports each key of the map that stands in it before.
void sw__duplicates_report(sw__reader *reader, const sw__document *document, const sw__node *map);

#endif
