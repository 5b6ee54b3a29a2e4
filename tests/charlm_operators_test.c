// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the demo says of its operators: which cost most, with which shapes and from which line, at how many FLOP/s.

#include "support_ops.h"

#include <stdlib.h>
#include <string.h>

#include "../demos/train_charlm/model.h"
#include "../demos/train_charlm/peak.h"
#include "csv_support.h"
#include "process.h"
#include "trace_support.h"

#define FOLDER BUILD_DIR "/charlm_operators"

enum { TIMEOUT_SECONDS = 120 };

static const struct model_shape SHAPE = {
    .vocabulary = 7, .width = 12, .heads = 3, .blocks = 2, .sequences = 2, .length = 5};

static void pass_forward_and_backward(void)
{
    struct batch batch;
    struct model *model = model_create(&SHAPE, 1);
    CU_ASSERT_FATAL(model != NULL && batch_create(&batch, SHAPE.sequences, SHAPE.length));
    memset(batch.inputs, 0, (size_t)batch_characters(&batch));
    memset(batch.targets, 0, (size_t)batch_characters(&batch));
    model_forward(model, &batch);
    model_backward(model, &batch, 1.0f);
    batch_free(&batch);
    model_free(model);
}

// Each weight of a matrix takes part in a multiply-add for each character, once forwards and twice backwards; so does each
// number of a head for each pair of characters, in two products forwards and in four backwards.
static double flops_of_shape(void)
{
    const double width = SHAPE.width, length = SHAPE.length, characters = SHAPE.sequences * length;
    const double weights = SHAPE.blocks * 12 * width * width + width * SHAPE.vocabulary;
    const double pairs = SHAPE.blocks * SHAPE.sequences * length * length;
    return 2 * 3 * weights * characters + 2 * 6 * pairs * width;
}

static void test_products_of_a_step_have_the_flops_of_the_model(void)
{
    profile_all_of_ops();
    pass_forward_and_backward();
    const seen_op seen = ops_seen("gemm");
    CHECK_EQUAL(seen.calls, 3 * (4 * SHAPE.blocks + 1) + 6 * SHAPE.blocks * SHAPE.sequences * SHAPE.heads);
    CHECK_EQUAL(seen.flops_calls, seen.calls);
    CHECK_EQUAL(seen.flops, flops_of_shape());
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_operators_without_a_formula_declare_no_flops(void)
{
    static const char *const names[] = {"softmax", "rms_norm", "squared_relu", "softmax_cross_entropy", "gather"};
    profile_all_of_ops();
    pass_forward_and_backward();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CU_ASSERT(ops_seen(names[i]).calls > 0);
        CHECK_EQUAL(ops_seen(names[i]).flops_calls, 0);
    }
    session_close();
}

static process_result run_demo(const char *profile, const char *steps, const char *settings)
{
    const char *const argv[] = {
        BUILD_DIR "/demos/train_charlm", "--profile", profile, "--steps", steps, "LICENSE", NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", "OPENBLAS_NUM_THREADS=1", settings,
                                       NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    return result;
}

// The line of a table in which all of these stand; NULL: there is none.
static const char *row_with(const char *text, const char *const *parts)
{
    static char line[512];
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        const char *const *part = parts;
        while (*part && strstr(line, *part))
            part++;
        if (!*part)
            return line;
    }
    return NULL;
}

static void check_tables(const char *text, const char *heading, const char *trace)
{
    const char *table = strstr(text, heading);
    const char *end = table ? strstr(table, trace) : NULL;
    if (!end) {
        FAIL("no table \"%s\" with the trace %s in\n%s", heading, trace, text);
        return;
    }
    char *cycle = strndup(table, (size_t)(end - table));
    CU_ASSERT_PTR_NOT_NULL(row_with(cycle, (const char *const[]){"gemm", "1,590", "FLOP/s", " %", NULL}));
    // Whatever is among the first: compilers and sanitizers make all but BLAS faster or slower.
    CU_ASSERT_PTR_NOT_NULL(row_with(cycle, (const char *const[]){" f32 ", ".c:", " %", NULL}));
    CHECK_HAS(cycle, " of the peak of ");
    CHECK_HAS(cycle, "FLOPs are declared for ");
    free(cycle);
}

static void test_each_cycle_has_its_tables_and_its_trace(void)
{
    remove_folder(FOLDER);
    process_result result = run_demo("operators", "9",
                                     "STEPWATCH_SET=profiler.skip_first=1; profiler.wait=1; profiler.warmup=1;"
                                     "profiler.active=2; profiler.trace_dir=" FOLDER);
    CHECK_EQUAL(files_like(FOLDER "/*.json"), 2);
    check_tables(result.out, "Operators of cycle 0, iterations 3 to 4\n", FOLDER "/rank_0.cycle0.pt.trace.json in ");
    check_tables(result.out, "Operators of cycle 1, iterations 7 to 8\n", FOLDER "/rank_0.cycle1.pt.trace.json in ");
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json",
                "products = [e for e in named('gemm') if e.args['shape'] == '1024x256x64']\n"
                "assert len(products) == 2 * 2 * 2, products\n"
                "assert {e.args['flops'] for e in products} == {2 * 1024 * 256 * 64}, products\n"
                "assert all('linear.c:' in e.args['place'] for e in products), products\n");
    process_free(&result);
    remove_folder(FOLDER);
}

static void test_a_profile_without_operators_prints_none(void)
{
    process_result result = run_demo("training", "1", "STEPWATCH_SET");
    CU_ASSERT_PTR_NULL(strstr(result.out, "Operators"));
    CHECK_TEXT(result.err, "");
    process_free(&result);
}

static void test_the_peak_is_that_of_a_product(void)
{
    const double peak = measure_peak_flops();
    if (!(peak > 1e8 && peak < 1e13))
        FAIL("%g FLOP/s", peak);
}

CU_TestInfo charlm_operators_tests[] = {
    {"the products of a step have the FLOPs of the model", test_products_of_a_step_have_the_flops_of_the_model},
    {"operators without a formula declare no FLOPs", test_operators_without_a_formula_declare_no_flops},
    {"each cycle has its tables and its trace", test_each_cycle_has_its_tables_and_its_trace},
    {"a profile without operators prints none", test_a_profile_without_operators_prints_none},
    {"the peak is that of a product", test_the_peak_is_that_of_a_product},
    CU_TEST_INFO_NULL,
};
