// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The solver demo's physics: kernels, the blur and its adjoint, and the norm that the step follows from.

#include "session_support.h"

#include <math.h>

#include "../demos/pnp_solver/blur.h"
#include "pnp_support.h"

// Larger than the kernels, smaller than them, and no more than a line or a pixel.
static const struct {
    int width, height;
} SIZES[] = {{33, 20}, {20, 33}, {7, 5}, {1, 9}, {9, 1}, {1, 1}};

enum { KERNELS = 4 };

static struct kernel kernel_number(int number)
{
    switch (number) {
    case 0:
        return kernel_gaussian(1.5);
    case 1:
        return kernel_gaussian(KERNEL_MAX_DEVIATION);
    case 2:
        return kernel_motion(9.0, 30.0);
    default:
        return kernel_motion(KERNEL_MAX_LENGTH, 100.0);
    }
}

static void check_each(void (*check)(const struct blur *blur, struct arena *arena))
{
    for (int number = 0; number < KERNELS; number++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            struct arena arena = {0};
            const struct kernel kernel = kernel_number(number);
            const struct blur blur = blur_create(&arena, &kernel, SIZES[i].width, SIZES[i].height);
            check(&blur, &arena);
            arena_free(&arena);
        }
}

static void test_kernel_weights_add_up_to_one(void)
{
    for (int number = 0; number < KERNELS; number++) {
        const struct kernel kernel = kernel_number(number);
        const int side = 2 * kernel.radius + 1;
        double sum = 0.0;
        for (int i = 0; i < side * side; i++) {
            CU_ASSERT(kernel.weights[i] >= 0.0f);
            sum += (double)kernel.weights[i];
        }
        CHECK_NEAR(sum, 1.0, 1e-5);
    }
}

static void test_motion_is_even_along_its_line(void)
{
    const struct kernel kernel = kernel_motion(9.0, 0.0);
    const int side = 2 * kernel.radius + 1;
    const float *line = kernel.weights + kernel.radius * side;
    for (int i = 0; i < side * side; i++)
        if (i / side != kernel.radius)
            CHECK_NEAR(kernel.weights[i], 0.0, 1e-6);
    for (int x = -3; x <= 3; x++)
        CHECK_NEAR(line[kernel.radius + x], 1.0 / 9.0, 0.002);
    // It ends half-way into the fifth pixel from the middle.
    CHECK_NEAR(line[kernel.radius + 4] + line[kernel.radius + 5], 1.0 / 9.0, 0.002);
    CHECK_NEAR(line[kernel.radius + 5], 0.125 / 9.0, 0.002);
}

static void check_adjoint(const struct blur *blur, struct arena *arena)
{
    struct image x = random_image(arena, blur->width, blur->height, 1);
    struct image y = random_image(arena, blur->width, blur->height, 2);
    struct image blurred = image_take(arena, blur->width, blur->height);
    struct image back = image_take(arena, blur->width, blur->height);
    blur_apply(blur, &x, &blurred);
    blur_apply_adjoint(blur, &y, &back);
    CHECK_NEAR(inner_product(&blurred, &y), inner_product(&x, &back), 1e-5 * sqrt((double)image_count(&x)));
}

static void test_adjoint_is_exact(void)
{
    check_each(check_adjoint);
}

static void check_grey(const struct blur *blur, struct arena *arena)
{
    struct image grey = image_take(arena, blur->width, blur->height);
    struct image blurred = image_take(arena, blur->width, blur->height);
    for (size_t i = 0; i < image_count(&grey); i++)
        grey.pixels[i] = 0.7f;
    blur_apply(blur, &grey, &blurred);
    for (size_t i = 0; i < image_count(&grey); i++)
        CHECK_NEAR(blurred.pixels[i], 0.7, 1e-5);
}

static void test_blur_leaves_an_even_grey_at_the_border_too(void)
{
    check_each(check_grey);
}

// How much 50 steps of that length along the gradient of |A x|^2 / 2 let an image grow.
static double growth(const struct blur *blur, struct arena *arena, double step)
{
    struct image x = random_image(arena, blur->width, blur->height, 3);
    struct image blurred = image_take(arena, blur->width, blur->height);
    struct image gradient = image_take(arena, blur->width, blur->height);
    const double before = inner_product(&x, &x);
    for (int i = 0; i < 50; i++) {
        blur_apply(blur, &x, &blurred);
        blur_apply_adjoint(blur, &blurred, &gradient);
        for (size_t j = 0; j < image_count(&x); j++)
            x.pixels[j] -= (float)step * gradient.pixels[j];
    }
    return sqrt(inner_product(&x, &x) / before);
}

static void check_norm(const struct blur *blur, struct arena *arena)
{
    const double squared_norm = blur_squared_norm(blur);
    const double below = growth(blur, arena, 1.9 / squared_norm), above = growth(blur, arena, 2.5 / squared_norm);
    if (!(below <= 1.0 && above > 10.0))
        FAIL("%d x %d, norm^2 %g: steps of 1.9 over it give %g, of 2.5 %g", blur->width, blur->height, squared_norm,
             below, above);
}

static void test_steps_are_stable_up_to_two_over_the_squared_norm(void)
{
    check_each(check_norm);
}

CU_TestInfo pnp_blur_tests[] = {
    {"a kernel's weights add up to one", test_kernel_weights_add_up_to_one},
    {"a motion is even along its line", test_motion_is_even_along_its_line},
    {"the adjoint is exact", test_adjoint_is_exact},
    {"a blur leaves an even grey, at the border, too", test_blur_leaves_an_even_grey_at_the_border_too},
    {"steps are stable up to two over the squared norm", test_steps_are_stable_up_to_two_over_the_squared_norm},
    CU_TEST_INFO_NULL,
};
