// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "border.h"

#include <string.h>

static float *nearest_row(const struct image *image, int y)
{
    const int last = image->height - 1;
    return image->pixels + (size_t)(y < 0 ? 0 : y > last ? last : y) * (size_t)image->width;
}

size_t border_count(int width, int height, int radius)
{
    return (size_t)(width + 2 * radius) * (size_t)(height + 2 * radius);
}

void border_extend(const struct image *image, int radius, float *extended)
{
    const int width = image->width;
    for (int y = -radius; y < image->height + radius; y++) {
        const float *row = nearest_row(image, y);
        for (int x = 0; x < radius; x++) {
            extended[x] = row[0];
            extended[radius + width + x] = row[width - 1];
        }
        memcpy(extended + radius, row, (size_t)width * sizeof *row);
        extended += width + 2 * radius;
    }
}

void border_fold(const float *extended, int radius, struct image *image)
{
    const int width = image->width;
    memset(image->pixels, 0, image_count(image) * sizeof *image->pixels);
    for (int y = -radius; y < image->height + radius; y++) {
        float *row = nearest_row(image, y);
        for (int x = 0; x < width; x++)
            row[x] += extended[radius + x];
        for (int x = 0; x < radius; x++) {
            row[0] += extended[x];
            row[width - 1] += extended[radius + width + x];
        }
        extended += width + 2 * radius;
    }
}
