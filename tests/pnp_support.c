// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "pnp_support.h"

#include "../demos/common/rng.h"
#include "test.h"

struct image random_image(struct arena *arena, int width, int height, unsigned seed)
{
    struct rng generator = {seed};
    struct image image = image_take(arena, width, height);
    CU_ASSERT_PTR_NOT_NULL_FATAL(image.pixels);
    for (size_t i = 0; i < image_count(&image); i++)
        image.pixels[i] = (float)(2.0 * rng_uniform(&generator) - 1.0);
    return image;
}

double inner_product(const struct image *one, const struct image *other)
{
    double sum = 0.0;
    for (size_t i = 0; i < image_count(one); i++)
        sum += (double)one->pixels[i] * (double)other->pixels[i];
    return sum;
}
