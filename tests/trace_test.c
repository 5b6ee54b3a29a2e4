// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The traces of a session: which spans are in them, and which files there are.

#include "session_support.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/lanes.h"
#include "csv_support.h"
#include "iteration_support.h"
#include "trace_session.h"
#include "trace_support.h"

static void test_sections_and_iterations(void)
{
    open_tracing((sw_profiler_options){.active = 2});
    iterate(2);
    CHECK_EQUAL(files_like(FOLDER "/*"), 2);
    trace_check(PATH, "a, b = named('denoise')\n"
                      "assert (a.ts, a.dur, a.cat) == (10**9, 10**9, 'section'), a\n"
                      "assert (b.ts, b.dur) == (3 * 10**9, 10**9), b\n"
                      "one, two = [e for e in spans if e.cat == 'iteration']\n"
                      "assert (two.name, two.ts, two.dur) == ('iteration 1', 2 * 10**9 + 1, 2 * 10**9 - 1), two\n"
                      "assert tracks[one.tid] == 'iterations' and one.tid != a.tid, tracks\n"
                      "assert len(counters['max_host_mb']) == 2, counters\n"
                      "assert about['iterations'] == 2 and about['clock'] == 'manual', about\n"
                      "assert about['events_dropped'] == 0 and about['cycle_is_partial'] == 0, about\n");
    check_file(FOLDER "/rank_0.folded.txt", "denoise 2000000\n");
    CHECK_EQUAL(messages_count(), 0);
    close_tracing();
}

static void test_measurements_and_values(void)
{
    remove_folder(FOLDER);
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){
                    .mode = SW_PROFILER_TORCH, .aggregate = true, .active = 1, .trace_dir = FOLDER}),
                SW_OK);
    measure("load", 1, 3);
    sw_value("loss", 0.1);
    finish_at(4);
    trace_check(PATH, "load, = named('load')\n"
                      "assert (load.ts, load.dur, load.cat) == (10**9, 2 * 10**9, 'measurement'), load\n"
                      "assert tracks[load.tid].endswith(', measurements'), tracks\n"
                      "assert counters['loss'] == [0.1], counters\n"
                      "assert len([e for e in spans if e.cat == 'iteration']) == 1, spans\n");
    close_tracing();
}

static void test_only_the_recorded_iterations(void)
{
    open_tracing((sw_profiler_options){.skip_first = 2, .warmup = 1, .active = 1});
    iterate(2);
    CHECK_EQUAL(sw_section_begin("early"), SW_OK);
    iterate(1);
    CHECK_EQUAL(sw_section_end("early"), SW_OK);
    iterate(3);
    trace_check(PATH, "assert [e.name for e in spans] == ['iteration 3', 'denoise'], spans\n"
                      "assert min(e.ts for e in spans) == 6 * 10**9, spans\n"
                      "assert about['first_iteration'] == 3, about\n");
    close_tracing();
}

static void test_unfinished_section_is_flagged(void)
{
    open_tracing((sw_profiler_options){.active = 1});
    CHECK_EQUAL(sw_section_begin("left"), SW_OK);
    tick_section("denoise");
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    trace_check(PATH, "assert not named('left') and named('denoise')[0].dur == 10**9, spans\n"
                      "assert about['sections_cut_off'] == 1, about\n");
    close_tracing();
}

static void test_cycle_that_is_cut_short(void)
{
    open_tracing((sw_profiler_options){.active = 5});
    iterate(2);
    tick_section("last");
    session_close();
    trace_check(PATH, "assert len(named('denoise')) == 2 and len(named('last')) == 1, spans\n"
                      "assert about['cycle_is_partial'] == 1 and about['program_was_killed'] == 0, about\n");
    remove_folder(FOLDER);
}

static void note_files(const sw_cycle *cycle, void *user)
{
    unsigned *finished = user;
    char path[256];
    snprintf(path, sizeof path, FOLDER "/rank_0.cycle%u.pt.trace.json", cycle->number);
    CHECK_TEXT(cycle->trace, path);
    finished[cycle->number] = access(path, R_OK) == 0;
}

static void test_trace_of_each_cycle_is_there_for_its_handler(void)
{
    unsigned finished[3] = {0};
    sw_set_cycle_handler(note_files, finished);
    open_tracing((sw_profiler_options){.wait = 1, .active = 1, .repeat = 3});
    iterate(6);
    sw_set_cycle_handler(NULL, NULL);
    CHECK_EQUAL(finished[0] + finished[1] + finished[2], 3);
    CHECK_EQUAL(files_like(FOLDER "/*"), 6);
    trace_check(FOLDER "/rank_0.cycle1.pt.trace.json", "assert [e.name for e in spans] == ['iteration 3', 'denoise']");
    close_tracing();
}

// As a signal handler does it that has interrupted a call of its thread.
static void finish_inside_a_call(void)
{
    const uint64_t seen = sw__this_lane->seen;
    sw__lane_hold(sw__this_lane);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    sw__lane_release(sw__this_lane, seen);
}

static void test_cycle_that_ends_inside_a_call(void)
{
    open_tracing((sw_profiler_options){.active = 1, .repeat = 3});
    tick_section("denoise");
    finish_inside_a_call();
    CHECK_EQUAL(files_like(FOLDER "/*.json"), 0);
    iterate(2);
    CHECK_EQUAL(files_like(FOLDER "/*.json"), 2);
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json", "assert len(named('denoise')) == 1, spans");
    trace_check(FOLDER "/rank_0.cycle2.pt.trace.json", "assert len(named('denoise')) == 1, spans");
    close_tracing();
}

static void test_name_from_a_template(void)
{
    open_tracing((sw_profiler_options){
        .wait = 1, .active = 1, .repeat = 2, .trace_file = "%run%/%step%.json.gz", .run_name = "blur"});
    iterate(4);
    trace_check(FOLDER "/blur/1.json.gz", "assert named('denoise')");
    trace_check(FOLDER "/blur/3.json.gz", "assert named('denoise')");
    close_tracing();
}

static void test_no_traces_without_a_folder(void)
{
    remove_folder(FOLDER);
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_TORCH, .aggregate = true}), SW_OK);
    iterate(2);
    session_close();
    CHECK_EQUAL(files_like(FOLDER), 0);
}

static void test_no_traces_in_other_modes(void)
{
    remove_folder(FOLDER);
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.trace_dir = FOLDER}), SW_OK);
    CHECK_HAS(messages_all(), "trace_dir has an effect in mode torch only");
    iterate(2);
    session_close();
    CHECK_EQUAL(files_like(FOLDER), 0);
}

static void test_ranks_have_files_of_their_own(void)
{
    for (char rank[] = "0"; *rank < '4'; ++*rank) {
        setenv("OMPI_COMM_WORLD_RANK", rank, 1);
        setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
        session_prepare();
        CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_TORCH,
                                                              .aggregate = true,
                                                              .active = 1,
                                                              .trace_dir = FOLDER,
                                                              .trace_file = "t.json"}),
                    SW_OK);
        iterate(1);
        session_close();
    }
    unsetenv("OMPI_COMM_WORLD_RANK");
    unsetenv("OMPI_COMM_WORLD_SIZE");
    CHECK_EQUAL(files_like(FOLDER "/t.rank?.json"), 4);
    trace_check(FOLDER "/t.rank3.json", "assert about['rank'] == 3 and spans[0].pid == 3, about");
    remove_folder(FOLDER);
}

static void test_begin_of_the_session_is_known_in_real_time(void)
{
    remove_folder(FOLDER);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){
                    .mode = SW_PROFILER_TORCH, .aggregate = true, .active = 1, .trace_dir = FOLDER}),
                SW_OK);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    sw_section_begin("barrier");
    sw_section_end("barrier");
    sw_finish_iter();
    session_close();
    char *checks;
    if (asprintf(&checks,
                 "at = about['session_start_unix_ns'] + named('barrier')[0].ts\nassert 0 <= at - %jd < 10**8, at",
                 (intmax_t)now.tv_sec * 1000000000 + now.tv_nsec) > 0)
        trace_check(PATH, checks);
    free(checks);
    remove_folder(FOLDER);
}

static void test_child_of_a_fork_writes_nothing(void)
{
    open_tracing((sw_profiler_options){.active = 2});
    iterate(1);
    const pid_t child = fork();
    if (child == 0) {
        tick_section("child");
        sw_finish_iter();
        sw_finish_iter();
        sw_finalize();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    iterate(1);
    CHECK_EQUAL(files_like(FOLDER "/*"), 2);
    trace_check(PATH, "assert len(named('denoise')) == 2 and not named('child'), spans");
    close_tracing();
}

CU_TestInfo trace_tests[] = {
    {"sections and iterations", test_sections_and_iterations},
    {"measurements and values", test_measurements_and_values},
    {"only the recorded iterations are in it", test_only_the_recorded_iterations},
    {"an unfinished section is flagged", test_unfinished_section_is_flagged},
    {"a cycle that is cut short", test_cycle_that_is_cut_short},
    {"the trace of each cycle is there for its handler", test_trace_of_each_cycle_is_there_for_its_handler},
    {"a cycle that ends inside a call", test_cycle_that_ends_inside_a_call},
    {"a name from a template", test_name_from_a_template},
    {"no traces without a folder", test_no_traces_without_a_folder},
    {"no traces in other modes", test_no_traces_in_other_modes},
    {"ranks have files of their own", test_ranks_have_files_of_their_own},
    {"the begin of the session is known in real time", test_begin_of_the_session_is_known_in_real_time},
    {"the child of a fork writes nothing", test_child_of_a_fork_writes_nothing},
    CU_TEST_INFO_NULL,
};
