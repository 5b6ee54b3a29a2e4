// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A value on its way to an exporter. It may be absent, and its kind says how people read it.

#ifndef SW_REPORT_CELL_H
#define SW_REPORT_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "report/units.h"

typedef enum sw__cell_kind {
    SW__CELL_TEXT,      ///< as it is, aligned left
    SW__CELL_COUNT,     ///< a whole number: 1,234,567
    SW__CELL_DURATION,  ///< nanoseconds, shown in the unit that suits the value: 12.3 ms
    SW__CELL_PERCENT,   ///< a fraction of one, shown in percent: 0.123 is 12.3 %
    SW__CELL_NUMBER,    ///< any number, to six significant digits
    SW__CELL_RATE,      ///< so many a second, to three significant digits
    SW__CELL_CHANGE,    ///< a fraction of one with its sign: 0.05 is +5.00 %
    SW__CELL_ERROR,     ///< a relative error, shown in parts per million, rounded up
    SW__CELL_BYTES,     ///< may be negative, shown in binary units: 94.9 MiB
    SW__CELL_FLOPS,     ///< floating-point operations: 18.1 GFLOP
    SW__CELL_FLOP_RATE, ///< so many of them a second: 12.3 GFLOP/s
} sw__cell_kind;

typedef struct sw__cell {
    bool absent; ///< shown as --
    union {
        const char *text; ///< borrowed: it outlives the table
        uint64_t count;
        double number; ///< all kinds but texts and counts
    };
} sw__cell;

sw__cell sw__absent(void);
sw__cell sw__text(const char *text);
sw__cell sw__count(uint64_t count);
sw__cell sw__number(double number); ///< absent if it is not finite
sw__cell sw__number_if(bool known, double number);

/// A value that is there as people read it; `kind` is not SW__CELL_TEXT.
void sw__cell_format(char text[SW__UNIT_TEXT], sw__cell_kind kind, const sw__cell *cell);

#endif
