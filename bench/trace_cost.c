// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What traces cost: a section while one is recorded, with its share of the writing, and the trace at the end of a cycle.

#include <stdlib.h>
#include <sys/stat.h>

#include <stepwatch/stepwatch.h>

#include "bench.h"

enum { SMALL = 100000, LARGE = 1000000, ROUNDS = 3 };

typedef struct costs {
    double pair_ns;
    double export_s;
    double event_bytes;
} costs;

static char folder[] = "/tmp/stepwatch-bench-XXXXXX";

static double least(double a, double b)
{
    return a == 0 || b < a ? b : a;
}

static void measure(costs *best, uint32_t events, const char *name)
{
    const sw_profiler_options options = {
        .mode = SW_PROFILER_TORCH,
        .aggregate = true,
        .active = 1,
        .trace_dir = folder,
        .trace_file = name,
        .trace_max_events = events,
    };
    if (sw_profiler_enable(&options) != SW_OK)
        exit(1);
    const double begin = bench_now_ns();
    for (uint32_t i = 0; i < events; i++) {
        sw_section_begin("forward");
        sw_section_end("forward");
    }
    const double recorded = bench_now_ns();
    sw_finish_iter();
    const double written = bench_now_ns();
    bench_end_quietly();
    best->pair_ns = least(best->pair_ns, (recorded - begin) / events);
    best->export_s = least(best->export_s, (written - recorded) * 1e-9);
}

static costs cost_of(uint32_t events, const char *name)
{
    costs best = {0};
    for (int i = 0; i < ROUNDS; i++)
        measure(&best, events, name);
    char path[128];
    struct stat file = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (stat(path, &file) != 0)
        exit(1);
    best.event_bytes = (double)file.st_size / events;
    unlink(path);
    return best;
}

static void print(const char *name, const char *format, double first, double second, const char *wanted, bool reached)
{
    char texts[2][32], third[32];
    snprintf(texts[0], sizeof texts[0], format, first);
    snprintf(texts[1], sizeof texts[1], format, second);
    bench_row(name, texts[0], texts[1], *wanted ? bench_wanted(third, wanted, reached) : "");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    const costs small = cost_of(SMALL, "trace.json"), large = cost_of(LARGE, "trace.json");
    const costs packed_small = cost_of(SMALL, "trace.json.gz"), packed = cost_of(LARGE, "trace.json.gz");
    char path[128];
    snprintf(path, sizeof path, "%s/trace.folded.txt", folder);
    unlink(path);
    rmdir(folder);

    bench_head("Traces, of so many events", "100,000", "1,000,000", "  wanted");
    print("a begin and end of a section, by name: ns", "%.2f", small.pair_ns, large.pair_ns, "", true);
    print("the trace at the end of the cycle: s", "%.3f", small.export_s, large.export_s, "2 s, 15 x",
          large.export_s < 2 && large.export_s < 15 * small.export_s);
    print("an event in the file: bytes", "%.1f", small.event_bytes, large.event_bytes, "", true);
    print("the compressed trace: s", "%.3f", packed_small.export_s, packed.export_s, "", true);
    print("an event in it: bytes", "%.1f", packed_small.event_bytes, packed.event_bytes, "", true);
    return 0;
}
