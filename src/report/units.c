// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "units.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct unit {
    const char *name;
    double size;
    double limit; // from so many of them the next unit reads better
} unit;

static const unit durations[] = {
    {"ns", 1, 1000}, {"µs", 1e3, 1000}, {"ms", 1e6, 1000}, {"s", 1e9, 120}, {"min", 60e9, 120}, {"h", 3600e9, INFINITY},
};

static const unit bytes[] = {
    {"B", 1, 1024},        {"KiB", 0x1p10, 1024}, {"MiB", 0x1p20, 1024},     {"GiB", 0x1p30, 1024},
    {"TiB", 0x1p40, 1024}, {"PiB", 0x1p50, 1024}, {"EiB", 0x1p60, INFINITY},
};

static const unit operations[] = {
    {"FLOP", 1, 1000},     {"kFLOP", 1e3, 1000},  {"MFLOP", 1e6, 1000},      {"GFLOP", 1e9, 1000},
    {"TFLOP", 1e12, 1000}, {"PFLOP", 1e15, 1000}, {"EFLOP", 1e18, INFINITY},
};

static const uint64_t powers_of_ten[] = {1, 10, 100, 1000};

// A number as a whole multiple of a power of ten. Rounding to that first and looking at the digits afterwards is what
// lets 999.96 carry over to the next unit.
typedef struct decimal {
    uint64_t scaled;
    unsigned places;
} decimal;

// Rounds to three significant digits, with at most `most_places` of them behind the point. `value` is below 1e15.
static decimal round_to_three(double value, unsigned most_places)
{
    decimal d = {.places = most_places};
    for (;; d.places--) {
        d.scaled = (uint64_t)(value * (double)powers_of_ten[d.places] + 0.5);
        if (d.scaled < 1000 || d.places == 0)
            return d;
    }
}

static void write_decimal(char text[SW__UNIT_TEXT], const char *sign, decimal d, const char *unit_name)
{
    const uint64_t one = powers_of_ten[d.places];
    char whole[SW__UNIT_TEXT];
    sw__format_count(whole, d.scaled / one);
    if (d.places == 0)
        snprintf(text, SW__UNIT_TEXT, "%s%.20s %s", sign, whole, unit_name);
    else
        snprintf(text, SW__UNIT_TEXT, "%s%.20s.%0*u %s", sign, whole, (int)d.places, (unsigned)(d.scaled % one),
                 unit_name);
}

// What is not a number that a person would read is written without digits, or with an exponent.
static bool write_unusual(char text[SW__UNIT_TEXT], double value, double greatest, double scale, const char *unit_name)
{
    if (isfinite(value) && fabs(value) < greatest)
        return false;
    sw__format_number(text, value / scale);
    const size_t length = strlen(text);
    if (isfinite(value))
        snprintf(text + length, SW__UNIT_TEXT - length, " %s", unit_name);
    return true;
}

// The units go from the smallest, which is 1, to one without a limit. With `countable` a whole number of the smallest ones
// has no decimals.
static void write_in_units(char text[SW__UNIT_TEXT], double value, const unit *units, bool countable)
{
    const char *sign = value < 0 ? "-" : "";
    const double size = fabs(value);
    const unit *greatest = units;
    while (isfinite(greatest->limit))
        greatest++;
    if (size == 0) {
        snprintf(text, SW__UNIT_TEXT, "0 %s", units->name);
        return;
    }
    if (write_unusual(text, value, greatest->size * 1e12, greatest->size, greatest->name))
        return;
    const unit *u = units;
    while (size / u->size >= u->limit)
        u++;
    decimal d = round_to_three(size / u->size, countable && u == units && size == floor(size) ? 0 : 3);
    if ((double)d.scaled >= u->limit * (double)powers_of_ten[d.places])
        d = round_to_three(size / (++u)->size, 3);
    if (d.scaled == 0)
        snprintf(text, SW__UNIT_TEXT, "%s<0.001 %s", sign, u->name);
    else
        write_decimal(text, sign, d, u->name);
}

void sw__format_duration(char text[SW__UNIT_TEXT], double ns)
{
    write_in_units(text, ns, durations, false);
}

void sw__format_bytes(char text[SW__UNIT_TEXT], double count)
{
    write_in_units(text, count, bytes, true);
}

void sw__format_flops(char text[SW__UNIT_TEXT], double flops)
{
    write_in_units(text, flops, operations, true);
}

void sw__format_flop_rate(char text[SW__UNIT_TEXT], double flops_per_second)
{
    sw__format_flops(text, flops_per_second);
    const size_t length = strlen(text);
    if (isfinite(flops_per_second))
        snprintf(text + length, SW__UNIT_TEXT - length, "/s");
}

void sw__format_count(char text[SW__UNIT_TEXT], uint64_t count)
{
    char digits[SW__UNIT_TEXT];
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%ju", (uintmax_t)count);
    size_t end = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[end++] = ',';
        text[end++] = digits[i];
    }
    text[end] = '\0';
}

void sw__format_percent(char text[SW__UNIT_TEXT], double fraction)
{
    const char *sign = fraction < 0 ? "-" : "";
    const double percent = fabs(fraction) * 100;
    if (percent == 0)
        snprintf(text, SW__UNIT_TEXT, "0 %%");
    else if (percent < 0.01)
        snprintf(text, SW__UNIT_TEXT, "%s<0.01 %%", sign);
    else if (!write_unusual(text, fraction, 1e10, 0.01, "%"))
        write_decimal(text, sign, round_to_three(percent, 2), "%");
}

void sw__format_change(char text[SW__UNIT_TEXT], double fraction)
{
    char unsigned_text[SW__UNIT_TEXT];
    sw__format_percent(unsigned_text, fraction);
    snprintf(text, SW__UNIT_TEXT, "%s%.*s", fraction > 0 ? "+" : "", SW__UNIT_TEXT - 2, unsigned_text);
}

void sw__plain_point(char text[SW__UNIT_TEXT], const char *raw)
{
    // Whatever the locale puts in place of the point, of one byte or several, is all that is not in this set.
    size_t end = strspn(raw, "0123456789+-e");
    memcpy(text, raw, end);
    raw += end;
    if (*raw) {
        text[end++] = '.';
        raw += strcspn(raw, "0123456789");
    }
    memcpy(text + end, raw, strlen(raw) + 1);
}

void sw__format_number(char text[SW__UNIT_TEXT], double number)
{
    if (!isfinite(number)) {
        snprintf(text, SW__UNIT_TEXT, "--");
        return;
    }
    // Adding 0 turns -0 into 0.
    char raw[SW__UNIT_TEXT];
    snprintf(raw, sizeof raw, "%g", number + 0.0);
    sw__plain_point(text, raw);
}

void sw__format_rate(char text[SW__UNIT_TEXT], double rate)
{
    const double step = rate > 0 ? pow(10, floor(log10(rate)) - 2) : 1;
    const double rounded = round(rate / step) * step;
    if (rounded >= 1000 && rounded < 1e15)
        sw__format_count(text, (uint64_t)rounded);
    else
        sw__format_number(text, rounded);
}

void sw__format_ppm(char text[SW__UNIT_TEXT], double error)
{
    const double ppm = error * 1e6;
    const double step = pow(10, floor(log10(ppm)));
    sw__format_number(text, ceil(ppm / step) * step);
}
