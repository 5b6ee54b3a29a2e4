// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The trace of a whole program: the demo, as its users run it.

#include "csv_support.h"
#include "process.h"
#include "test.h"
#include "trace_support.h"

#define FOLDER BUILD_DIR "/charlm_traces"

enum { TIMEOUT_SECONDS = 120 };

static void test_trace_of_the_demo(void)
{
    static const char *const argv[] = {
        BUILD_DIR "/demos/train_charlm", "--profile", "profiling", "--steps", "4", "LICENSE", NULL};
    static const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", "OPENBLAS_NUM_THREADS=1",
                                              "STEPWATCH_SET=profiler.mode=torch; profiler.per_step=false;"
                                              "profiler.warmup=1; profiler.active=2; profiler.trace_dir=" FOLDER,
                                              NULL};
    remove_folder(FOLDER);
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    trace_check(FOLDER "/rank_0.pt.trace.json",
                "assert [e.name for e in spans if e.cat == 'iteration'] == ['iteration 1', 'iteration 2'], spans\n"
                "step, forward, mlp = [[e for e in named(name) if e.cat == 'section']\n"
                "                      for name in ('train_step', 'forward', 'mlp')]\n"
                "assert [len(step), len(forward), len(mlp)] == [2, 2, 4], spans\n"
                "assert len({e.tid for e in step + forward + mlp}) == 1, tracks\n"
                "assert about['events_dropped'] == 0 and about['cycle_is_partial'] == 0, about\n");
    process_free(&result);
    remove_folder(FOLDER);
}

CU_TestInfo charlm_trace_tests[] = {
    {"the trace of the demo", test_trace_of_the_demo},
    CU_TEST_INFO_NULL,
};
