// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Whether the report is right about what the library itself costs. The same work is done with pairs of calls and without, in
// turn: in a loop, and once other data went through the caches. The difference is what a pair really costs. Beside it stands
// what the reports say of the sessions in which that was measured; the ratio is the median of these, and has their bounds.

#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#include "base/cache_sweep.h"
#include "base/clock.h"
#include "bench.h"
#include "record/span_log.h"
#include "step_works.h"

enum {
    SESSIONS = 7,
    STEPS = (SW__LOG_CAP + PARTS - 1) / PARTS, ///< of a loop: the log is drained in each
    LOOPS = 20,                                ///< in each session
    SWEEPS = 30,                               ///< the same, for each part
    LARGER_SWEEPS = 5,
    IN_A_ROW = 5,
    LEAST_PERCENT = 70, ///< that is found of what is said
    MOST_PERCENT = 130,
};

static const size_t larger_sweep_size = (size_t)64 << 20;

static char folder[] = "/tmp/overhead_statement_XXXXXX";
static sw_name handles[PARTS];
static const char *const names[PARTS] = {"layer", "norm", "draw"};

static void without(int part)
{
    works[part]();
}

static void section_by_name(int part)
{
    sw_section_begin(names[part]);
    works[part]();
    sw_section_end(names[part]);
}

static void section_by_handle(int part)
{
    sw_section_begin_handle(handles[part]);
    works[part]();
    sw_section_end_handle(handles[part]);
}

static void measurement_by_name(int part)
{
    sw_start_meas(names[part]);
    works[part]();
    sw_end_meas(names[part]);
}

static void measurement_by_handle(int part)
{
    sw_start_meas_handle(handles[part]);
    works[part]();
    sw_end_meas_handle(handles[part]);
}

static void op(int part)
{
    sw_op_begin(names[part], &(sw_op_info){.shape = {SIZE, part}, .dtype = SW_DTYPE_FLOAT32, .flops = 1, .bytes = 1});
    works[part]();
    sw_op_end(names[part]);
}

enum { WITHOUT, SECTION_BY_NAME, WAYS = 6 };

// How the work is done, and the fact about that in the report; with cold caches it has `cold` in it.
static const struct {
    const char *name;
    void (*part)(int part);
    const char *warm_key, *cold_key;
} ways[WAYS] = {
    [WITHOUT] = {NULL, without, NULL, NULL},
    [SECTION_BY_NAME] = {"section, by name", section_by_name, "section_pair_cost_ns", "section_pair_cost_cold_ns"},
    {"section, by handle", section_by_handle, "section_pair_cost_ns", "section_pair_cost_cold_ns"},
    {"measurement, by name", measurement_by_name, "pair_cost_ns", "pair_cost_cold_ns"},
    {"measurement, by handle", measurement_by_handle, "pair_cost_ns", "pair_cost_cold_ns"},
    {"op, with shape, FLOPs and bytes", op, "op_pair_cost_ns", "op_pair_cost_cold_ns"},
};

enum { WARM, TRACED, COLD, COLDER, CONDITIONS };

typedef struct found {
    double said[SESSIONS], real[SESSIONS];
} found;

static found all[CONDITIONS][WAYS];

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sorted_at(double *values, int count, int at)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[at];
}

static double median(double *values, int count)
{
    return sorted_at(values, count, count / 2);
}

static double ticks_of_loop(void (*part)(int part))
{
    const uint64_t start = sw__clock_now();
    for (int step = 0; step < STEPS; step++)
        for (int p = 0; p < PARTS; p++)
            part(p);
    return (double)(sw__clock_now() - start);
}

// The best of many loops, each behind one that only warms the caches: what disturbs one makes it longer, never shorter.
static void find_warm(int session, int condition, int way_count)
{
    double best[WAYS];
    for (int loop = 0; loop < LOOPS; loop++)
        for (int way = 0; way < way_count; way++) {
            (void)ticks_of_loop(ways[way].part);
            const double ticks = ticks_of_loop(ways[way].part);
            best[way] = loop == 0 || ticks < best[way] ? ticks : best[way];
        }
    for (int way = 0; way < way_count; way++)
        all[condition][way].real[session] = (best[way] - best[WITHOUT]) / (STEPS * PARTS);
}

// The pair lies between work that has nothing to do with it, and all has to be done at the end.
static double ticks_after_sweep(const sw__cache_sweep *sweep, void (*part)(int part), int p)
{
    sw__cache_sweep_once(sweep);
    const uint64_t start = sw__clock_now();
    works[p]();
    part(p);
    works[p]();
    sw__memory_settles();
    return (double)(sw__clock_now() - start);
}

// Each way some times in a row: what a way uses is to be one sweep away, not two.
static double cold_difference(const sw__cache_sweep *sweep, void (*part)(int part), int p, int sweeps)
{
    double with[SWEEPS], less[SWEEPS];
    for (int first = 0; first < sweeps; first += IN_A_ROW) {
        for (int i = first; i < first + IN_A_ROW; i++)
            with[i] = ticks_after_sweep(sweep, part, p);
        for (int i = first; i < first + IN_A_ROW; i++)
            less[i] = ticks_after_sweep(sweep, without, p);
    }
    return median(with, sweeps) - median(less, sweeps);
}

static void find_cold(int session, int condition, size_t size, int sweeps)
{
    sw__cache_sweep sweep;
    if (!sw__cache_sweep_open(&sweep, size))
        exit(1);
    for (int way = WITHOUT + 1; way < WAYS; way++)
        for (int p = 0; p < PARTS; p++)
            all[condition][way].real[session] += cold_difference(&sweep, ways[way].part, p, sweeps) / PARTS;
    sw__cache_sweep_close(&sweep);
}

static double reported(const char *key)
{
    char line[512], wanted[64], path[128];
    double value = 0;
    snprintf(path, sizeof path, "%s/report.json", folder);
    FILE *file = fopen(path, "re");
    snprintf(wanted, sizeof wanted, "\"%s\": ", key);
    while (file && fgets(line, sizeof line, file)) {
        const char *at = strstr(line, wanted);
        if (at)
            value = strtod(at + strlen(wanted), NULL);
    }
    if (file)
        fclose(file);
    return value;
}

static void begin_session(const char *profiler)
{
    char set[256];
    snprintf(set, sizeof set, "stopwatch.enable=true; report.json=%s/report.json; %s", folder, profiler);
    setenv("STEPWATCH_SET", set, 1);
    if (sw_init(NULL, NULL) != SW_OK)
        exit(1);
}

static void run_session(int session)
{
    begin_session("profiler.mode=torch; profiler.record_shapes=true; profiler.with_flops=true");
    find_warm(session, WARM, WAYS);
    find_cold(session, COLD, sw__cache_sweep_size(), SWEEPS);
    find_cold(session, COLDER, larger_sweep_size, LARGER_SWEEPS);
    const double ns_per_tick = sw__clock_calibrate().ns_per_tick;
    bench_end_quietly();
    for (int condition = 0; condition < CONDITIONS; condition++)
        for (int way = WITHOUT + 1; condition != TRACED && way < WAYS; way++) {
            all[condition][way].real[session] *= ns_per_tick;
            all[condition][way].said[session] = reported(condition == WARM ? ways[way].warm_key : ways[way].cold_key);
        }
}

// What the trace takes is no estimate: the report has the time that went into writing it.
static void run_traced_session(int session)
{
    char profiler[128];
    snprintf(profiler, sizeof profiler, "profiler.mode=torch; profiler.per_step=false; profiler.trace_dir=%s", folder);
    begin_session(profiler);
    find_warm(session, TRACED, SECTION_BY_NAME + 1);
    const double ns_per_tick = sw__clock_calibrate().ns_per_tick;
    bench_end_quietly();
    all[TRACED][SECTION_BY_NAME].real[session] *= ns_per_tick;
    all[TRACED][SECTION_BY_NAME].said[session] =
        reported("section_pair_cost_ns") + reported("trace_writing_ns") / reported("section_pairs");
}

// Of the time that went into writing a trace, what other programs took of it is a part: there the least counts.
static void print_row(int condition, int way)
{
    char said[24], real[24], ratio[80];
    found *f = &all[condition][way];
    const int at = condition == TRACED ? 0 : SESSIONS / 2;
    double ratios[SESSIONS];
    for (int i = 0; i < SESSIONS; i++)
        ratios[i] = f->real[i] / f->said[i];
    const double said_ns = sorted_at(f->said, SESSIONS, at), real_ns = median(f->real, SESSIONS);
    const double typical = condition == TRACED ? real_ns / said_ns : median(ratios, SESSIONS);
    qsort(ratios, SESSIONS, sizeof *ratios, ascending);
    // As it is printed, so that what looks like the bound is not called missed.
    const int percent = (int)(100 * typical + 0.5);
    const bool missed = condition != COLDER && (percent < LEAST_PERCENT || percent > MOST_PERCENT);
    snprintf(said, sizeof said, "%.1f", said_ns);
    snprintf(real, sizeof real, "%.1f", real_ns);
    snprintf(ratio, sizeof ratio, "%.2f%s, %.2f to %.2f", typical, missed ? ", missed" : "", ratios[0],
             ratios[SESSIONS - 1]);
    bench_row(ways[way].name, said, real, ratio);
}

static void print(const char *title, int condition)
{
    bench_head(title, "said, ns", "found, ns", "found / said, and its bounds");
    for (int way = WITHOUT + 1; way < WAYS; way++)
        if (all[condition][way].said[0] > 0)
            print_row(condition, way);
}

static void remove_files(void)
{
    static const char *const files[] = {"report.json", "rank_0.pt.trace.json", "rank_0.folded.txt"};
    char path[128];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    char title[80];
    if (!mkdtemp(folder))
        return 1;
    for (int p = 0; p < PARTS; p++)
        handles[p] = sw_register(names[p]);
    prepare_works();
    for (int session = 0; session < SESSIONS; session++) {
        run_session(session);
        run_traced_session(session);
    }
    remove_files();

    print("What a pair costs; wanted: 0.70 to 1.30", WARM);
    print("While a trace is recorded; the same", TRACED);
    snprintf(title, sizeof title, "Once %zu MiB of data went through; the same", sw__cache_sweep_size() >> 20);
    print(title, COLD);
    snprintf(title, sizeof title, "Once %zu MiB did, which the report does not cover", larger_sweep_size >> 20);
    print(title, COLDER);
    return 0;
}
