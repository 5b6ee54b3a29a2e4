// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Numbers as people read them. The decimal point is a point in every locale.

#ifndef SW_REPORT_UNITS_H
#define SW_REPORT_UNITS_H

#include <stdint.h>

enum { SW__UNIT_TEXT = 32 }; ///< room for any of these texts

/// Three significant digits and a unit from ns to h: "0 ns", "12.3 ns", "4.56 ms", "65.4 s", "12.3 min", "4.56 h".
void sw__format_duration(char text[SW__UNIT_TEXT], double ns);

/// Bytes in binary units up to EiB, three significant digits: "94.9 MiB", "-1.00 MiB"; below 1 KiB whole ones are exact:
/// "492 B".
void sw__format_bytes(char text[SW__UNIT_TEXT], double count);

/// Floating-point operations in decimal units up to EFLOP, three significant digits: "18.1 GFLOP", "642 kFLOP", "12 FLOP".
void sw__format_flops(char text[SW__UNIT_TEXT], double flops);

/// The same of what was done in a second: "12.3 GFLOP/s".
void sw__format_flop_rate(char text[SW__UNIT_TEXT], double flops_per_second);

/// "1,234,567".
void sw__format_count(char text[SW__UNIT_TEXT], uint64_t count);

/// A fraction of one as percent: "12.3 %", "0.04 %", "<0.01 %" for what is above 0 and below that.
void sw__format_percent(char text[SW__UNIT_TEXT], double fraction);

/// The same of a change, with a sign also in front of what is more: "+12.3 %", "-0.04 %".
void sw__format_change(char text[SW__UNIT_TEXT], double fraction);

/// Up to six significant digits: "3.14159", "1e-09", "-2.5e+12".
void sw__format_number(char text[SW__UNIT_TEXT], double number);

/// What printf made of a finite number in the locale at hand, with a point. `text` has room for it.
void sw__plain_point(char text[SW__UNIT_TEXT], const char *raw);

/// So many a second, to three significant digits: "41.7", "1,230".
void sw__format_rate(char text[SW__UNIT_TEXT], double rate);

/// A relative error above 0 in parts per million, rounded up to the first digit that is not zero: "0.3", "20".
void sw__format_ppm(char text[SW__UNIT_TEXT], double error);

#endif
