// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Programs that are built with SW_DISABLE: all calls are there, do nothing, and need no library.

#include "compilers.h"
#include "process.h"
#include "public_names.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <stepwatch/version.h>

enum { TIMEOUT_SECONDS = 60, LONGEST_PATH = 256 };

static const compiler compilers[] = {{"gcc", "c", "-std=c17"},
                                     {"clang", "c", "-std=c17"},
                                     {"g++", "c++", "-std=c++17"},
                                     {"clang++", "c++", "-std=c++17"}};
enum { COMPILERS = sizeof compilers / sizeof *compilers };

// Builds a program without the library. Its path is valid until the next call; NULL if it could not be built.
static const char *build(const compiler *c, const char *level, const char *source)
{
    static char program[LONGEST_PATH];
    mkdir(BUILD_DIR "/tests/disabled", 0777);
    snprintf(program, sizeof program, BUILD_DIR "/tests/disabled/%s%s", c->command, level);
    const char *const argv[] = {c->command, c->standard, "-DSW_DISABLE", level,       "-Wall", "-Wextra",
                                "-Werror",  "-Iinclude", "-x",           c->language, source,  "-x",
                                "none",     "-o",        program,        NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    const bool built = result.exit_status == 0;
    if (!built)
        FAIL("%s %s %s:\n%s", c->command, level, source, result.err);
    process_free(&result);
    return built ? program : NULL;
}

static process_result run(const char *program)
{
    const char *const argv[] = {program, NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_TEXT(result.err, "");
    return result;
}

// A program that takes the address of every function, so that a compiler keeps each.
static void write_address_taker(const char *path)
{
    name_list names = names_callable();
    CU_ASSERT_TRUE(names.count > 40);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("#include <stepwatch/stepwatch.h>\n"
          "typedef void (*function)(void);\n"
          "static const function functions[] = {\n",
          file);
    for (size_t i = 0; i < names.count; i++)
        fprintf(file, "    (function)%s,\n", names.names[i]);
    fputs("};\n"
          "int main(void) { return functions[0] ? 0 : 1; }\n",
          file);
    CHECK_EQUAL(fclose(file), 0);
    names_free(&names);
}

static void test_every_function_links_without_the_library(void)
{
    static const char path[] = BUILD_DIR "/tests/every_function.c";
    write_address_taker(path);
    for (int i = 0; i < COMPILERS; i++)
        if (compiler_is_there(&compilers[i]))
            build(&compilers[i], "-O0", path);
}

static const char every_result[] = "sw_status_text(SW_NOT_RECORDED): \"there is no value: nothing was recorded\"\n"
                                   "sw_last_error(): 0\n"
                                   "sw_register(\"a\").id: 0\n"
                                   "sw_name_text(sw_register(\"a\")): \"\"\n"
                                   "(sw_set_message_handler(take_message, NULL), 0): 0\n"
                                   "sw_version(): \"" SW_VERSION_STRING "\"\n"
                                   "sw_init(\"no such file\", \"no such profile\"): 0\n"
                                   "sw_begin_iter(): 0\n"
                                   "sw_finish_iter(): 0\n"
                                   "sw_finish_iter_items(32): 0\n"
                                   "sw_pause(): 0\n"
                                   "sw_resume(): 0\n"
                                   "sw_config_print(stdout): -23\n"
                                   "sw_print_summary(stdout): -23\n"
                                   "sw_get_summary_value(\"iterations\", &value): -23\n"
                                   "sw_stopwatch_enable(&options): 0\n"
                                   "sw_stopwatch_is_enabled(): 0\n"
                                   "(sw_set_cuda_stream(NULL), 0): 0\n"
                                   "sw_start_meas(\"a\"): 0\n"
                                   "sw_end_meas(\"a\"): 0\n"
                                   "sw_start_meas_handle(name): 0\n"
                                   "sw_end_meas_handle(name): 0\n"
                                   "sw_start_one_time_measurement(\"b\"): 0\n"
                                   "sw_end_one_time_measurement(\"b\"): 0\n"
                                   "sw_set_cpu_usage_meas_name(\"a\"): 0\n"
                                   "sw_add_meas(\"a\", 1000): 0\n"
                                   "sw_value(\"loss\", 0.5): 0\n"
                                   "sw_get_num_nonwarmup_iters_measured(): 0\n"
                                   "sw_get_meas_stats(\"a\", &stats): -23\n"
                                   "sw_for_each_meas(take_meas, NULL): -23\n"
                                   "sw_get_cpu_usage(&usage): -23\n"
                                   "sw_print_eval_times(stdout): -23\n"
                                   "statistics 0 0 0\n"
                                   "sw_nvtx_enable(NULL): 0\n"
                                   "sw_nvtx_is_enabled(): 0\n"
                                   "sw_range_push(\"a\"): 0\n"
                                   "sw_range_pop(\"a\"): 0\n"
                                   "sw_range_push_handle(name): 0\n"
                                   "sw_range_pop_handle(name): 0\n"
                                   "sw_range_start(\"a\").id: 0\n"
                                   "sw_range_end(sw_range_start(\"a\")): 0\n"
                                   "sw_mark(\"a\"): 0\n"
                                   "sw_cuda_profiler_start(): 0\n"
                                   "sw_cuda_profiler_stop(): 0\n"
                                   "sw_get_range_stats(\"a\", &stats): -23\n"
                                   "counts 0\n"
                                   "sw_profiler_enable(NULL): 0\n"
                                   "sw_profiler_is_enabled(): 0\n"
                                   "sw_profiler_is_recording(): 0\n"
                                   "sw_profiler_mode_of(\"nvidia\", &mode): -23\n"
                                   "sw_section_begin(\"a\"): 0\n"
                                   "sw_section_end(\"a\"): 0\n"
                                   "sw_section_begin_handle(name): 0\n"
                                   "sw_section_end_handle(name): 0\n"
                                   "sw_mem_snapshot(\"a\"): 0\n"
                                   "sw_get_metric(\"a_count\", &value): -23\n"
                                   "sw_for_each_metric(take_metric, NULL): -23\n"
                                   "(sw_set_cycle_handler(take_cycle, NULL), 0): 0\n"
                                   "sw_print_section_table(stdout): -23\n"
                                   "metric 1, mode 2\n"
                                   "sw_op_is_enabled(): 0\n"
                                   "sw_op_begin(\"a\", &info): 0\n"
                                   "sw_op_end(\"a\"): 0\n"
                                   "sw_op_begin_handle(name, NULL): 0\n"
                                   "sw_op_end_handle(name): 0\n"
                                   "sw_print_op_table(stdout, NULL): -23\n"
                                   "sw_set_peak_flops(1e9): 0\n"
                                   "sw_mem_alloc(&info, 1): 0\n"
                                   "sw_mem_free(&info): 0\n"
                                   "sw_gemm_flops(40, 243, 33): 641520\n"
                                   "sw_complex_gemm_flops(1, 2, 3): 48\n"
                                   "sw_gemm_batch_flops(4, 1, 2, 3): 48\n"
                                   "sw_gemv_flops(2, 3): 12\n"
                                   "sw_complex_gemv_flops(2, 3): 48\n"
                                   "sw_symm_flops(2, 3): 24\n"
                                   "sw_complex_symm_flops(2, 3): 96\n"
                                   "sw_syrk_flops(2, 3): 18\n"
                                   "sw_complex_syrk_flops(2, 3): 72\n"
                                   "sw_syr2k_flops(2, 3): 26\n"
                                   "sw_complex_syr2k_flops(2, 3): 100\n"
                                   "sw_trmm_flops(2, 3): 12\n"
                                   "sw_complex_trmm_flops(2, 3): 60\n"
                                   "sw_trsm_flops(2, 3): 12\n"
                                   "sw_complex_trsm_flops(2, 3): 60\n"
                                   "sw_conv_flops(1, 3, 64, 112 * 112, 7 * 7, 1): 236027904\n"
                                   "sw_spmv_flops(5): 10\n"
                                   "sw_complex_spmv_flops(5): 40\n"
                                   "sw_fft_flops(1024): 51200\n"
                                   "sw_real_fft_flops(1024): 25600\n"
                                   "sw_gemm_bytes(1, 2, 3, 4): 52\n"
                                   "sw_gemv_bytes(2, 3, 8): 104\n"
                                   "sw_spmv_bytes(2, 3, 5, 8, 4): 108\n"
                                   "sw_finalize(): 0\n";

static void test_every_call_returns_what_is_documented(void)
{
    for (int i = 0; i < COMPILERS; i++) {
        const char *program =
            compiler_is_there(&compilers[i]) ? build(&compilers[i], "-O0", "tests/disabled/every_call.c") : NULL;
        if (!program)
            continue;
        process_result result = run(program);
        CHECK_TEXT(result.out, every_result);
        process_free(&result);
    }
}

// So that none is forgotten above.
static void test_every_function_is_called(void)
{
    name_list names = names_callable();
    for (size_t i = 0; i < names.count; i++) {
        char call[LONGEST_PATH];
        snprintf(call, sizeof call, "%s(", names.names[i]);
        if (!strstr(every_result, call))
            FAIL("tests/disabled/every_call.c does not call %s()", names.names[i]);
    }
    names_free(&names);
}

static void check_side_effects(const char *program, const char *setting)
{
    const char *const argv[] = {program, NULL};
    const char *const environment[] = {setting, NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "names 89, values 61, left at 40, done\n");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

static void test_output_is_the_same_enabled_off_and_disabled(void)
{
    static const char with_library[] = BUILD_DIR "/tests/programs/side_effects";
    check_side_effects(with_library, "STEPWATCH_SET=stopwatch.enable=true;nvtx_range_wrapper.enable=true");
    check_side_effects(with_library, "STEPWATCH_SET");
    for (int i = 0; i < COMPILERS; i++) {
        const char *program =
            compiler_is_there(&compilers[i]) ? build(&compilers[i], "-O2", "tests/programs/side_effects.c") : NULL;
        if (program)
            check_side_effects(program, "STEPWATCH_SET=stopwatch.enable=true");
    }
}

static void check_no_symbols(const char *program, const char *part)
{
    const char *const argv[] = {"nm", program, NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_HAS(result.out, " main\n");
    if (strstr(result.out, part))
        FAIL("%s has symbols with %s:\n%s", program, part, result.out);
    process_free(&result);
}

static void check_nothing_is_left(const compiler *c, const char *source, const char *part)
{
    static const char *const levels[] = {"-O0", "-O2"};
    for (int i = 0; i < 2; i++) {
        const char *program = build(c, levels[i], source);
        if (program)
            check_no_symbols(program, part);
    }
}

static void test_nothing_of_the_calls_is_left(void)
{
    for (int i = 0; i < COMPILERS; i++)
        if (compiler_is_there(&compilers[i]))
            check_nothing_is_left(&compilers[i], "demos/quick_start.c", "sw_");
}

// A copy of a constructor or destructor could be taken by the linker for one of a file that records.
static void test_nothing_of_the_objects_is_left(void)
{
    for (int i = 0; i < COMPILERS; i++)
        if (compiler_is_cxx(&compilers[i]) && compiler_is_there(&compilers[i]))
            check_nothing_is_left(&compilers[i], "tests/programs/objects_cxx.cpp", "N2sw");
}

CU_TestInfo disabled_tests[] = {
    {"every function links without the library", test_every_function_links_without_the_library},
    {"every call returns what is documented", test_every_call_returns_what_is_documented},
    {"every function is called in these tests", test_every_function_is_called},
    {"the output of a program is the same enabled, off and disabled", test_output_is_the_same_enabled_off_and_disabled},
    {"a program has no symbol of a call", test_nothing_of_the_calls_is_left},
    {"a C++ program has no symbol of an object", test_nothing_of_the_objects_is_left},
    CU_TEST_INFO_NULL,
};
