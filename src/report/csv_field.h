// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The fields of CSV by RFC 4180. What is absent is an empty field; an empty text is "". Text that is no UTF-8 has
// U+FFFD in place of each wrong byte.

#ifndef SW_REPORT_CSV_FIELD_H
#define SW_REPORT_CSV_FIELD_H

#include "base/buffer.h"
#include "report/cell.h"

/// Ends a line.
#define SW__CSV_LINE_END "\r\n"

void sw__csv_field_add_text(sw__buffer *out, const char *text);

void sw__csv_field_add_cell(sw__buffer *out, sw__cell_kind kind, const sw__cell *cell);

#endif
