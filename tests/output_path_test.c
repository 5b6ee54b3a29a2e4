// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The paths of output files, for one process and for the ranks of a run.

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/output_path.h"

static const char *const variables[] = {
    "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",   "PMIX_RANK",
    "SLURM_PROCID",         "SLURM_NTASKS",         "RANK",     "WORLD_SIZE",
};

// The test may itself be run by a launcher.
static void no_launcher(void)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        unsetenv(variables[i]);
}

static void check_filled_in(const char *path, sw__rank rank, const sw__placeholder *more, const char *expected)
{
    sw__buffer out = {0};
    sw__output_path_add(&out, path, rank, more);
    CHECK_TEXT(out.text, expected);
    sw__buffer_free(&out);
}

static void check_path(const char *path, sw__rank rank, const char *expected)
{
    check_filled_in(path, rank, NULL, expected);
}

static const sw__rank alone = {.alone = true};
static const sw__rank third = {.known = true, .number = 3};

static void test_placeholders_are_filled_in(void)
{
    char expected[64];
    snprintf(expected, sizeof expected, "out/%d/r0/0.json", (int)getpid());
    check_path("out/%pid%/r%rank%/%rank%.json", alone, expected);
    check_path("%rank%.json", third, "3.json");
    check_path("100%/%other%.json", alone, "100%/%other%.json");
    check_path("%%rank%%.json", alone, "%0%.json");
}

static void test_list_of_placeholders_is_filled_in(void)
{
    const sw__placeholder list[] = {{"%run%", "blur 5%", 0}, {"%cycle%", NULL, 7}, {0}};
    check_filled_in("%run%/c%cycle%%cycle%.csv", alone, list, "blur 5%/c77.csv");
    check_filled_in("%run%.csv", third, list, "blur 5%.rank3.csv");
    check_filled_in("%run%_%rank%.csv", third, list, "blur 5%_3.csv");
}

static void check_run(const char *text, const char *expected)
{
    const sw__placeholder list[] = {{"%run%", text, 0}, {0}};
    check_filled_in("out/%run%/x.csv", alone, list, expected);
}

static void test_text_stays_a_part_of_one_name(void)
{
    check_run("../../etc", "out/_._.._etc/x.csv");
    check_run("..", "out/_./x.csv");
    check_run(".", "out/_/x.csv");
    check_run("/root", "out/_root/x.csv");
    check_run("a\nb\x7f", "out/a_b_/x.csv");
    check_run("%rank%", "out/%rank%/x.csv");
    check_run("v1..2 \xc3\xa9", "out/v1..2 \xc3\xa9/x.csv");
}

static void test_ranks_share_a_device(void)
{
    check_path("/dev/stdout", third, "/dev/stdout");
    check_path("/dev/null", third, "/dev/null");
}

static void test_ranks_never_share_a_file(void)
{
    check_path("run.json", third, "run.rank3.json");
    check_path("out.d/run", third, "out.d/run.rank3");
    check_path("out/.hidden", third, "out/.hidden.rank3");
    check_path("run.json", (sw__rank){.known = true, .number = 0}, "run.rank0.json");
}

static void test_rank_alone_keeps_the_name(void)
{
    check_path("run.json", alone, "run.json");
    check_path("run.json", (sw__rank){.known = true, .alone = true}, "run.json");
}

static void test_part_goes_in_before_the_extension(void)
{
    sw__buffer out = {0};
    sw__output_path_add_part(&out, "a.b/run.csv", "times");
    CHECK_TEXT(out.text, "a.b/run.times.csv");
    sw__buffer_free(&out);
}

// It would be a hidden file in the folder, of which nobody knows.
static void test_folder_gets_no_part(void)
{
    sw__buffer out = {0};
    sw__output_path_add_part(&out, "out/", "times");
    CHECK_TEXT(out.text, "out/");
    sw__buffer_free(&out);
    check_path("out/", third, "out/");
}

static void check_rank(bool known, uint64_t number, bool is_alone)
{
    const sw__rank rank = sw__rank_now();
    CHECK_EQUAL(rank.known, known);
    CHECK_EQUAL(rank.number, number);
    CHECK_EQUAL(rank.alone, is_alone);
}

static void test_rank_of_each_launcher(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID", "RANK"};
    no_launcher();
    check_rank(false, 0, true);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv(names[i], "7", 1);
        check_rank(true, 7, false);
        unsetenv(names[i]);
    }
}

static void test_first_launcher_wins(void)
{
    no_launcher();
    setenv("SLURM_PROCID", "0", 1);
    setenv("SLURM_NTASKS", "1", 1);
    setenv("OMPI_COMM_WORLD_RANK", "2", 1);
    setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
    check_rank(true, 2, false);
    no_launcher();
}

static void test_one_rank_is_alone(void)
{
    no_launcher();
    setenv("RANK", "0", 1);
    check_rank(true, 0, false); // nobody says how many there are
    setenv("WORLD_SIZE", "2", 1);
    check_rank(true, 0, false);
    setenv("WORLD_SIZE", "1", 1);
    check_rank(true, 0, true);
    no_launcher();
}

static void test_rank_that_is_no_number_is_none(void)
{
    static const char *const texts[] = {"", "../up", "-1", "3 ", "1000000000000000000000"};
    no_launcher();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        setenv("RANK", texts[i], 1);
        check_rank(false, 0, true);
    }
    no_launcher();
}

CU_TestInfo output_path_tests[] = {
    {"placeholders are filled in, and others stay", test_placeholders_are_filled_in},
    {"a list of placeholders is filled in", test_list_of_placeholders_is_filled_in},
    {"a text stays a part of one name", test_text_stays_a_part_of_one_name},
    {"ranks never share a file", test_ranks_never_share_a_file},
    {"ranks share a device", test_ranks_share_a_device},
    {"a rank that is alone keeps the name", test_rank_alone_keeps_the_name},
    {"a part goes in before the extension", test_part_goes_in_before_the_extension},
    {"a folder gets no part", test_folder_gets_no_part},
    {"the rank of each launcher is found", test_rank_of_each_launcher},
    {"the first launcher wins", test_first_launcher_wins},
    {"one rank is alone, if its launcher says so", test_one_rank_is_alone},
    {"a rank that is no number is none", test_rank_that_is_no_number_is_none},
    CU_TEST_INFO_NULL,
};
