// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Images in files of the PGM format, which any image viewer opens and any converter writes.

#ifndef PNP_PGM_H
#define PNP_PGM_H

#include <stdbool.h>

#include "../common/failure.h"
#include "image.h"

enum { PGM_MAX_PIXELS = 1 << 26 };

/// Reads a PGM, plain (P2) or raw (P5), of up to 16 bits. Of several images in a file the first one counts. False with a
/// failure that names the file and what is wrong with it.
bool pgm_read(const char *path, struct arena *arena, struct image *image, struct failure *failure);

/// Writes a raw PGM of 8 bits; what is darker than black or brighter than white is cut off.
bool pgm_write(const char *path, const struct image *image, struct failure *failure);

#endif
