// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The solver demo's unrolled iterations against finite differences: a wrong sign would make them learn worse, and say
// nothing.

#include "test.h"

#include <cblas.h>
#include <math.h>

#include "../demos/common/rng.h"
#include "../demos/pnp_solver/network.h"
#include "pnp_support.h"

// No side is a multiple of the other or of the filters, and the kernel is larger than the image is high.
enum { WIDTH = 11, HEIGHT = 6 };

static const float STEP = 0x1p-9f; ///< small beside the curve of the activations, large beside a float's rounding

struct fixture {
    struct arena arena;
    struct network network;
    struct network_weights weights, gradient;
    struct image observed, restored;
    struct image outward; ///< the loss is the inner product with it
};

// Numbers around the initial weights: all of them matter, and no two filters are alike.
static void set_up(struct fixture *fixture)
{
    const struct kernel kernel = kernel_gaussian(1.5);
    openblas_set_num_threads(1);
    *fixture = (struct fixture){0};
    fixture->network = network_create(&fixture->arena, &kernel, WIDTH, HEIGHT, true);
    fixture->observed = random_image(&fixture->arena, WIDTH, HEIGHT, 1);
    fixture->outward = random_image(&fixture->arena, WIDTH, HEIGHT, 2);
    fixture->restored = image_take(&fixture->arena, WIDTH, HEIGHT);
    CU_ASSERT_FATAL(!fixture->arena.failed);
    // As dark as it is for the responses to be on both sides of what counts as an edge.
    cblas_sscal(WIDTH * HEIGHT, 0.1f, fixture->observed.pixels, 1);
    network_weights_init(&fixture->weights, 1.2f);
    struct rng generator = {3};
    for (int i = 0; i < NETWORK_WEIGHTS; i++)
        ((float *)&fixture->weights)[i] += (float)(0.1 * rng_normal(&generator));
}

static double loss_of(struct fixture *fixture)
{
    network_forward(&fixture->network, &fixture->weights, &fixture->observed, &fixture->restored);
    return inner_product(&fixture->restored, &fixture->outward);
}

static void take_gradient(struct fixture *fixture, struct image *derivative)
{
    (void)loss_of(fixture);
    image_copy(derivative, &fixture->outward);
    network_backward(&fixture->network, &fixture->weights, derivative, &fixture->gradient);
}

static double by_differences(struct fixture *fixture, float *weight)
{
    const float kept = *weight;
    *weight = kept + STEP;
    const double above = loss_of(fixture), upper = (double)*weight;
    *weight = kept - STEP;
    const double below = loss_of(fixture), lower = (double)*weight;
    *weight = kept;
    return (above - below) / (upper - lower);
}

static void check_weights(struct fixture *fixture, const char *what, float *weights, const float *gradient, int count)
{
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs((double)gradient[i]));
    CU_ASSERT(largest > 1e-4);
    for (int i = 0; i < count; i++) {
        const double numeric = by_differences(fixture, &weights[i]);
        if (!(fabs(numeric - (double)gradient[i]) <= 0.01 * fabs(numeric) + 0.005 * largest))
            FAIL("%s, number %d: the gradient is %g, by differences %g", what, i, (double)gradient[i], numeric);
    }
}

static void test_gradients_match_finite_differences(void)
{
    static const int stages[] = {0, STAGES / 2, STAGES - 1};
    struct fixture fixture;
    set_up(&fixture);
    struct image derivative = image_take(&fixture.arena, WIDTH, HEIGHT);
    take_gradient(&fixture, &derivative);
    for (int i = 0; i < 3; i++) {
        struct stage_weights *weights = &fixture.weights.stages[stages[i]];
        const struct stage_weights *gradient = &fixture.gradient.stages[stages[i]];
        check_weights(&fixture, "step", &weights->step, &gradient->step, 1);
        check_weights(&fixture, "strengths", weights->strengths, gradient->strengths, FILTERS);
        check_weights(&fixture, "filters", weights->filters[0], gradient->filters[0], FILTERS * FILTER_TAPS);
    }
    arena_free(&fixture.arena);
}

// All weights together, along the gradient itself: what no single one shows, as if a stage were left out.
static void test_gradient_is_the_slope_along_itself(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct image derivative = image_take(&fixture.arena, WIDTH, HEIGHT);
    take_gradient(&fixture, &derivative);
    float *weights = (float *)&fixture.weights;
    const float *gradient = (const float *)&fixture.gradient;
    const float length = cblas_snrm2(NETWORK_WEIGHTS, gradient, 1);
    cblas_saxpy(NETWORK_WEIGHTS, STEP / length, gradient, 1, weights, 1);
    const double above = loss_of(&fixture);
    cblas_saxpy(NETWORK_WEIGHTS, -2.0f * STEP / length, gradient, 1, weights, 1);
    const double slope = (above - loss_of(&fixture)) / (2.0 * (double)STEP);
    if (!(fabs(slope - (double)length) <= 0.01 * (double)length))
        FAIL("the slope is %g, the gradient's length %g", slope, (double)length);
    arena_free(&fixture.arena);
}

static void test_gradients_of_several_images_add_up(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct image derivative = image_take(&fixture.arena, WIDTH, HEIGHT);
    take_gradient(&fixture, &derivative);
    const struct network_weights once = fixture.gradient;
    take_gradient(&fixture, &derivative);
    for (int i = 0; i < NETWORK_WEIGHTS; i++)
        CU_ASSERT_DOUBLE_EQUAL(((float *)&fixture.gradient)[i], 2.0f * ((const float *)&once)[i], 1e-4);
    arena_free(&fixture.arena);
}

static void test_untrained_network_keeps_one_trace_and_gives_the_same(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct kernel kernel = kernel_gaussian(1.5);
    struct network other = network_create(&fixture.arena, &kernel, WIDTH, HEIGHT, false);
    struct image restored = image_take(&fixture.arena, WIDTH, HEIGHT);
    (void)loss_of(&fixture);
    network_forward(&other, &fixture.weights, &fixture.observed, &restored);
    CU_ASSERT_PTR_EQUAL(other.traces[0].responses, other.traces[STAGES - 1].responses);
    CU_ASSERT_DOUBLE_EQUAL(image_mean_square(&restored, &fixture.restored), 0.0, 0.0);
    arena_free(&fixture.arena);
}

// A width beyond the pixels of a band: each row is a band of its own.
static void test_bands_do_not_change_the_filters_answers(void)
{
    enum { LONG = 3000, ROWS = 3 };
    struct arena arena = {0};
    const struct stage_weights weights = stage_initial_weights(1.0f);
    struct image wide = random_image(&arena, LONG, ROWS, 4), part = image_take(&arena, 7, ROWS);
    const struct filter_bank bank = filter_bank_create(&arena, LONG, ROWS), small = filter_bank_create(&arena, 7, ROWS);
    float *responses = arena_floats(&arena, FILTERS * LONG * ROWS), *of_part = arena_floats(&arena, FILTERS * 7 * ROWS);
    for (int i = 0; i < 7 * ROWS; i++)
        part.pixels[i] = wide.pixels[i / 7 * LONG + 1000 + i % 7];
    filter_bank_apply(&bank, weights.filters, &wide, responses);
    filter_bank_apply(&small, weights.filters, &part, of_part);
    for (int i = 0; i < FILTERS * ROWS; i++)
        for (int x = FILTER_RADIUS; x < 7 - FILTER_RADIUS; x++)
            CU_ASSERT_DOUBLE_EQUAL(responses[i * LONG + 1000 + x], of_part[i * 7 + x], 1e-6);
    arena_free(&arena);
}

CU_TestInfo pnp_network_tests[] = {
    {"gradients match finite differences", test_gradients_match_finite_differences},
    {"the gradient is the slope along itself", test_gradient_is_the_slope_along_itself},
    {"gradients of several images add up", test_gradients_of_several_images_add_up},
    {"an untrained network keeps one trace and gives the same",
     test_untrained_network_keeps_one_trace_and_gives_the_same},
    {"bands do not change the filters' answers", test_bands_do_not_change_the_filters_answers},
    CU_TEST_INFO_NULL,
};
