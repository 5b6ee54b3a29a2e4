// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Values as JSON. Text that is no UTF-8 has U+FFFD in place of each wrong byte; what is absent is null.

#ifndef SW_REPORT_JSON_VALUE_H
#define SW_REPORT_JSON_VALUE_H

#include "base/buffer.h"
#include "report/cell.h"

/// Adds a text in quotes.
void sw__json_text(sw__buffer *out, const char *text);

/// Adds a member of an object: "key": value.
void sw__json_member(sw__buffer *out, const char *key, sw__cell_kind kind, const sw__cell *cell);

#endif
