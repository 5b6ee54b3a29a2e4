// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The traces of a session: which spans are in them, which files there are, and what becomes of them when something fails.

#include "session_support.h"

#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lanes.h"
#include "csv_support.h"
#include "profiler/traces.h"
#include "trace_support.h"

#define FOLDER BUILD_DIR "/traces"
#define PATH FOLDER "/rank_0.pt.trace.json"

// A session that records traces, on the clock that stands still. What the options lack is set for these tests.
static void open_with(sw_profiler_options options)
{
    remove_folder(FOLDER);
    options.mode = SW_PROFILER_TORCH;
    options.aggregate = true;
    options.trace_dir = options.trace_dir ? options.trace_dir : FOLDER;
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&options), SW_OK);
}

static void close_and_remove(void)
{
    session_close();
    remove_folder(FOLDER);
}

static void section(const char *name)
{
    CHECK_EQUAL(sw_section_begin(name), SW_OK);
    tick();
    CHECK_EQUAL(sw_section_end(name), SW_OK);
}

// An iteration of two seconds, with one section.
static void iterate(unsigned count)
{
    while (count-- > 0) {
        tick();
        section("denoise");
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
    }
}

static void test_sections_and_iterations(void)
{
    open_with((sw_profiler_options){.active = 2});
    iterate(2);
    CHECK_EQUAL(files_like(FOLDER "/*"), 2);
    trace_check(PATH, "a, b = named('denoise')\n"
                      "assert (a.ts, a.dur, a.cat) == (10**9, 10**9, 'section'), a\n"
                      "assert (b.ts, b.dur) == (3 * 10**9, 10**9), b\n"
                      "one, two = [e for e in spans if e.cat == 'iteration']\n"
                      "assert (two.name, two.ts, two.dur) == ('iteration 1', 2 * 10**9, 2 * 10**9), two\n"
                      "assert tracks[one.tid] == 'iterations' and one.tid != a.tid, tracks\n"
                      "assert len(counters['max_host_mb']) == 2, counters\n"
                      "assert about['iterations'] == 2 and about['clock'] == 'manual', about\n"
                      "assert about['events_dropped'] == 0 and about['cycle_is_partial'] == 0, about\n");
    check_file(FOLDER "/rank_0.folded.txt", "denoise 2000000\n");
    CHECK_EQUAL(messages_count(), 0);
    close_and_remove();
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
    close_and_remove();
}

static void test_only_the_recorded_iterations(void)
{
    open_with((sw_profiler_options){.skip_first = 2, .warmup = 1, .active = 1});
    iterate(2);
    CHECK_EQUAL(sw_section_begin("early"), SW_OK);
    iterate(1);
    CHECK_EQUAL(sw_section_end("early"), SW_OK);
    iterate(3);
    trace_check(PATH, "assert [e.name for e in spans] == ['iteration 3', 'denoise'], spans\n"
                      "assert min(e.ts for e in spans) == 6 * 10**9, spans\n"
                      "assert about['first_iteration'] == 3, about\n");
    close_and_remove();
}

static void test_unfinished_section_is_flagged(void)
{
    open_with((sw_profiler_options){.active = 1});
    CHECK_EQUAL(sw_section_begin("left"), SW_OK);
    section("denoise");
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    trace_check(PATH, "assert not named('left') and named('denoise')[0].dur == 10**9, spans\n"
                      "assert about['sections_cut_off'] == 1, about\n");
    close_and_remove();
}

static void test_cycle_that_is_cut_short(void)
{
    open_with((sw_profiler_options){.active = 5});
    iterate(2);
    section("last");
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
    finished[cycle->number] = access(path, R_OK) == 0;
}

static void test_trace_of_each_cycle_is_there_for_its_handler(void)
{
    unsigned finished[3] = {0};
    sw_set_cycle_handler(note_files, finished);
    open_with((sw_profiler_options){.wait = 1, .active = 1, .repeat = 3});
    iterate(6);
    sw_set_cycle_handler(NULL, NULL);
    CHECK_EQUAL(finished[0] + finished[1] + finished[2], 3);
    CHECK_EQUAL(files_like(FOLDER "/*"), 6);
    trace_check(FOLDER "/rank_0.cycle1.pt.trace.json", "assert [e.name for e in spans] == ['iteration 3', 'denoise']");
    close_and_remove();
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
    open_with((sw_profiler_options){.active = 1, .repeat = 3});
    section("denoise");
    finish_inside_a_call();
    CHECK_EQUAL(files_like(FOLDER "/*.json"), 0);
    iterate(2);
    CHECK_EQUAL(files_like(FOLDER "/*.json"), 2);
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json", "assert len(named('denoise')) == 1, spans");
    trace_check(FOLDER "/rank_0.cycle2.pt.trace.json", "assert len(named('denoise')) == 1, spans");
    close_and_remove();
}

static void test_name_from_a_template(void)
{
    open_with((sw_profiler_options){
        .wait = 1, .active = 1, .repeat = 2, .trace_file = "%run%/%step%.json.gz", .run_name = "blur"});
    iterate(4);
    trace_check(FOLDER "/blur/1.json.gz", "assert named('denoise')");
    trace_check(FOLDER "/blur/3.json.gz", "assert named('denoise')");
    close_and_remove();
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

// A thread that does what it is told, step by step.
typedef struct worker {
    pthread_t thread;
    pthread_barrier_t barrier;
    void (*step)(void);
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    for (;;) {
        pthread_barrier_wait(&w->barrier);
        if (!w->step)
            return NULL;
        w->step();
        pthread_barrier_wait(&w->barrier);
    }
}

static void worker_does(worker *w, void (*step)(void))
{
    w->step = step;
    pthread_barrier_wait(&w->barrier);
    if (step)
        pthread_barrier_wait(&w->barrier);
}

static void worker_start(worker *w)
{
    pthread_barrier_init(&w->barrier, NULL, 2);
    pthread_create(&w->thread, NULL, work, w);
}

static void worker_stop(worker *w)
{
    worker_does(w, NULL);
    pthread_join(w->thread, NULL);
    pthread_barrier_destroy(&w->barrier);
}

static void do_section(void)
{
    section("other");
}

static void start_meas(void)
{
    sw_start_meas("long");
}

static void end_meas(void)
{
    sw_end_meas("long");
}

static void test_log_of_a_thread_that_does_nothing_more(void)
{
    worker other;
    worker_start(&other);
    open_with((sw_profiler_options){.active = 1, .repeat = 2});
    worker_does(&other, do_section);
    iterate(1);
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json",
                "assert len(named('other')) == 1 and named('other')[0].tid != named('denoise')[0].tid, spans\n");
    iterate(1);
    worker_does(&other, do_section); // now it drains what it had
    CHECK_EQUAL(sw__trace_totals_now().late, 0);
    session_close();
    trace_check(FOLDER "/rank_0.cycle1.pt.trace.json", "assert not named('other'), spans");
    worker_stop(&other);
    remove_folder(FOLDER);
}

static void test_late_span_is_counted(void)
{
    worker other;
    worker_start(&other);
    remove_folder(FOLDER);
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){
                    .mode = SW_PROFILER_TORCH, .aggregate = true, .active = 1, .repeat = 2, .trace_dir = FOLDER}),
                SW_OK);
    worker_does(&other, start_meas);
    iterate(1);
    worker_does(&other, end_meas);
    iterate(1);
    worker_stop(&other);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n1 events came too late for the trace of their cycle");
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json", "assert not named('long'), spans");
    trace_check(FOLDER "/rank_0.cycle1.pt.trace.json", "assert not named('long'), spans");
    free(summary);
    remove_folder(FOLDER);
}

enum { BUSY_THREADS = 2, CYCLES = 30 };

static bool busy; ///< atomic

static void *be_busy(void *argument)
{
    (void)argument;
    while (__atomic_load_n(&busy, __ATOMIC_RELAXED)) {
        sw_section_begin("work");
        sw_section_end("work");
    }
    return NULL;
}

// Each is in one trace, or late for one.
static void test_no_span_is_lost_or_twice(void)
{
    pthread_t threads[BUSY_THREADS];
    double count = 0, work = 0;
    remove_folder(FOLDER);
    messages_catch();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_TORCH,
                                                          .aggregate = true,
                                                          .active = 1,
                                                          .repeat = SW_REPEAT_FOREVER,
                                                          .trace_dir = FOLDER,
                                                          .trace_max_events = 1000}),
                SW_OK);
    busy = true;
    for (int i = 0; i < BUSY_THREADS; i++)
        pthread_create(&threads[i], NULL, be_busy, NULL);
    for (int i = 0; i < CYCLES; i++) {
        usleep(1000);
        if (i == CYCLES - 1) {
            __atomic_store_n(&busy, false, __ATOMIC_RELAXED);
            for (int k = 0; k < BUSY_THREADS; k++)
                pthread_join(threads[k], NULL);
        }
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        work += sw_get_metric("work_count", &count) == SW_OK ? count : 0;
    }
    const sw__trace_totals totals = sw__trace_totals_now();
    session_close();
    CU_ASSERT_TRUE(totals.events > 1000);
    CHECK_EQUAL(totals.events + totals.dropped + totals.late, work);
    CHECK_EQUAL(totals.traces, CYCLES);
    remove_folder(FOLDER);
}

enum { CAP = 1000, RANGES = 100000 };

static void test_cap_drops_exactly_what_is_more(void)
{
    session_open(0);
    remove_folder(FOLDER);
    CHECK_EQUAL(
        sw_profiler_enable(&(sw_profiler_options){
            .mode = SW_PROFILER_TORCH, .aggregate = true, .active = 1, .trace_dir = FOLDER, .trace_max_events = CAP}),
        SW_OK);
    for (unsigned i = 0; i < RANGES; i++) {
        sw_section_begin("many");
        sw_section_end("many");
    }
    finish_at(1);
    double calls = 0;
    CHECK_EQUAL(sw_get_metric("many_count", &calls), SW_OK);
    CHECK_EQUAL(calls, RANGES);
    CHECK_HAS(messages_all(), PATH ": 99,000 of 100,000 events are missing in the trace, not in the tables: "
                                   "trace_max_events is 1,000");
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\ntraces written to " FOLDER ": 1\n");
    CHECK_HAS(summary, "\n99,000 events are missing in the traces, not in the tables");
    trace_check(PATH, "assert len(named('many')) == 1000 and about['events_dropped'] == 99000, about");
    free(summary);
    remove_folder(FOLDER);
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

static void test_folder_that_cannot_be_made(void)
{
    open_with((sw_profiler_options){.active = 1, .repeat = 2, .trace_dir = "/dev/null/traces"});
    iterate(3);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_all(),
              "profiler: /dev/null/traces/rank_0.cycle0.pt.trace.json: the trace could not be begun, and "
              "there are none in this run: Not a directory");
    close_and_remove();
}

static char *raw_file(void)
{
    FILE *list = popen("ls " FOLDER "/*.swtrace", "r");
    char *path = NULL;
    size_t room = 0;
    if (getline(&path, &room, list) > 0)
        path[strcspn(path, "\n")] = '\0';
    pclose(list);
    return path;
}

static void test_what_was_recorded_stays_if_the_trace_cannot_be_written(void)
{
    open_with((sw_profiler_options){.active = 1});
    mkdir(PATH, 0777);
    mkdir(PATH "/occupied", 0777);
    iterate(1);
    char *raw = raw_file();
    CHECK_HAS(messages_all(), PATH ": the trace could not be written: Is a directory; `stepwatch_trace " FOLDER);
    CHECK_HAS(messages_all(), raw);
    CHECK_EQUAL(trace_recover(raw, FOLDER "/recovered.json"), 0);
    trace_check(FOLDER "/recovered.json",
                "assert len(named('denoise')) == 1 and about['cycle_is_partial'] == 0, about");
    free(raw);
    close_and_remove();
}

static void record_on_a_full_disk(void)
{
    open_with((sw_profiler_options){.active = 1});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){100000, RLIM_INFINITY});
    for (unsigned i = 0; i < 20000; i++)
        section("many");
    finish_at(1e6);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    CHECK_HAS(messages_all(), "events are missing in the trace, not in the tables: File too large");
    CHECK_HAS(messages_all(), "the trace could not be written: File too large");
    char *raw = raw_file();
    CHECK_EQUAL(trace_recover(raw, FOLDER "/recovered.json"), 0);
    trace_check(FOLDER "/recovered.json", "assert 4000 < len(named('many')) == 20000 - about['events_dropped'], about");
    free(raw);
    close_and_remove();
}

static void test_full_disk(void)
{
    check_in_child(record_on_a_full_disk);
}

static void test_child_of_a_fork_writes_nothing(void)
{
    open_with((sw_profiler_options){.active = 2});
    iterate(1);
    const pid_t child = fork();
    if (child == 0) {
        section("child");
        sw_finish_iter();
        sw_finish_iter();
        sw_finalize();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    iterate(1);
    CHECK_EQUAL(files_like(FOLDER "/*"), 2);
    trace_check(PATH, "assert len(named('denoise')) == 2 and not named('child'), spans");
    close_and_remove();
}

// Runs the program that records cycle after cycle, and kills it some time after it has begun.
static void kill_traced(unsigned microseconds)
{
    int begun[2];
    char line[16];
    CHECK_EQUAL(pipe2(begun, O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(begun[1], STDOUT_FILENO);
        execl(BUILD_DIR "/tests/programs/traced", "traced", FOLDER, (char *)NULL);
        _exit(127);
    }
    close(begun[1]);
    CU_ASSERT_TRUE(read(begun[0], line, sizeof line) > 0);
    usleep(microseconds);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(begun[0]);
}

enum { KILLS = 30, LONGEST_US = 30000 };

// Of a run that was killed before it had begun its first trace there is an empty file at most.
static void recover(const char *raw)
{
    struct stat file;
    char to[512];
    snprintf(to, sizeof to, "%s.json", raw);
    if (stat(raw, &file) == 0 && file.st_size > 0)
        CHECK_EQUAL(trace_recover(raw, to), 0);
}

static void test_kill_leaves_whole_files(void)
{
    remove_folder(FOLDER);
    for (unsigned i = 0; i < KILLS; i++)
        kill_traced(LONGEST_US / KILLS * i);
    glob_t raws = {0};
    glob(FOLDER "/*.swtrace", 0, NULL, &raws);
    CU_ASSERT_TRUE(raws.gl_pathc > 0);
    for (size_t i = 0; i < raws.gl_pathc; i++)
        recover(raws.gl_pathv[i]);
    globfree(&raws);
    trace_check_all(FOLDER "/*.json");
    remove_folder(FOLDER);
}

static void test_recovered_trace_says_so(void)
{
    open_with((sw_profiler_options){.active = 5});
    iterate(2);
    char *raw = raw_file();
    CHECK_EQUAL(trace_recover(raw, FOLDER "/recovered.json"), 0);
    trace_check(FOLDER "/recovered.json",
                "assert about['program_was_killed'] == 1 and about['iterations'] == 2, about\n"
                "assert [e.name for e in spans if e.cat == 'iteration'] =="
                " ['iteration 0', 'iteration 1'], spans\n");
    free(raw);
    close_and_remove();
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
    {"the log of a thread that does nothing more", test_log_of_a_thread_that_does_nothing_more},
    {"a late span is counted", test_late_span_is_counted},
    {"no span is lost, or twice", test_no_span_is_lost_or_twice},
    {"the cap drops exactly what is more", test_cap_drops_exactly_what_is_more},
    {"ranks have files of their own", test_ranks_have_files_of_their_own},
    {"the begin of the session is known in real time", test_begin_of_the_session_is_known_in_real_time},
    {"a folder that cannot be made", test_folder_that_cannot_be_made},
    {"what was recorded stays if the trace cannot be written",
     test_what_was_recorded_stays_if_the_trace_cannot_be_written},
    {"a full disk", test_full_disk},
    {"the child of a fork writes nothing", test_child_of_a_fork_writes_nothing},
    {"a kill leaves whole files", test_kill_leaves_whole_files},
    {"a recovered trace says so", test_recovered_trace_says_so},
    CU_TEST_INFO_NULL};
