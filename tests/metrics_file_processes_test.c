// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CSV file of the profiler among processes and threads: those of a run, one that forks, and one that is killed.

#include "session_support.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csv_support.h"
#include "iteration_support.h"
#include "metrics_file_support.h"
#include "profiler/metrics_file.h"
#include "profiler/value_rows.h"

// Runs `count` processes at once, each with its number.
static void run_processes(unsigned count, void (*run)(unsigned number))
{
    pid_t children[8];
    for (unsigned i = 0; i < count; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            alarm(60);
            run(i);
            _exit(EXIT_SUCCESS);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        int status = -1;
        waitpid(children[i], &status, 0);
        CHECK_EQUAL(status, 0);
    }
}

static void write_rows(void)
{
    open_saving_metrics();
    iterate(50);
    iterate_with("polish");
    session_close();
}

static void write_as_rank(unsigned rank)
{
    char text[8];
    snprintf(text, sizeof text, "%u", rank);
    setenv("RANK", text, 1);
    setenv("WORLD_SIZE", "4", 1);
    write_rows();
}

static void write_without_rank(unsigned number)
{
    (void)number;
    write_rows();
}

static void test_ranks_have_files_of_their_own(void)
{
    remove_folder(FOLDER);
    run_processes(4, write_as_rank);
    check_iterations(FOLDER "/a/blur_metrics.rank0.csv", 51, "0");
    check_iterations(FOLDER "/a/blur_metrics.rank3.csv", 51, "0");
    CHECK_EQUAL(files_like(FOLDER "/a/*"), 4);
    remove_folder(FOLDER);
}

static void test_processes_never_share_a_file(void)
{
    remove_folder(FOLDER);
    run_processes(4, write_without_rank);
    check_iterations(PATH, 51, "0");
    check_iterations(FOLDER "/a/blur_metrics.2.csv", 51, "0");
    check_iterations(FOLDER "/a/blur_metrics.4.csv", 51, "0");
    CHECK_EQUAL(files_like(FOLDER "/a/*"), 4);
    remove_folder(FOLDER);
}

static void iterate_in_child(void)
{
    iterate(2);
    sw_finalize();
}

static void test_child_writes_nothing(void)
{
    remove_folder(FOLDER);
    open_saving_metrics();
    iterate(1);
    check_in_child(iterate_in_child);
    check_iterations(PATH, 1, "0");
    iterate(1);
    session_close();
    check_iterations(PATH, 2, "0");
    CHECK_EQUAL(files_like(FOLDER "/a/*"), 1);
    remove_folder(FOLDER);
}

static void test_child_with_a_session_has_a_file_of_its_own(void)
{
    remove_folder(FOLDER);
    open_saving_metrics();
    iterate(1);
    check_in_child(write_rows);
    iterate(1);
    session_close();
    check_iterations(PATH, 2, "0");
    check_iterations(FOLDER "/a/blur_metrics.2.csv", 51, "0");
    remove_folder(FOLDER);
}

static void *add_until_told(void *argument)
{
    while (!__atomic_load_n((bool *)argument, __ATOMIC_RELAXED))
        sw__value_row_write(0);
    return NULL;
}

static void test_file_may_be_closed_while_a_row_is_written(void)
{
    const sw__profiler_settings settings = {.save_file = true, .run_name = "blur", .csv = TEMPLATE};
    bool done = false;
    pthread_t thread;
    remove_folder(FOLDER);
    messages_catch();
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, add_until_told, &done), 0);
    for (unsigned i = 0; i < 20; i++) {
        sw__metrics_file_open(&settings);
        usleep(1000);
        sw__metrics_file_close();
    }
    __atomic_store_n(&done, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    messages_release();
    csv_file file = csv_read(PATH);
    CU_ASSERT_TRUE(file.rectangular && file.line_count > 0);
    csv_free(&file);
    remove_folder(FOLDER);
}

// On the real clock, with a new section now and then; tells of each iteration that is finished.
static void iterate_for_ever(int told)
{
    char name[16];
    messages_catch();
    sw_profiler_enable(&(sw_profiler_options){.save_file = true, .run_name = "blur", .csv = TEMPLATE});
    for (uint64_t i = 0;; i++) {
        snprintf(name, sizeof name, "part %ju", (uintmax_t)(i / 50 % 20));
        sw_section_begin(name);
        sw_section_end(name);
        sw_finish_iter();
        if (write(told, &i, sizeof i) != sizeof i)
            _exit(EXIT_FAILURE);
    }
}

static uint64_t last_told_by_killed(unsigned microseconds)
{
    int ends[2];
    uint64_t last = 0, number;
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0)
        iterate_for_ever(ends[1]);
    close(ends[1]);
    CHECK_EQUAL(read(ends[0], &last, sizeof last), sizeof last);
    usleep(microseconds);
    kill(child, SIGKILL);
    while (read(ends[0], &number, sizeof number) == sizeof number)
        last = number;
    waitpid(child, NULL, 0);
    close(ends[0]);
    return last;
}

static void test_kill_loses_no_finished_iteration(void)
{
    enum { KILLS = 30, LONGEST_US = 20000 };
    for (unsigned i = 0; i < KILLS; i++) {
        remove_folder(FOLDER);
        const uint64_t last = last_told_by_killed((unsigned)random() % LONGEST_US);
        csv_file file = csv_read_whole_lines(PATH);
        CU_ASSERT_TRUE(file.rectangular);
        CU_ASSERT_TRUE(file.line_count >= last + 2);
        CHECK_EQUAL(atoi(csv_cell(&file, last, "iter")), last);
        csv_free(&file);
    }
    remove_folder(FOLDER);
}

CU_TestInfo metrics_file_processes_tests[] = {
    {"ranks have files of their own", test_ranks_have_files_of_their_own},
    {"processes never share a file", test_processes_never_share_a_file},
    {"the child of a fork writes nothing", test_child_writes_nothing},
    {"a child with a session has a file of its own", test_child_with_a_session_has_a_file_of_its_own},
    {"the file may be closed while a row is written", test_file_may_be_closed_while_a_row_is_written},
    {"a kill loses no finished iteration", test_kill_loses_no_finished_iteration},
    CU_TEST_INFO_NULL,
};
