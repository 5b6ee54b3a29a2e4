// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CSV file of the profiler: a row for each recorded iteration, for one process, for those of a run, and for one that is
// killed or forks.

#include "session_support.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csv_support.h"
#include "profiler/metrics_file.h"
#include "python.h"

#define FOLDER BUILD_DIR "/metrics_file"
#define TEMPLATE FOLDER "/a/%run%_metrics.csv"
#define PATH FOLDER "/a/blur_metrics.csv"

// A session with the profiler on, on the clock that stands still. What the options lack is set for these tests.
static void open_with(sw_profiler_options options)
{
    options.run_name = options.run_name ? options.run_name : "blur";
    options.csv = options.csv ? options.csv : TEMPLATE;
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&options), SW_OK);
}

static void open_saving(void)
{
    open_with((sw_profiler_options){.save_file = true});
}

static void section(const char *name)
{
    CHECK_EQUAL(sw_section_begin(name), SW_OK);
    tick();
    CHECK_EQUAL(sw_section_end(name), SW_OK);
}

// One iteration, of two seconds, with one section.
static void iterate_with(const char *name)
{
    tick();
    section(name);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
}

static void iterate(unsigned count)
{
    while (count-- > 0)
        iterate_with("denoise");
}

static void check_iterations(const char *path, size_t count, const char *first)
{
    csv_file file = csv_read(path);
    CU_ASSERT_TRUE(file.rectangular);
    CHECK_EQUAL(file.line_count, count ? count + 1 : 0);
    CHECK_TEXT(csv_cell(&file, 0, "iter"), first);
    csv_free(&file);
}

static void test_row_has_the_metrics_of_its_iteration(void)
{
    remove_folder(FOLDER);
    open_with((sw_profiler_options){.warmup = 2, .active = 2, .save_file = true});
    iterate(2);
    sw_begin_iter();
    section("gradient");
    iterate_with("denoise");
    check_iterations(PATH, 1, "2"); // before the session ends
    iterate(3);
    session_close();
    CHECK_EQUAL(messages_count(), 0);
    python_check(
        "import csv, sys\n"
        "first, second = csv.DictReader(open(sys.argv[1], encoding='utf-8', newline=''))\n"
        "assert list(first) == ['iter', 'cycle', 'total_time_sec', 'unattributed_sec', 'max_host_mb',\n"
        "    'max_gpu_mb', 'gradient_time_sec', 'gradient_self_sec', 'gradient_count', 'gradient_max_gpu_mb',\n"
        "    'denoise_time_sec', 'denoise_self_sec', 'denoise_count', 'denoise_max_gpu_mb'], first\n"
        "assert (first['iter'], first['cycle'], second['iter']) == ('2', '0', '3'), (first, second)\n"
        "assert float(first['total_time_sec']) == 3 and float(first['unattributed_sec']) == 1, first\n"
        "assert float(first['gradient_time_sec']) == 1 and first['denoise_count'] == '1', first\n"
        "assert float(first['max_host_mb']) > 1, first\n"
        "assert first['max_gpu_mb'] == first['gradient_max_gpu_mb'] == '0', first\n"
        "assert float(second['total_time_sec']) == 2 and second['gradient_time_sec'] == '', second\n",
        PATH);
    remove_folder(FOLDER);
}

static void compare_cell(const char *name, double value, void *user)
{
    CHECK_NEAR(strtod(csv_cell(user, 0, name), NULL), value, 0);
}

static void test_cells_are_the_metrics_to_the_last_digit(void)
{
    remove_folder(FOLDER);
    open_saving();
    at(1.0 / 3);
    section("gradient");
    finish_at(2);
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(sw_for_each_metric(compare_cell, &file), SW_OK);
    csv_free(&file);
    session_close();
    remove_folder(FOLDER);
}

static void test_section_that_comes_up_late(void)
{
    remove_folder(FOLDER);
    open_saving();
    iterate(5);
    iterate_with("polish");
    iterate(1);
    session_close();
    csv_file file = csv_read(PATH);
    CU_ASSERT_TRUE(file.rectangular);
    CHECK_EQUAL(file.line_count, 8);
    for (size_t i = 0; i < 7; i++)
        CHECK_TEXT(csv_cell(&file, i, "polish_count"), i == 5 ? "1" : "");
    CHECK_TEXT(csv_cell(&file, 5, "denoise_count"), "");
    CHECK_TEXT(csv_cell(&file, 6, "denoise_count"), "1");
    csv_free(&file);
    remove_folder(FOLDER);
}

static void check_nothing_is_made(sw_profiler_options options)
{
    remove_folder(FOLDER);
    open_with(options);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
    session_close();
    CHECK_EQUAL(files_like(FOLDER), 0);
}

static void test_nothing_is_made_without_a_recorded_iteration(void)
{
    check_nothing_is_made((sw_profiler_options){.warmup = 3, .save_file = true});
    check_nothing_is_made((sw_profiler_options){.mode = SW_PROFILER_NULL, .save_file = true});
}

static void test_metrics_need_no_file(void)
{
    double seconds = 0;
    remove_folder(FOLDER);
    open_with((sw_profiler_options){.save_file = false});
    iterate(1);
    CHECK_EQUAL(sw_get_metric("denoise_time_sec", &seconds), SW_OK);
    CHECK_NEAR(seconds, 1, 0);
    session_close();
    CHECK_EQUAL(files_like(FOLDER), 0);
}

static void test_iteration_that_is_cut_short_has_no_row(void)
{
    remove_folder(FOLDER);
    open_with((sw_profiler_options){.active = 4, .save_file = true});
    iterate(2);
    section("denoise");
    session_close();
    check_iterations(PATH, 2, "0");
    remove_folder(FOLDER);
}

static void test_every_mode_that_records_writes_rows(void)
{
    static const sw_profiler_mode modes[] = {SW_PROFILER_CUSTOM, SW_PROFILER_TORCH, SW_PROFILER_NVIDIA};
    for (size_t i = 0; i < 3; i++) {
        remove_folder(FOLDER);
        open_with((sw_profiler_options){.mode = modes[i], .save_file = true});
        iterate(2);
        session_close();
        check_iterations(PATH, 2, "0");
    }
    remove_folder(FOLDER);
}

static void test_run_profile_names_the_file(void)
{
    remove_folder(FOLDER);
    setenv("STEPWATCH_SET", "profiler.save_file=true; profiler.run_name=a/b; profiler.csv=" FOLDER "/%run%_%rank%.csv",
           1);
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    unsetenv("STEPWATCH_SET");
    iterate(1);
    session_close();
    check_iterations(FOLDER "/a_b_0.csv", 1, "0");
    remove_folder(FOLDER);
}

static void write_by_default(void)
{
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
    CHECK_EQUAL(chdir(FOLDER), 0);
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.save_file = true}), SW_OK);
    iterate(1);
    session_close();
    check_iterations("outputs/run_tests_gpu_metrics.csv", 1, "0");
}

static void test_file_is_named_for_the_program_by_default(void)
{
    remove_folder(FOLDER);
    check_in_child(write_by_default);
    remove_folder(FOLDER);
}

static void test_cycles_share_a_file(void)
{
    remove_folder(FOLDER);
    open_with((sw_profiler_options){.wait = 1, .active = 2, .repeat = 2, .save_file = true});
    iterate(7);
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 5);
    CHECK_TEXT(csv_cell(&file, 1, "cycle"), "0");
    CHECK_TEXT(csv_cell(&file, 2, "cycle"), "1");
    CHECK_TEXT(csv_cell(&file, 2, "iter"), "4");
    csv_free(&file);
    remove_folder(FOLDER);
}

static void test_cycles_have_files_if_the_path_says_so(void)
{
    remove_folder(FOLDER);
    open_with((sw_profiler_options){
        .wait = 1, .active = 2, .repeat = 2, .save_file = true, .csv = FOLDER "/c%cycle%_from_%step%.csv"});
    iterate(7);
    session_close();
    check_iterations(FOLDER "/c0_from_1.csv", 2, "1");
    check_iterations(FOLDER "/c1_from_4.csv", 2, "4");
    CHECK_EQUAL(files_like(FOLDER "/*"), 2);
    CHECK_EQUAL(messages_count(), 0);
    remove_folder(FOLDER);
}

static void look_at_rows(const sw_cycle *cycle, void *user)
{
    check_iterations(PATH, cycle->iterations, "0");
    ++*(unsigned *)user;
}

static void test_rows_are_there_when_their_cycle_ends(void)
{
    unsigned cycles = 0;
    remove_folder(FOLDER);
    sw_set_cycle_handler(look_at_rows, &cycles);
    open_with((sw_profiler_options){.active = 3, .save_file = true});
    iterate(4);
    session_close();
    sw_set_cycle_handler(NULL, NULL);
    CHECK_EQUAL(cycles, 1);
    remove_folder(FOLDER);
}

static void test_next_run_has_a_file_of_its_own(void)
{
    remove_folder(FOLDER);
    open_saving();
    iterate(3);
    session_close();
    open_saving();
    iterate(1);
    session_close();
    check_iterations(PATH, 3, "0");
    check_iterations(FOLDER "/a/blur_metrics.2.csv", 1, "0");
    CHECK_EQUAL(messages_count(), 1);
    CHECK_TEXT(messages_last(), "profiler: " PATH " is there already: the rows go to " FOLDER "/a/blur_metrics.2.csv");
    remove_folder(FOLDER);
}

static void test_names_of_any_kind(void)
{
    remove_folder(FOLDER);
    open_saving();
    iterate_with("a\"b, c");
    iterate_with("line\nbreak");
    iterate_with("\x01 \xff \xc3\xa9");
    session_close();
    python_check("import csv, sys\n"
                 "rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8', newline='')))\n"
                 "names = ['a\"b, c', 'line\\nbreak', '\\x01 \\ufffd \\xe9']\n"
                 "for i in range(3):\n"
                 "    found = [rows[i][name + '_count'] for name in names]\n"
                 "    assert found == ['1' if k == i else '' for k in range(3)], found\n",
                 PATH);
    remove_folder(FOLDER);
}

static void test_failure_is_told_once_and_the_run_goes_on(void)
{
    double seconds = 0;
    open_with((sw_profiler_options){.save_file = true, .csv = "/proc/no/such/%run%.csv"});
    iterate(3);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(messages_last_status(), SW_ERR_WRITE);
    CHECK_TEXT(messages_last(),
               "profiler: /proc/no/such/blur.csv: no more rows are written: No such file or directory");
    CHECK_EQUAL(sw_get_metric("total_time_sec", &seconds), SW_OK);
    session_close();
    CHECK_EQUAL(messages_count(), 2);
    CHECK_TEXT(messages_last(), "profiler: /proc/no/such/blur.csv: rows that were not written: 3");
}

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
    open_saving();
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
    open_saving();
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
    open_saving();
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
        sw__metrics_file_add(0);
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
        csv_file file = csv_read(PATH);
        CU_ASSERT_TRUE(file.rectangular);
        CU_ASSERT_TRUE(file.line_count >= last + 2);
        CHECK_EQUAL(atoi(csv_cell(&file, last, "iter")), last);
        csv_free(&file);
    }
    remove_folder(FOLDER);
}

CU_TestInfo metrics_file_tests[] = {
    {"a row has the metrics of its iteration", test_row_has_the_metrics_of_its_iteration},
    {"the cells are the metrics to the last digit", test_cells_are_the_metrics_to_the_last_digit},
    {"a section that comes up late leaves earlier fields empty", test_section_that_comes_up_late},
    {"nothing is made without a recorded iteration", test_nothing_is_made_without_a_recorded_iteration},
    {"metrics need no file", test_metrics_need_no_file},
    {"an iteration that is cut short has no row", test_iteration_that_is_cut_short_has_no_row},
    {"every mode that records writes rows", test_every_mode_that_records_writes_rows},
    {"a run profile names the file", test_run_profile_names_the_file},
    {"the file is named for the program by default", test_file_is_named_for_the_program_by_default},
    {"cycles share a file", test_cycles_share_a_file},
    {"cycles have files of their own if the path says so", test_cycles_have_files_if_the_path_says_so},
    {"the rows are there when their cycle ends", test_rows_are_there_when_their_cycle_ends},
    {"the next run has a file of its own", test_next_run_has_a_file_of_its_own},
    {"names of any kind are read by python", test_names_of_any_kind},
    {"a failure is told once, and the run goes on", test_failure_is_told_once_and_the_run_goes_on},
    {"ranks have files of their own", test_ranks_have_files_of_their_own},
    {"processes never share a file", test_processes_never_share_a_file},
    {"the child of a fork writes nothing", test_child_writes_nothing},
    {"a child with a session has a file of its own", test_child_with_a_session_has_a_file_of_its_own},
    {"the file may be closed while a row is written", test_file_may_be_closed_while_a_row_is_written},
    {"a kill loses no finished iteration", test_kill_loses_no_finished_iteration},
    CU_TEST_INFO_NULL,
};
