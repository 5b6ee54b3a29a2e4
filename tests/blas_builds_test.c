// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The installed libstepwatch_blas.so, preloaded into programs that are put together in less common ways.

#include "install_support.h"
#include "session_support.h"
#include "test.h"

#define OPENBLAS " $(pkg-config --cflags --libs openblas) "
#define STEPWATCH_STATIC " $(pkg-config --static --cflags --libs stepwatch | sed 's/-lstepwatch/-l:libstepwatch.a/') "
#define HOST "cc $flags host.c -pthread -ldl -o blas_host\n"
#define PRELOADED                                                                                                      \
    "STEPWATCH_SET=profiler.mode=torch ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0 OPENBLAS_NUM_THREADS=1 " \
    "LD_PRELOAD=$prefix/lib/libstepwatch_blas.so "

// Its copy has its own state word: what the library records would be lost, so it must not take the session away.
static void test_leaves_the_session_to_a_program_with_a_copy_in_it(void)
{
    user_does("cc $flags $sources/tests/programs/blas_before_init.c" STEPWATCH_STATIC OPENBLAS "-o blas_static");
    process_result result = user_runs(PRELOADED "./blas_static");
    CHECK_TEXT(result.out, "init 0\n");
    CHECK_EQUAL(times_in(result.err, "there are two copies"), 0);
    process_free(&result);
}

static void test_blas_of_a_plugin(void)
{
    user_does(HOST "cc $flags -shared -fPIC blas_plugin.c" OPENBLAS "-o blas_plugin.so");
    process_result result = user_runs(PRELOADED "./blas_host ./blas_plugin.so");
    CHECK_TEXT(result.out, "plugin 7 10 15 22\n");
    CHECK_HAS(result.err, "recorded    1 of 1 iterations");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

static void test_lack_of_a_blas_is_told(void)
{
    user_does(HOST "cc $flags -shared -fPIC blas_plugin.c $(pkg-config --cflags openblas) -o blas_lacking.so");
    process_result result = user_runs(PRELOADED "./blas_host ./blas_lacking.so");
    CHECK_HAS(result.err, "stepwatch: libstepwatch_blas.so: the program calls cblas_sgemm, and no library");
    CHECK_TEXT(result.out, "");
    process_free(&result);
}

CU_TestInfo blas_builds_tests[] = {
    {"a program with a static copy of stepwatch opens its session itself",
     test_leaves_the_session_to_a_program_with_a_copy_in_it},
    {"a plugin's own BLAS is found", test_blas_of_a_plugin},
    {"a program that lacks a BLAS is told so", test_lack_of_a_blas_is_told},
    CU_TEST_INFO_NULL,
};
