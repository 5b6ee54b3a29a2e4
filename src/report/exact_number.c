// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "exact_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void sw__exact_number(char text[SW__UNIT_TEXT], double number)
{
    // Of 17 digits any double reads back; most need fewer. Written and read in one locale, whatever it is.
    char raw[SW__UNIT_TEXT];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(raw, sizeof raw, "%.*g", digits, number + 0.0);
        if (strtod(raw, NULL) == number)
            break;
    }
    sw__plain_point(text, raw);
}

// What counts things is read as a whole number by many programs, which an exponent would make a mistake.
static bool counts_things(sw__cell_kind kind)
{
    return kind == SW__CELL_BYTES || kind == SW__CELL_FLOPS || kind == SW__CELL_FLOP_RATE;
}

static bool is_whole(double number)
{
    const double longest = 1e21; // more digits say nothing
    return fabs(number) < longest && number == trunc(number);
}

bool sw__exact_cell(char text[SW__UNIT_TEXT], sw__cell_kind kind, const sw__cell *cell)
{
    if (cell->absent || (kind != SW__CELL_COUNT && !isfinite(cell->number)))
        return false;
    if (kind == SW__CELL_COUNT)
        snprintf(text, SW__UNIT_TEXT, "%ju", (uintmax_t)cell->count);
    else if (counts_things(kind) && is_whole(cell->number))
        snprintf(text, SW__UNIT_TEXT, "%.0f", cell->number + 0.0);
    else
        sw__exact_number(text, cell->number);
    return true;
}
