// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What becomes of a trace when something fails: too many events, a folder or a disk that takes no more, a kill.

#include "session_support.h"

#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csv_support.h"
#include "iteration_support.h"
#include "trace_session.h"
#include "trace_support.h"

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
    CHECK_HAS(messages_all(), PATH ": 99,000 of 100,000 events are missing in the trace, not in the tables: "
                                   "trace_max_events is 1,000");
    char *summary = session_close_printing();
    CHECK_HAS(summary, "  100,000  ");
    CHECK_HAS(summary, "\ntraces written to " FOLDER ": 1\n");
    CHECK_HAS(summary, "\n99,000 events are missing in the traces, not in the tables");
    trace_check(PATH, "assert len(named('many')) == 1000 and about['events_dropped'] == 99000, about");
    free(summary);
    remove_folder(FOLDER);
}

static void test_folder_that_cannot_be_made(void)
{
    open_tracing((sw_profiler_options){.active = 1, .repeat = 2, .trace_dir = "/dev/null/traces"});
    iterate(3);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_all(),
              "profiler: /dev/null/traces/rank_0.cycle0.pt.trace.json: the trace could not be begun, and "
              "there are none in this run: Not a directory");
    close_tracing();
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
    open_tracing((sw_profiler_options){.active = 1});
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
    close_tracing();
}

static void record_on_a_full_disk(void)
{
    open_tracing((sw_profiler_options){.active = 1});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){100000, RLIM_INFINITY});
    for (unsigned i = 0; i < 20000; i++)
        tick_section("many");
    finish_at(1e6);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    CHECK_HAS(messages_all(), "events are missing in the trace, not in the tables: File too large");
    CHECK_HAS(messages_all(), "the trace could not be written: File too large");
    char *raw = raw_file();
    CHECK_EQUAL(trace_recover(raw, FOLDER "/recovered.json"), 0);
    trace_check(FOLDER "/recovered.json", "assert 4000 < len(named('many')) == 20000 - about['events_dropped'], about");
    free(raw);
    close_tracing();
}

static void test_full_disk(void)
{
    check_in_child(record_on_a_full_disk);
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
    open_tracing((sw_profiler_options){.active = 5});
    iterate(2);
    char *raw = raw_file();
    CHECK_EQUAL(trace_recover(raw, FOLDER "/recovered.json"), 0);
    trace_check(FOLDER "/recovered.json",
                "assert about['program_was_killed'] == 1 and about['iterations'] == 2, about\n"
                "assert [e.name for e in spans if e.cat == 'iteration'] =="
                " ['iteration 0', 'iteration 1'], spans\n");
    free(raw);
    close_tracing();
}

CU_TestInfo trace_failure_tests[] = {
    {"the cap drops exactly what is more", test_cap_drops_exactly_what_is_more},
    {"a folder that cannot be made", test_folder_that_cannot_be_made},
    {"what was recorded stays if the trace cannot be written",
     test_what_was_recorded_stays_if_the_trace_cannot_be_written},
    {"a full disk", test_full_disk},
    {"a kill leaves whole files", test_kill_leaves_whole_files},
    {"a recovered trace says so", test_recovered_trace_says_so},
    CU_TEST_INFO_NULL,
};
