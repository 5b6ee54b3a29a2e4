// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda_line.h"

#include "base/clock.h"
#include "base/state.h"
#include "device/cuda.h"
#include "device/profiler_gate.h"
#include "profiler/capture.h"
#include "profiler/profiler.h"
#include "stopwatch/stopwatch_sync.h"

static const char *const modes[] = {
    [SW_CUDA_SYNC_NONE] = "false", [SW_CUDA_SYNC_DEVICE] = "device", [SW_CUDA_SYNC_STREAM] = "stream"};

// Why nothing waits goes before what was to wait.
static void add_device(sw__report *report, bool asked_for, bool *usable)
{
    sw__buffer text = {0};
    *usable = sw__device_describe(&text);
    const char *kept = sw__report_keep(report, &text);
    sw__facts_add(&report->head, "cuda", SW__CELL_TEXT, sw__text(asked_for ? kept : NULL), "\n  cuda        ",
                  *usable ? NULL : "; nothing waits for a GPU");
}

static void add_waits(sw__facts *facts, uint64_t word, bool usable)
{
    bool synced = word & SW__STOPWATCH_SYNC;
    sw__facts_add(facts, "do_cuda_sync", SW__CELL_TEXT, sw__text(synced ? modes[sw__stopwatch_sync_mode()] : "false"),
                  synced && usable ? "; each time is read after a wait for the " : NULL, NULL);
    double ns = (double)sw__stopwatch_sync_iter_ticks() * sw__clock_calibrate().ns_per_tick;
    sw__facts_add(facts, "iteration_end_wait_ns", SW__CELL_DURATION, synced ? sw__number(ns) : sw__absent(),
                  usable && ns > 0 ? ", at the ends of iterations " : NULL, NULL);
    bool push = word & SW__NVTX_SYNC_PUSH;
    bool pop = word & SW__NVTX_SYNC_POP;
    const char *edges = push && pop ? "push and pop" : push ? "push" : pop ? "pop" : NULL;
    sw__facts_add(facts, "ranges_sync", SW__CELL_TEXT, sw__text(edges), usable ? "; ranges wait at " : NULL, NULL);
}

static void add_profiler(sw__facts *facts, sw_cuda_sync sync, bool usable)
{
    sw__facts_add(facts, "profiler_sync", SW__CELL_TEXT, sync ? sw__text(modes[sync]) : sw__absent(),
                  usable ? "; sections and iterations are timed after a wait for the " : NULL, NULL);
    sw__facts_add(facts, "profiler_tool", SW__CELL_TEXT, sw__text(sw__capture_state()), "; ranges of sections: ", NULL);
}

void sw__cuda_facts(sw__report *report)
{
    uint64_t word = sw__state();
    sw_cuda_sync profiler = sw__profiler_sync();
    bool gate = sw__profiler_gate_was_wanted();
    bool usable;
    add_device(report, word & SW__SYNC_BITS || profiler || gate || sw__capture_state(), &usable);
    add_waits(&report->head, word, usable);
    add_profiler(&report->head, profiler, usable);
    sw__facts_add(&report->head, "cuda_profiler_starts", SW__CELL_COUNT,
                  gate ? sw__count(sw__profiler_gate_openings()) : sw__absent(), "; profiler starts: ", NULL);
}
