// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Numbers as programs read them: the shortest digits that read back as the same number, with a point in every locale.

#ifndef SW_REPORT_EXACT_NUMBER_H
#define SW_REPORT_EXACT_NUMBER_H

#include "report/cell.h"

/// "0.1", "1e-09", "12345678901234567". `number` is finite.
void sw__exact_number(char text[SW__UNIT_TEXT], double number);

/// The number of a cell that is no text. False: it is absent, or no number.
bool sw__exact_cell(char text[SW__UNIT_TEXT], sw__cell_kind kind, const sw__cell *cell);

#endif
