// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "phantom.h"

#include <math.h>

// The ellipses: L. A. Shepp and B. F. Logan, "The Fourier reconstruction of a head section", IEEE Transactions on Nuclear
// Science 21 (1974), p. 21-43. Their intensities, for more contrast: P. A. Toft, "The Radon transform: theory and
// implementation", PhD thesis, Technical University of Denmark, 1996, table B.3.
static const struct ellipse SHEPP_LOGAN[] = {
    {1.0, 0.69, 0.92, 0.0, 0.0, 0.0},      {-0.8, 0.6624, 0.874, 0.0, -0.0184, 0.0},
    {-0.2, 0.11, 0.31, 0.22, 0.0, -18.0},  {-0.2, 0.16, 0.41, -0.22, 0.0, 18.0},
    {0.1, 0.21, 0.25, 0.0, 0.35, 0.0},     {0.1, 0.046, 0.046, 0.0, 0.1, 0.0},
    {0.1, 0.046, 0.046, 0.0, -0.1, 0.0},   {0.1, 0.046, 0.023, -0.08, -0.605, 0.0},
    {0.1, 0.023, 0.023, 0.0, -0.606, 0.0}, {0.1, 0.023, 0.046, 0.06, -0.605, 0.0},
};

static const double RADIANS = 3.141592653589793 / 180.0;

static void draw_ellipse(struct image *image, const struct ellipse *ellipse)
{
    const double cosine = cos(ellipse->angle * RADIANS), sine = sin(ellipse->angle * RADIANS);
    float *pixel = image->pixels;
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++, pixel++) {
            const double x = (2.0 * column + 1.0) / image->width - 1.0 - ellipse->x;
            const double y = 1.0 - (2.0 * row + 1.0) / image->height - ellipse->y;
            const double across = (x * cosine + y * sine) / ellipse->half_width;
            const double up = (y * cosine - x * sine) / ellipse->half_height;
            if (across * across + up * up <= 1.0)
                *pixel += (float)ellipse->intensity;
        }
}

void phantom_draw(struct image *image, const struct ellipse *ellipses, size_t count)
{
    for (size_t i = 0; i < count; i++)
        draw_ellipse(image, &ellipses[i]);
}

void phantom_draw_shepp_logan(struct image *image)
{
    phantom_draw(image, SHEPP_LOGAN, sizeof SHEPP_LOGAN / sizeof *SHEPP_LOGAN);
}
