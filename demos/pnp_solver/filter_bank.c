// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The columns are made for a band of rows at a time, so that they stay in the cache: for a whole image they would take
// FILTER_TAPS times its memory.

#include "filter_bank.h"

#include <cblas.h>
#include <stdbool.h>
#include <string.h>

#include "border.h"

enum { BAND_PIXELS = 2048 };

struct band {
    int first_row, rows;
    int count;     ///< its pixels
    size_t offset; ///< of its first pixel in an image
};

static int most_rows(const struct filter_bank *bank)
{
    const int rows = BAND_PIXELS / bank->width;
    return rows < 1 ? 1 : rows < bank->height ? rows : bank->height;
}

struct filter_bank filter_bank_create(struct arena *arena, int width, int height)
{
    struct filter_bank bank = {.width = width, .height = height};
    bank.extended = arena_floats(arena, border_count(width, height, FILTER_RADIUS));
    bank.columns = arena_floats(arena, (size_t)FILTER_TAPS * (size_t)most_rows(&bank) * (size_t)width);
    return bank;
}

/// The band behind `band`; false at the end. Zero is in front of the first one.
static bool next_band(const struct filter_bank *bank, struct band *band)
{
    const int first = band->first_row + band->rows, left = bank->height - first;
    *band = (struct band){.first_row = first, .rows = left < most_rows(bank) ? left : most_rows(bank)};
    band->count = band->rows * bank->width;
    band->offset = (size_t)first * (size_t)bank->width;
    return left > 0;
}

/// Where a tap sees a row of the image.
static float *seen_row(const struct filter_bank *bank, int row, int tap)
{
    const int stride = bank->width + 2 * FILTER_RADIUS;
    return bank->extended + (size_t)(row + tap / FILTER_SIDE) * (size_t)stride + tap % FILTER_SIDE;
}

static void gather(const struct filter_bank *bank, const struct band *band)
{
    float *column = bank->columns;
    for (int tap = 0; tap < FILTER_TAPS; tap++)
        for (int row = 0; row < band->rows; row++, column += bank->width)
            memcpy(column, seen_row(bank, band->first_row + row, tap), (size_t)bank->width * sizeof *column);
}

static void scatter(const struct filter_bank *bank, const struct band *band)
{
    const float *column = bank->columns;
    for (int tap = 0; tap < FILTER_TAPS; tap++)
        for (int row = 0; row < band->rows; row++, column += bank->width)
            cblas_saxpy(bank->width, 1.0f, column, 1, seen_row(bank, band->first_row + row, tap), 1);
}

void filter_bank_apply(const struct filter_bank *bank, const filter_weights weights, const struct image *image,
                       float *responses)
{
    const int count = bank->width * bank->height;
    border_extend(image, FILTER_RADIUS, bank->extended);
    for (struct band band = {0}; next_band(bank, &band);) {
        gather(bank, &band);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, FILTERS, band.count, FILTER_TAPS, 1.0f, weights[0],
                    FILTER_TAPS, bank->columns, band.count, 0.0f, responses + band.offset, count);
    }
}

void filter_bank_apply_adjoint(const struct filter_bank *bank, const filter_weights weights, const float *responses,
                               struct image *image)
{
    const int count = bank->width * bank->height;
    memset(bank->extended, 0, border_count(bank->width, bank->height, FILTER_RADIUS) * sizeof *bank->extended);
    for (struct band band = {0}; next_band(bank, &band);) {
        cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, FILTER_TAPS, band.count, FILTERS, 1.0f, weights[0],
                    FILTER_TAPS, responses + band.offset, count, 0.0f, bank->columns, band.count);
        scatter(bank, &band);
    }
    border_fold(bank->extended, FILTER_RADIUS, image);
}

void filter_bank_add_gradient(const struct filter_bank *bank, const struct image *image, const float *responses,
                              float scale, filter_weights gradient)
{
    const int count = bank->width * bank->height;
    border_extend(image, FILTER_RADIUS, bank->extended);
    for (struct band band = {0}; next_band(bank, &band);) {
        gather(bank, &band);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, FILTERS, FILTER_TAPS, band.count, scale,
                    responses + band.offset, count, bank->columns, band.count, 1.0f, gradient[0], FILTER_TAPS);
    }
}
