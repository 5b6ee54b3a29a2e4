// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "profiler_facts.h"

#include "profiler/live_memory.h"
#include "profiler/op_totals.h"
#include "profiler/own_cost.h"
#include "profiler/profiler.h"
#include "profiler/section_counts.h"
#include "profiler/traces.h"
#include "report/pair_cost_facts.h"

static void add_part(sw__buffer *out, uint32_t iterations, const char *what)
{
    if (iterations)
        sw__buffer_printf(out, "%u %s, ", (unsigned)iterations, what);
}

static void add_cycles(sw__buffer *out, const sw__profiler_settings *s)
{
    if (s->active == 0 || s->repeat == 1)
        return;
    if (s->skip_first)
        sw__buffer_text(out, "then ");
    if (s->repeat)
        sw__buffer_printf(out, "%u cycles of ", (unsigned)s->repeat);
    else
        sw__buffer_text(out, "cycles without end of ");
}

void sw__schedule_words(sw__buffer *out, const sw__profiler_settings *s)
{
    const bool one_cycle = s->active == 0 || s->repeat == 1;
    const bool spared = s->skip_first_wait && s->wait;
    add_part(out, s->skip_first, "skipped");
    add_cycles(out, s);
    add_part(out, spared && one_cycle ? 0 : s->wait, "left alone");
    add_part(out, s->warmup, "of warm-up");
    if (s->active)
        sw__buffer_printf(out, "%u recorded", (unsigned)s->active);
    else
        sw__buffer_text(out, out->length ? "then all recorded" : "all recorded");
    if (spared && !one_cycle)
        sw__buffer_text(out, "; in the first cycle none is left alone");
}

static void add_mode(sw__report *report, const sw__profiler_settings *settings)
{
    static const char *const modes[] = {
        [SW_PROFILER_CUSTOM] = "custom",
        [SW_PROFILER_NULL] = "null",
        [SW_PROFILER_TORCH] = "torch",
        [SW_PROFILER_NVIDIA] = "nvidia",
    };
    sw__buffer words = {0};
    sw__schedule_words(&words, settings);
    const char *schedule = sw__report_keep(report, &words);
    sw__facts_add(&report->head, "profiler_mode", SW__CELL_TEXT, sw__text(modes[settings->mode]), "\n  profiler    ",
                  NULL);
    sw__facts_add(&report->head, "profiler_schedule", SW__CELL_TEXT, sw__text(schedule), "; iterations: ", NULL);
}

static void add_recorded(sw__facts *facts, const sw__reading *reading, const sw__section_totals *totals)
{
    const sw__recorded *r = &totals->recorded;
    const double ns_per_tick = reading->clock.ns_per_tick;
    const double mean_ns = r->timed ? (double)r->ticks * ns_per_tick / (double)r->timed : 0;
    const bool open = sw_profiler_is_recording() && (reading->iterations.begun || totals->in_open_iteration);
    sw__facts_add(facts, "recorded_iterations", SW__CELL_COUNT, sw__count(r->iterations), "\n  recorded    ", " of ");
    sw__facts_add(facts, "profiled_iterations", SW__CELL_COUNT, sw__count(sw__profiler_now().steps), "", " iterations");
    sw__facts_add(facts, "recorded_mean_ns", SW__CELL_DURATION, sw__number_if(mean_ns > 0, mean_ns), ", ",
                  " an iteration");
    const bool several = totals->cycles > 1;
    sw__facts_add(facts, "cycles", SW__CELL_COUNT, sw__count(totals->cycles), several ? ", in " : NULL, " cycles");
    sw__facts_add(facts, "cycles_partial", SW__CELL_COUNT, sw__count(totals->partial_cycles),
                  several && totals->partial_cycles ? ", " : NULL, " cut short");
    sw__facts_add(facts, NULL, SW__CELL_TEXT, sw__text(!several && totals->partial_cycles ? "cut short" : NULL),
                  ", in a cycle that was ", NULL);
    sw__facts_add(facts, "recorded_not_finished", SW__CELL_COUNT, sw__count(open), open ? ", " : NULL, " not finished");
    sw__facts_add(facts, "recorded_time_ns", SW__CELL_DURATION, sw__number_if(r->timed, (double)r->ticks * ns_per_tick),
                  NULL, NULL);
    sw__facts_add(facts, "unattributed_ns", SW__CELL_DURATION,
                  sw__number_if(r->timed, (double)r->unattributed * ns_per_tick), NULL, NULL);
}

static void add_section_cost(sw__facts *facts, const sw__reading *reading, const sw__section_totals *totals)
{
    static const sw__pair_cost_words words = {
        .head = "\n  sections    ",
        .pair = " a begin and end",
        .time = " of the recorded time",
        .pair_key = "section_pair_cost_ns",
        .pair_cold_key = "section_pair_cost_cold_ns",
        .pairs_key = "section_pairs",
        .all_key = "section_cost_ns",
        .all_cold_key = "section_cost_cold_ns",
        .share_key = "section_cost_share",
        .share_cold_key = "section_cost_cold_share",
    };
    const uint64_t drain_ticks = sw__trace_totals_now().drain_ticks;
    const sw__pairs_made made = {
        .pair_ns = sw__pair_cost_in_ns(sw__section_cost(), reading->clock.ns_per_tick),
        .pairs = totals->pairs,
        .more_ns = (double)drain_ticks * reading->clock.ns_per_tick,
        .time_ns = (double)totals->recorded.ticks * reading->clock.ns_per_tick,
    };
    sw__pair_cost_facts(facts, &words, &made);
    sw__facts_add(facts, "trace_writing_ns", SW__CELL_DURATION, sw__number_if(drain_ticks > 0, made.more_ns),
                  made.pair_ns.warm > 0 ? "; writing for traces: " : NULL, NULL);
    sw__pair_cost_shares(facts, &words, &made);
}

static void add_op_cost(sw__facts *facts, const sw__reading *reading, const sw__section_totals *totals)
{
    static const sw__pair_cost_words words = {
        .head = "\n  ops         ",
        .pair = " a begin and end",
        .time = " of the recorded time",
        .pair_key = "op_pair_cost_ns",
        .pair_cold_key = "op_pair_cost_cold_ns",
        .pairs_key = "op_pairs",
        .all_key = "op_cost_ns",
        .all_cold_key = "op_cost_cold_ns",
        .share_key = "op_cost_share",
        .share_cold_key = "op_cost_cold_share",
    };
    const uint64_t calls = sw__op_calls(reading);
    const sw__pairs_made made = {
        .pair_ns = calls ? sw__pair_cost_in_ns(sw__op_cost(), reading->clock.ns_per_tick) : (sw__pair_cost){0},
        .pairs = calls,
        .time_ns = (double)totals->recorded.ticks * reading->clock.ns_per_tick,
    };
    sw__pair_cost_facts(facts, &words, &made);
    sw__pair_cost_shares(facts, &words, &made);
}

void sw__profiler_header(sw__report *report, const sw__reading *reading, const sw__section_totals *totals)
{
    add_mode(report, sw__profiler_now().settings);
    add_recorded(&report->head, reading, totals);
    add_section_cost(&report->head, reading, totals);
    add_op_cost(&report->head, reading, totals);
}

static void note(sw__facts *facts, const char *key, uint64_t n, const char *what)
{
    sw__facts_add(facts, key, SW__CELL_COUNT, sw__count(n), n ? "\n" : NULL, what);
}

static void add_memory(sw__facts *facts)
{
    if (!sw__profiler_now().settings->profile_memory)
        return;
    const sw__live_memory memory = sw__live_memory_now();
    sw__facts_add(facts, "tracked_peak_bytes", SW__CELL_BYTES, sw__number((double)memory.peak),
                  "\nmemory that the program told of: at most ", " at a time");
    sw__facts_add(facts, "tracked_allocations", SW__CELL_COUNT, sw__count(memory.allocations), "; allocations: ", NULL);
    sw__facts_add(facts, "tracked_frees", SW__CELL_COUNT, sw__count(memory.frees), ", frees: ", NULL);
    sw__facts_add(facts, "unmatched_frees", SW__CELL_COUNT, sw__count(memory.unmatched),
                  memory.unmatched ? "\nunmatched frees: " : NULL, NULL);
    sw__facts_add(facts, "tracked_reused", SW__CELL_COUNT, sw__count(memory.reused),
                  memory.reused ? "\nallocations at addresses that were live, of which no free was told: " : NULL,
                  NULL);
    sw__facts_add(facts, "not_tracked", SW__CELL_COUNT, sw__count(memory.not_followed),
                  memory.not_followed ? "\nallocations that were too many to be followed: " : NULL, NULL);
}

static void add_traces(sw__facts *facts)
{
    const sw__trace_totals totals = sw__trace_totals_now();
    if (!totals.folder)
        return;
    sw__facts_add(facts, "trace_dir", SW__CELL_TEXT, sw__text(totals.folder), "\ntraces written to ", ": ");
    sw__facts_add(facts, "traces", SW__CELL_COUNT, sw__count(totals.traces), "", NULL);
    sw__facts_add(facts, "trace_events", SW__CELL_COUNT, sw__count(totals.events), NULL, NULL);
    note(facts, "trace_events_dropped", totals.dropped, " events are missing in the traces, not in the tables");
    note(facts, "trace_events_late", totals.late, " events came too late for the trace of their cycle");
}

// What was dropped or crossed is in the text as misuse.
void sw__profiler_footer(sw__facts *facts, const sw__section_totals *totals)
{
    const sw__section_counts counts = sw__section_counts_now();
    sw__facts_add(facts, "sections_open_elsewhere", SW__CELL_COUNT, sw__count(counts.open_elsewhere),
                  counts.open_elsewhere ? "\nsections that are open on other threads, and not in the table: " : NULL,
                  NULL);
    sw__facts_add(facts, "sections_unfinished", SW__CELL_COUNT, sw__count(totals->unfinished), NULL, NULL);
    sw__facts_add(facts, "sections_crossed", SW__CELL_COUNT, sw__count(counts.crossed), NULL, NULL);
    sw__facts_add(facts, "sections_dropped", SW__CELL_COUNT, sw__count(counts.dropped), NULL, NULL);
    add_memory(facts);
    add_traces(facts);
}
