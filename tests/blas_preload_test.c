// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// libstepwatch_blas.so, preloaded into a program that knows nothing of stepwatch: tests/programs/blas_calls.c.

#include "process.h"
#include "public_names.h"
#include "session_support.h"
#include "test.h"
#include "trace_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY BUILD_DIR "/lib/libstepwatch_blas.so"
#define FAKE_OPS BUILD_DIR "/tests/libfake_ops.so"

enum { TIMEOUT_SECONDS = 60, LONGEST_VALUE = 512 };

// Runs a program, its argument may be NULL, with these libraries preloaded, and these settings.
static process_result run(const char *program, const char *argument, const char *preloaded, const char *setting)
{
    char path[LONGEST_VALUE];
    char preload[LONGEST_VALUE];
    char sanitizer[LONGEST_VALUE];
    const char *options = getenv("ASAN_OPTIONS");
    snprintf(path, sizeof path, BUILD_DIR "/tests/programs/%s", program);
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", preloaded);
    // The address sanitizer wants to be loaded first, but need not be; and what is faked here is there twice.
    snprintf(sanitizer, sizeof sanitizer, "ASAN_OPTIONS=%s:verify_asan_link_order=0:detect_odr_violation=0",
             options ? options : "");
    const char *const argv[] = {path, argument, NULL};
    const char *const environment[] = {
        preload, sanitizer, "OPENBLAS_NUM_THREADS=1", "STEPWATCH_CONFIG", "STEPWATCH_PROFILE", setting, NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    return result;
}

// Of the names that the header has, those of CBLAS's functions for matrices.
static bool is_for_matrices(const char *name)
{
    static const char *const others[] = {"axpby", "axpy", "copy",  "dot",   "rot",    "scal",    "swap",
                                         "geadd", "bf16", "gemmt", "batch", "xerbla", "cblas_sb"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(name, others[i]))
            return false;
    return true;
}

// They return nothing: `void cblas_sgemm(`.
static name_list names_of_header(void)
{
    static const char *const argv[] = {"sh", "-c",
                                       "echo '#include <cblas.h>' | cc -E -P $(pkg-config --cflags openblas) -", NULL};
    name_list list = {0};
    process_result header = process_run(argv, NULL, TIMEOUT_SECONDS);
    CHECK_EQUAL(header.exit_status, 0);
    for (const char *at = header.out; (at = strstr(at, "void cblas_")); at++) {
        char name[64];
        at += strlen("void ");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " ("), at);
        if (is_for_matrices(name))
            names_add(&list, name, strlen(name));
    }
    process_free(&header);
    return list;
}

// The lines that begin with `prefix`, each up to its first blank.
static name_list names_in(const char *text, const char *prefix)
{
    name_list list = {0};
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, prefix, strlen(prefix)) == 0)
            names_add(&list, text, strcspn(text, " \n"));
    return list;
}

static void check_all_in(const name_list *list, const name_list *other, const char *complaint)
{
    for (size_t i = 0; i < list->count; i++)
        if (!names_have(other, list->names[i]))
            FAIL("%s %s", list->names[i], complaint);
}

static void test_has_each_function_of_the_header(void)
{
    static const char *const nm[] = {"nm", "-D", "--defined-only", "-j", LIBRARY, NULL};
    process_result result = process_run(nm, NULL, TIMEOUT_SECONDS);
    name_list exported = names_in(result.out, "cblas_");
    name_list wanted = names_of_header();
    CHECK_EQUAL(exported.count, 98);
    check_all_in(&wanted, &exported, "is in cblas.h, but not in the library");
    check_all_in(&exported, &wanted, "is in the library, but not in cblas.h");
    names_free(&exported);
    names_free(&wanted);
    process_free(&result);
}

static void test_results_are_the_same(void)
{
    process_result plain = run("blas_calls", NULL, "", "STEPWATCH_SET");
    process_result recorded = run("blas_calls", NULL, LIBRARY ":" FAKE_OPS, "STEPWATCH_SET=profiler.mode=torch");
    name_list called = names_in(plain.out, "cblas_");
    name_list wanted = names_of_header();
    check_all_in(&wanted, &called, "is not called by tests/programs/blas_calls.c");
    CHECK_TEXT(recorded.out, plain.out);
    names_free(&called);
    names_free(&wanted);
    process_free(&plain);
    process_free(&recorded);
}

// For the sizes in tests/programs/blas_calls.c, by what follows the letter of the type. `numbers` are those of the matrices
// and vectors that are read and written.
typedef struct family {
    const char *name;
    const char *shape;
    unsigned real_flops;
    unsigned complex_flops;
    unsigned numbers;
} family;

static const family families[] = {
    {"gemv", "5x4", 40, 160, 20 + 4 + 5 + 5},
    {"gbmv", "5x4x1x2", 2 * 13, 8 * 13, 13 + 5 + 4 + 4},
    {"trmv", "4", 16, 6 * 10 + 2 * 6, 10 + 4 + 4},
    {"trsv", "4", 16, 6 * 10 + 2 * 6, 10 + 4 + 4},
    {"tpmv", "4", 16, 6 * 10 + 2 * 6, 10 + 4 + 4},
    {"tpsv", "4", 16, 6 * 10 + 2 * 6, 10 + 4 + 4},
    {"tbmv", "4x2", 9 + 5, 6 * 9 + 2 * 5, 9 + 4 + 4},
    {"tbsv", "4x2", 9 + 5, 6 * 9 + 2 * 5, 9 + 4 + 4},
    {"symv", "4", 32, 0, 10 + 4 + 4 + 4},
    {"spmv", "4", 32, 0, 10 + 4 + 4 + 4},
    {"sbmv", "4x2", 2 * 14, 0, 9 + 4 + 4 + 4},
    {"hemv", "4", 0, 128, 10 + 4 + 4 + 4},
    {"hpmv", "4", 0, 128, 10 + 4 + 4 + 4},
    {"hbmv", "4x2", 0, 8 * 14, 9 + 4 + 4 + 4},
    {"ger", "5x4", 40, 0, 20 + 20 + 5 + 4},
    {"geru", "5x4", 0, 160, 20 + 20 + 5 + 4},
    {"gerc", "5x4", 0, 160, 20 + 20 + 5 + 4},
    {"syr", "4", 20, 0, 10 + 10 + 4},
    {"spr", "4", 20, 0, 10 + 10 + 4},
    {"her", "4", 0, 80, 10 + 10 + 4},
    {"hpr", "4", 0, 80, 10 + 10 + 4},
    {"syr2", "4", 36, 0, 10 + 10 + 4 + 4},
    {"spr2", "4", 36, 0, 10 + 10 + 4 + 4},
    {"her2", "4", 0, 136, 10 + 10 + 4 + 4},
    {"hpr2", "4", 0, 136, 10 + 10 + 4 + 4},
    {"gemm", "5x4x3", 120, 480, 15 + 12 + 20 + 20},
    {"gemm3m", "5x4x3", 0, 480, 15 + 12 + 20 + 20},
    {"symm", "5x4", 200, 800, 15 + 20 + 20 + 20}, // from the left
    {"hemm", "5x4", 0, 640, 10 + 20 + 20 + 20},   // from the right
    {"syrk", "4x3", 60, 240, 12 + 10 + 10},
    {"herk", "4x3", 0, 240, 12 + 10 + 10},
    {"syr2k", "4x3", 100, 8 * 48 + 2 * 4, 12 + 12 + 10 + 10},
    {"her2k", "4x3", 0, 8 * 48 + 2 * 4, 12 + 12 + 10 + 10},
    {"trmm", "5x4", 100, 4 * (6 * 15 + 2 * 10), 15 + 20 + 20}, // from the left
    {"trsm", "5x4", 80, 5 * (6 * 10 + 2 * 6), 10 + 20 + 20},   // from the right
};

static const family *family_of(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(name + strlen("cblas_s"), families[i].name) == 0)
            return &families[i];
    return &(family){"?", "?", 0, 0, 0};
}

typedef struct type {
    char letter;
    bool is_complex;
    unsigned size;
    sw_dtype dtype;
} type;

static type type_of(const char *name)
{
    static const type types[] = {
        {'s', false, 4, SW_DTYPE_FLOAT32},
        {'d', false, 8, SW_DTYPE_FLOAT64},
        {'c', true, 8, SW_DTYPE_COMPLEX64},
        {'z', true, 16, SW_DTYPE_COMPLEX128},
    };
    int i = 0;
    while (i < 3 && types[i].letter != name[strlen("cblas_")])
        i++;
    return types[i];
}

static void check_op(const char *printed, const char *name)
{
    const family *f = family_of(name);
    const type t = type_of(name);
    char expected[LONGEST_VALUE];
    snprintf(expected, sizeof expected, "\n%s %s: %u flops, %u bytes, type %d, activity %d, blas_calls\n", name,
             f->shape, t.is_complex ? f->complex_flops : f->real_flops, f->numbers * t.size, t.dtype, SW_ACTIVITY_BLAS);
    if (times_in(printed, expected) != 1)
        FAIL("not there once:%s", expected);
}

static void test_each_call_is_an_op(void)
{
    process_result result = run("blas_calls", NULL, LIBRARY ":" FAKE_OPS, "STEPWATCH_SET=profiler.mode=torch");
    name_list called = names_in(result.out, "cblas_");
    CHECK_EQUAL(called.count, 98);
    for (size_t i = 0; i < called.count; i++)
        check_op(result.err, called.names[i]);
    CHECK_EQUAL(times_in(result.err, "\n"), 1 + 98);
    names_free(&called);
    process_free(&result);
}

static void test_session_comes_from_the_environment(void)
{
    process_result result = run("blas_calls", "threads", LIBRARY ":" FAKE_OPS, "STEPWATCH_SET=profiler.mode=torch");
    CHECK_EQUAL(times_in(result.err, "sw_init(NULL, NULL)\n"), 1);
    CHECK_EQUAL(times_in(result.err, "cblas_dgemm 5x4x3: 120 flops, "), 4 * 1000);
    process_free(&result);
}

#define TRACES BUILD_DIR "/tests/blas_traces"

static void test_run_is_one_iteration_with_all_ops(void)
{
    process_result result = run("blas_calls", "threads", LIBRARY,
                                "STEPWATCH_SET=profiler.mode=torch;profiler.per_step=false;profiler.trace_dir=" TRACES
                                ";profiler.record_shapes=true;profiler.with_flops=true;profiler.with_stack=true");
    CHECK_HAS(result.err, "recorded    1 of 1 iterations");
    trace_check(TRACES "/rank_0.pt.trace.json",
                "iteration, = [e for e in spans if e.cat == 'iteration']\n"
                "gemms = named('cblas_dgemm')\n"
                "assert len(gemms) == 4000 and len({e.tid for e in gemms}) == 4, len(gemms)\n"
                "places = {e.args.pop('place') for e in gemms}\n"
                "assert len(places) == 1 and places.pop().startswith('blas_calls+0x'), places\n"
                "known = {'shape': '5x4x3', 'dtype': 'float64', 'flops': 120, 'bytes': 536}\n"
                "assert all(e.cat == 'op' and e.args == known for e in gemms), gemms[0]\n"
                "assert all(iteration.ts <= e.ts <= iteration.ts + iteration.dur for e in gemms), iteration\n");
    process_free(&result);
}

static void test_is_silent_without_the_environment(void)
{
    process_result result = run("blas_calls", NULL, LIBRARY ":" FAKE_OPS, "STEPWATCH_SET");
    CHECK_TEXT(result.err, "");
    process_free(&result);
    result = run("blas_calls", NULL, LIBRARY, "STEPWATCH_SET=");
    CHECK_TEXT(result.err, "");
    process_free(&result);
}

static void test_records_nothing_while_ops_are_off(void)
{
    process_result plain = run("blas_calls", NULL, "", "STEPWATCH_SET");
    setenv("FAKE_OPS", "off", 1);
    process_result result = run("blas_calls", NULL, LIBRARY ":" FAKE_OPS, "STEPWATCH_SET=profiler.mode=torch");
    unsetenv("FAKE_OPS");
    CHECK_TEXT(result.err, "sw_init(NULL, NULL)\n");
    CHECK_TEXT(result.out, plain.out);
    process_free(&plain);
    process_free(&result);
}

static void test_leaves_the_session_to_a_program_that_has_one(void)
{
    process_result result = run("blas_before_init", NULL, LIBRARY, "STEPWATCH_SET=profiler.mode=torch");
    CHECK_TEXT(result.out, "init 0\n");
    CHECK_HAS(result.err, "recorded    1 of 1 iterations");
    process_free(&result);
}

CU_TestInfo blas_preload_tests[] = {
    {"it has each function for matrices of the header, and no other", test_has_each_function_of_the_header},
    {"all of them compute what they computed", test_results_are_the_same},
    {"each call is an op with its shape, FLOPs and bytes", test_each_call_is_an_op},
    {"the first call opens a session by the environment, and threads share it",
     test_session_comes_from_the_environment},
    {"the run is one iteration, which has all ops with their places", test_run_is_one_iteration_with_all_ops},
    {"with nothing in the environment it is silent", test_is_silent_without_the_environment},
    {"nothing is recorded while no op is wanted", test_records_nothing_while_ops_are_off},
    {"a program that uses stepwatch opens its session itself", test_leaves_the_session_to_a_program_that_has_one},
    CU_TEST_INFO_NULL,
};
