// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Images for the tests of the solvers.

#ifndef TESTS_PNP_SUPPORT_H
#define TESTS_PNP_SUPPORT_H

#include "../demos/pnp_solver/image.h"

/// An image of random numbers from -1 to 1, which have nothing in common with those of another seed.
struct image random_image(struct arena *arena, int width, int height, unsigned seed);

/// The sum of the products of all pixels.
double inner_product(const struct image *one, const struct image *other);

#endif
