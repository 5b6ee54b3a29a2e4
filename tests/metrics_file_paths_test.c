// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where the rows of the profiler go: how their files are named, and which runs and cycles share one.

#include "session_support.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv_support.h"
#include "iteration_support.h"
#include "metrics_file_support.h"

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
    open_metrics((sw_profiler_options){.wait = 1, .active = 2, .repeat = 2, .save_file = true});
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
    open_metrics((sw_profiler_options){
        .wait = 1, .active = 2, .repeat = 2, .save_file = true, .csv = FOLDER "/c%cycle%_from_%step%.csv"});
    iterate(7);
    session_close();
    check_iterations(FOLDER "/c0_from_1.csv", 2, "1");
    check_iterations(FOLDER "/c1_from_4.csv", 2, "4");
    CHECK_EQUAL(files_like(FOLDER "/*"), 2);
    CHECK_EQUAL(messages_count(), 0);
    remove_folder(FOLDER);
}

static void test_next_run_has_a_file_of_its_own(void)
{
    remove_folder(FOLDER);
    open_saving_metrics();
    iterate(3);
    session_close();
    open_saving_metrics();
    iterate(1);
    session_close();
    check_iterations(PATH, 3, "0");
    check_iterations(FOLDER "/a/blur_metrics.2.csv", 1, "0");
    CHECK_EQUAL(messages_count(), 1);
    CHECK_TEXT(messages_last(), "profiler: " PATH " is there already: the rows go to " FOLDER "/a/blur_metrics.2.csv");
    remove_folder(FOLDER);
}

CU_TestInfo metrics_file_paths_tests[] = {
    {"a run profile names the file", test_run_profile_names_the_file},
    {"the file is named for the program by default", test_file_is_named_for_the_program_by_default},
    {"cycles share a file", test_cycles_share_a_file},
    {"cycles have files of their own if the path says so", test_cycles_have_files_if_the_path_says_so},
    {"the next run has a file of its own", test_next_run_has_a_file_of_its_own},
    CU_TEST_INFO_NULL,
};
