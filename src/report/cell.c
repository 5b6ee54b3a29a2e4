// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cell.h"

#include <math.h>

sw__cell sw__absent(void)
{
    return (sw__cell){.absent = true};
}

sw__cell sw__text(const char *text)
{
    return text ? (sw__cell){.text = text} : sw__absent();
}

sw__cell sw__count(uint64_t count)
{
    return (sw__cell){.count = count};
}

sw__cell sw__number(double number)
{
    return isfinite(number) ? (sw__cell){.number = number} : sw__absent();
}

sw__cell sw__number_if(bool known, double number)
{
    return known ? sw__number(number) : sw__absent();
}

void sw__cell_format(char text[SW__UNIT_TEXT], sw__cell_kind kind, const sw__cell *cell)
{
    static void (*const formats[])(char text[SW__UNIT_TEXT], double number) = {
        [SW__CELL_DURATION] = sw__format_duration,   [SW__CELL_PERCENT] = sw__format_percent,
        [SW__CELL_NUMBER] = sw__format_number,       [SW__CELL_RATE] = sw__format_rate,
        [SW__CELL_CHANGE] = sw__format_change,       [SW__CELL_ERROR] = sw__format_ppm,
        [SW__CELL_BYTES] = sw__format_bytes,         [SW__CELL_FLOPS] = sw__format_flops,
        [SW__CELL_FLOP_RATE] = sw__format_flop_rate,
    };
    if (kind == SW__CELL_COUNT)
        sw__format_count(text, cell->count);
    else
        formats[kind](text, cell->number);
}
