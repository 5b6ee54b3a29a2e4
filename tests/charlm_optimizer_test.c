// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The demo's mixed precision: rounding to bfloat16, the loss scale, clipping, and the steps of AdamW.

#include "test.h"

#include <math.h>
#include <string.h>

#include "../demos/train_charlm/bfloat16.h"
#include "../demos/train_charlm/loss_scaler.h"
#include "../demos/train_charlm/optimizer.h"

#define CHECK_NEAR(actual, expected, tolerance) check_near((actual), (expected), (tolerance), #actual, __LINE__)

static void check_near(double actual, double expected, double tolerance, const char *what, unsigned line)
{
    if (!(fabs(actual - expected) <= tolerance))
        fail_test(__FILE__, line, "%s is %.9g, not within %g of %.9g", what, actual, tolerance, expected);
}

// ---- bfloat16

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void test_bfloat16_rounds_to_nearest_even(void)
{
    static const struct {
        uint32_t bits;
        uint16_t rounded;
    } cases[] = {
        {0x00000000, 0x0000}, {0x80000000, 0x8000}, {0x3f800000, 0x3f80}, // exact
        {0x3f807fff, 0x3f80}, {0x3f808001, 0x3f81},                       // below and above the half
        {0x3f808000, 0x3f80}, {0x3f818000, 0x3f82}, {0xbf818000, 0xbf82}, // ties go to the even one
        {0x3fffffff, 0x4000}, {0x007fffff, 0x0080},                       // a carry into the exponent
        {0x7f7fffff, 0x7f80}, {0x7f7f7fff, 0x7f7f},                       // beyond the greatest, and just not
        {0x7f800000, 0x7f80}, {0xff800000, 0xff80},                       // infinities
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_EQUAL(bfloat16_round(float_of(cases[i].bits)).bits, cases[i].rounded);
}

static void test_bfloat16_keeps_nan(void)
{
    static const uint32_t nans[] = {0x7f800001, 0xff800001, 0x7fc00000, 0x7fffffff, 0xffffffff};
    for (size_t i = 0; i < sizeof nans / sizeof *nans; i++)
        CU_ASSERT(isnan(bfloat16_expand(bfloat16_round(float_of(nans[i])))));
}

// ---- optimizer

struct fixture {
    struct arena arena;
    struct parameters set;
    struct optimizer optimizer;
};

// A matrix of two weights, which decay, and a gain, which does not; all begin at 1.
static void set_up(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    parameters_add_matrix(&fixture->set, 1, 2, 0.0f, "matrix")->mean = 1.0f;
    parameters_add_gain(&fixture->set, 1, "gain");
    parameters_allocate(&fixture->set, &fixture->arena);
    parameters_initialize(&fixture->set, &(struct rng){1});
    const struct optimizer_options options = {.beta1 = 0.9f,
                                              .beta2 = 0.98f,
                                              .epsilon = 1e-8f,
                                              .weight_decay = 0.1f,
                                              .max_gradient_norm = 5.0f,
                                              .initial_loss_scale = 8.0f,
                                              .growth_interval = 3};
    CU_ASSERT_FATAL(optimizer_create(&fixture->optimizer, &fixture->set, &options));
}

static void tear_down(struct fixture *fixture)
{
    optimizer_free(&fixture->optimizer);
    arena_free(&fixture->arena);
}

// One step on the same gradient everywhere, of the loss itself.
static bool step(struct fixture *fixture, float gradient, float learning_rate)
{
    for (size_t i = 0; i < fixture->set.count; i++)
        fixture->set.gradients[i] = gradient * fixture->optimizer.scaler.scale;
    return optimizer_step(&fixture->optimizer, learning_rate);
}

static void check_skips(float gradient)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.set.gradients[1] = gradient;
    CU_ASSERT_FALSE(optimizer_step(&fixture.optimizer, 0.1f));
    CHECK_NEAR(fixture.optimizer.scaler.scale, 4.0, 0.0);
    CHECK_EQUAL(fixture.optimizer.steps, 0);
    for (size_t i = 0; i < fixture.set.count; i++) {
        CHECK_NEAR(bfloat16_expand(fixture.set.weights[i]), 1.0, 0.0);
        CHECK_NEAR(fixture.optimizer.masters[i], 1.0, 0.0);
        CHECK_NEAR(fixture.optimizer.first_moments[i], 0.0, 0.0);
    }
    tear_down(&fixture);
}

static void test_infinite_gradient_halves_the_scale_and_skips(void)
{
    check_skips(INFINITY);
}

static void test_nan_gradient_halves_the_scale_and_skips(void)
{
    check_skips(NAN);
}

static void test_scale_doubles_after_good_steps_in_a_row(void)
{
    struct loss_scaler scaler = {.scale = 8.0f, .maximum = 16.0f, .growth_interval = 3};
    static const struct {
        bool finite;
        float scale;
    } steps[] = {{true, 8},  {true, 8},  {false, 4}, {true, 4},  {true, 4},  {true, 8},
                 {true, 8},  {true, 8},  {true, 16}, {true, 16}, {true, 16}, {true, 16},
                 {false, 8}, {false, 4}, {false, 2}, {false, 1}, {false, 1}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        loss_scaler_update(&scaler, steps[i].finite);
        CHECK_NEAR(scaler.scale, steps[i].scale, 0.0);
    }
}

static double norm_of(const struct parameters *set)
{
    double sum = 0.0;
    for (size_t i = 0; i < set->count; i++)
        sum += (double)set->gradients[i] * (double)set->gradients[i];
    return sqrt(sum);
}

static void test_clipping_bounds_the_global_norm(void)
{
    struct fixture fixture;
    set_up(&fixture);
    step(&fixture, 1e20f, 0.0f);
    CHECK_NEAR(norm_of(&fixture.set), 5.0, 1e-5);
    step(&fixture, 2.0f, 0.0f);
    CHECK_NEAR(norm_of(&fixture.set), 2.0 * sqrt(3.0), 1e-5);
    tear_down(&fixture);
}

static void test_adamw_takes_the_steps_computed_by_hand(void)
{
    struct fixture fixture;
    set_up(&fixture);
    // First step: both corrected moments are the gradient's, so the direction is 1. 1 * (1 - 0.1 * 0.1) - 0.1 = 0.89.
    CU_ASSERT(step(&fixture, 0.5f, 0.1f));
    CHECK_NEAR(fixture.optimizer.masters[0], 0.89, 1e-6);
    CHECK_NEAR(fixture.optimizer.masters[2], 0.90, 1e-6);
    CHECK_NEAR(bfloat16_expand(fixture.set.weights[0]), 0.89, 0.89 / 256);
    // Second step: 0.02 / 0.19 over the root of 0.00615 / 0.0396 is 0.267107.
    CU_ASSERT(step(&fixture, -0.25f, 0.1f));
    CHECK_NEAR(fixture.optimizer.masters[0], 0.89 * 0.99 - 0.0267107, 1e-6);
    CHECK_NEAR(fixture.optimizer.masters[2], 0.90 - 0.0267107, 1e-6);
    CHECK_EQUAL(fixture.optimizer.steps, 2);
    tear_down(&fixture);
}

static void test_masters_sum_steps_too_small_for_bfloat16(void)
{
    struct fixture fixture;
    set_up(&fixture);
    step(&fixture, 0.5f, 1e-4f);
    CHECK_NEAR(bfloat16_expand(fixture.set.weights[2]), 1.0, 0.0);
    for (int i = 1; i < 100; i++)
        step(&fixture, 0.5f, 1e-4f);
    CHECK_NEAR(bfloat16_expand(fixture.set.weights[2]), 0.99, 1.0 / 256);
    tear_down(&fixture);
}

CU_TestInfo charlm_optimizer_tests[] = {
    {"bfloat16 rounds to the nearest, ties to even", test_bfloat16_rounds_to_nearest_even},
    {"bfloat16 keeps NaN", test_bfloat16_keeps_nan},
    {"an infinite gradient halves the scale and skips", test_infinite_gradient_halves_the_scale_and_skips},
    {"a NaN gradient halves the scale and skips", test_nan_gradient_halves_the_scale_and_skips},
    {"the scale doubles after good steps in a row", test_scale_doubles_after_good_steps_in_a_row},
    {"clipping bounds the global norm", test_clipping_bounds_the_global_norm},
    {"AdamW takes the steps computed by hand", test_adamw_takes_the_steps_computed_by_hand},
    {"masters sum steps too small for bfloat16", test_masters_sum_steps_too_small_for_bfloat16},
    CU_TEST_INFO_NULL,
};
