// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pgm.h"

static int byte_of(float brightness)
{
    return (int)lrintf(255.0f * fminf(fmaxf(brightness, 0.0f), 1.0f));
}

bool pgm_write(const char *path, const struct image *image, struct failure *failure)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return failure_set(failure, "cannot write %s: %s", path, strerror(errno));
    fprintf(file, "P5\n%d %d\n255\n", image->width, image->height);
    for (size_t i = 0; i < image_count(image); i++)
        putc(byte_of(image->pixels[i]), file);
    // A full disk may show only when the last bytes are written.
    const bool written = !ferror(file);
    if (fclose(file) != 0 || !written)
        return failure_set(failure, "cannot write all of %s: %s", path, strerror(errno));
    return true;
}
