// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "image.h"

#include <math.h>
#include <string.h>

struct image image_take(struct arena *arena, int width, int height)
{
    struct image image = {width, height, NULL};
    image.pixels = arena_floats(arena, image_count(&image));
    return image;
}

void image_copy(struct image *to, const struct image *from)
{
    memcpy(to->pixels, from->pixels, image_count(from) * sizeof *from->pixels);
}

double image_mean_square(const struct image *one, const struct image *other)
{
    const size_t count = image_count(one);
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double difference = (double)one->pixels[i] - (double)other->pixels[i];
        sum += difference * difference;
    }
    return sum / (double)count;
}

double image_psnr(const struct image *image, const struct image *truth)
{
    return -10.0 * log10(image_mean_square(image, truth));
}
