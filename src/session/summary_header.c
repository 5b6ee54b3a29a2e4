// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "summary_header.h"

#include <math.h>

#include <stepwatch/version.h>

#include "base/lanes.h"
#include "base/misuse.h"
#include "report/units.h"
#include "session/machine_line.h"
#include "session/session.h"
#include "stopwatch/stopwatch.h"

// A number as text, by value: it lives as long as the expression it is made in.
typedef struct shown {
    char text[SW__UNIT_TEXT];
} shown;

static shown duration(double ns)
{
    shown s;
    sw__format_duration(s.text, ns);
    return s;
}

static shown count(uint64_t n)
{
    shown s;
    sw__format_count(s.text, n);
    return s;
}

// To three significant digits.
static shown rate(double x)
{
    shown s;
    double unit = x > 0 ? pow(10, floor(log10(x)) - 2) : 1;
    double rounded = round(x / unit) * unit;
    if (rounded >= 1000 && rounded < 1e15)
        sw__format_count(s.text, (uint64_t)rounded);
    else
        sw__format_number(s.text, rounded);
    return s;
}

// Parts per million, rounded up to the first digit that is not zero.
static shown ppm(double error)
{
    shown s;
    double unit = pow(10, floor(log10(error * 1e6)));
    sw__format_number(s.text, ceil(error * 1e6 / unit) * unit);
    return s;
}

static shown percent(double fraction)
{
    shown s;
    sw__format_percent(s.text, fraction);
    return s;
}

void sw__summary_title(sw__buffer *out)
{
    sw__session_facts facts = sw__session_facts_now();
    sw__buffer_printf(out, "\nstepwatch %s", sw_version());
    if (facts.profile)
        sw__buffer_printf(out, ", run profile %s", facts.profile);
    if (facts.path)
        sw__buffer_printf(out, " of %s", facts.path);
    sw__buffer_text(out, "\n");
}

// What has been counted, or why nothing has.
static void iterations_line(sw__buffer *out, const sw__reading *reading, const sw__stopwatch_totals *totals)
{
    const sw__iterations *i = &reading->iterations;
    if (i->warmup_left) {
        sw__buffer_printf(out, "  iterations  the warm-up is not finished: %s of %s iterations\n",
                          count(i->warmup - i->warmup_left).text, count(i->warmup).text);
        return;
    }
    if (!i->measured) {
        sw__buffer_printf(out, "  iterations  none was finished%s\n", i->warmup ? " since the warm-up" : "");
        return;
    }
    sw__buffer_printf(out, "  iterations  %s counted, %s of warm-up left out%s\n", count(i->measured).text,
                      count(i->warmup).text, i->begun || totals->in_open_iteration ? ", 1 not finished" : "");
}

static double wall_ns(const sw__reading *reading)
{
    return (double)reading->iterations.wall_ticks * reading->clock.ns_per_tick;
}

static void wall_line(sw__buffer *out, const sw__reading *reading)
{
    const sw__iterations *i = &reading->iterations;
    double wall = wall_ns(reading);
    if (wall <= 0)
        return;
    sw__buffer_printf(out, "  wall time   %s, %s an iteration, %s iterations/s", duration(wall).text,
                      duration(wall / (double)i->timed).text, rate((double)i->timed * 1e9 / wall).text);
    if (i->items)
        sw__buffer_printf(out, ", %s items/s", rate((double)i->items * 1e9 / wall).text);
    sw__buffer_text(out, "\n");
}

static void clock_line(sw__buffer *out, const sw__reading *reading)
{
    sw__buffer_printf(out, "  clock       %s, wall time", sw__clock_name());
    if (reading->clock.error > 0)
        sw__buffer_printf(out, ", calibrated against CLOCK_MONOTONIC within %s ppm", ppm(reading->clock.error).text);
    double cost = sw__clock_cost_ticks() * reading->clock.ns_per_tick;
    if (cost > 0)
        sw__buffer_printf(out, ", %s a read", duration(cost).text);
    sw__buffer_text(out, "\n");
}

static void cost_line(sw__buffer *out, const sw__reading *reading, const sw__stopwatch_totals *totals)
{
    double pair_ns = sw__stopwatch_pair_cost_ticks() * reading->clock.ns_per_tick;
    if (pair_ns <= 0)
        return;
    double all_ns = pair_ns * (double)totals->pairs;
    sw__buffer_printf(out, "  own cost    %s a start and end, %s of them: %s", duration(pair_ns).text,
                      count(totals->pairs).text, duration(all_ns).text);
    if (totals->cpu_usage.intervals)
        sw__buffer_printf(out, "; CPU usage of %s intervals: %s", count(totals->cpu_usage.intervals).text,
                          duration(totals->cpu_usage.ns).text);
    all_ns += totals->cpu_usage.ns;
    if (wall_ns(reading) > 0)
        sw__buffer_printf(out, ", %s of the wall time", percent(all_ns / wall_ns(reading)).text);
    sw__buffer_text(out, "\n");
}

void sw__summary_stopwatch_header(sw__buffer *out, const sw__reading *reading, const sw__stopwatch_totals *totals)
{
    iterations_line(out, reading, totals);
    wall_line(out, reading);
    clock_line(out, reading);
    cost_line(out, reading, totals);
    sw__machine_line_now(out);
}

static void note(sw__buffer *out, uint64_t n, const char *what)
{
    if (n)
        sw__buffer_printf(out, "%s %s\n", count(n).text, what);
}

static void misuse_notes(sw__buffer *out)
{
    static const sw_status statuses[] = {
#define STATUS(name, value, text) name,
        SW_STATUS_MAP(STATUS)
#undef STATUS
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (sw__misuse_count(statuses[i]))
            sw__buffer_printf(out, "misuse: %s x %s\n", count(sw__misuse_count(statuses[i])).text,
                              sw_status_text(statuses[i]));
    note(out, sw__misuse_further_places(), "of these at places that were not told");
}

void sw__summary_footer(sw__buffer *out, const sw__stopwatch_totals *totals)
{
    sw__buffer notes = {0};
    note(&notes, totals->straddled, "intervals straddled the end of the warm-up and are not counted");
    note(&notes, totals->lost, "intervals are missing in the percentiles: too many different lengths");
    note(&notes, sw__lanes_interrupted_calls(), "calls from signal handlers were refused");
    note(&notes, sw__lanes_calls_without_memory(), "calls were not recorded for lack of memory");
    misuse_notes(&notes);
    if (notes.length) {
        sw__buffer_text(out, "\n");
        sw__buffer_add(out, notes.text, notes.length);
    }
    out->failed |= notes.failed;
    sw__buffer_free(&notes);
}
