// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The solver demo's images: the phantom, the score, and PGM files, of which many are not as they should be.

#include "session_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../demos/pnp_solver/pgm.h"
#include "../demos/pnp_solver/phantom.h"
#include "pnp_support.h"

// ---- Phantom and score

static void test_phantom_has_the_published_intensities(void)
{
    // Inside one more ellipse each, by their published places: the corner, the skull, the brain, the two dark ones, the
    // grey one at the top, and a small one, in an image whose pixels are 1/128 wide.
    static const struct {
        double x, y, intensity;
    } points[] = {{-0.99, 0.99, 0.0}, {0.0, 0.9, 1.0},  {0.0, -0.4, 0.2}, {0.22, 0.0, 0.0},
                  {-0.22, 0.0, 0.0},  {0.0, 0.45, 0.3}, {0.0, -0.1, 0.3}, {0.06, -0.605, 0.3}};
    struct arena arena = {0};
    struct image image = image_take(&arena, 256, 256);
    phantom_draw_shepp_logan(&image);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        const int column = (int)(128.0 * (1.0 + points[i].x)), row = (int)(128.0 * (1.0 - points[i].y));
        CHECK_NEAR(image.pixels[row * 256 + column], points[i].intensity, 1e-6);
    }
    for (size_t i = 0; i < image_count(&image); i++)
        CU_ASSERT(image.pixels[i] > -1e-6f && image.pixels[i] < 1.0f + 1e-6f);
    arena_free(&arena);
}

static void test_ellipses_turn_against_the_clock(void)
{
    struct arena arena = {0};
    struct image image = image_take(&arena, 100, 100);
    phantom_draw(&image, &(struct ellipse){1.0, 0.9, 0.1, 0.0, 0.0, 45.0}, 1);
    CHECK_NEAR(image.pixels[25 * 100 + 75], 1.0, 0.0); // to the right and up
    CHECK_NEAR(image.pixels[75 * 100 + 75], 0.0, 0.0);
    arena_free(&arena);
}

static void test_psnr_is_in_decibels_of_a_peak_of_one(void)
{
    struct arena arena = {0};
    struct image truth = image_take(&arena, 4, 2), image = image_take(&arena, 4, 2);
    CU_ASSERT(isinf(image_psnr(&image, &truth)));
    for (size_t i = 0; i < image_count(&image); i++)
        image.pixels[i] = i % 2 ? 0.1f : -0.1f;
    CHECK_NEAR(image_psnr(&image, &truth), 20.0, 1e-5);
    arena_free(&arena);
}

// ---- Files

static char path[256];

static void make_file(const char *bytes, size_t length)
{
    snprintf(path, sizeof path, "%s/pnp_XXXXXX", BUILD_DIR);
    const int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0 && write(file, bytes, length) == (ssize_t)length && close(file) == 0);
}

// The file has 2 x 2 pixels, which are these.
static void check_reads(const char *bytes, size_t length, const double pixels[4])
{
    struct arena arena = {0};
    struct image image;
    struct failure failure = {""};
    make_file(bytes, length);
    if (!pgm_read(path, &arena, &image, &failure))
        FAIL("%s", failure.text);
    else if (image.width != 2 || image.height != 2)
        FAIL("it is read as %d x %d pixels", image.width, image.height);
    else
        for (int i = 0; i < 4; i++)
            CHECK_NEAR(image.pixels[i], pixels[i], 1e-6);
    arena_free(&arena);
    unlink(path);
}

#define CHECK_READS(text, ...) check_reads(text, sizeof text - 1, (const double[]){__VA_ARGS__})

static void test_plain_files_are_read(void)
{
    CHECK_READS("P2 2 2 4 0 1 2 4", 0.0, 0.25, 0.5, 1.0);
    CHECK_READS("P2\n2\t2\r\n65535\n0\n65535\n13107 0\n", 0.0, 1.0, 0.2, 0.0);
}

static void test_comments_may_be_anywhere_in_text(void)
{
    CHECK_READS("P2# 9\n#\n2 # 3\n 2#4\r4\n0 1#2\n# 4\n 2 4 # end", 0.0, 0.25, 0.5, 1.0);
}

static void test_raw_files_are_read(void)
{
    CHECK_READS("P5\n2 2\n255\n\x00\xff\x33\x66", 0.0, 1.0, 0.2, 0.4);
    CHECK_READS("P5 2 2 5 \x00\x05\x01\x02", 0.0, 1.0, 0.2, 0.4);
}

static void test_raw_pixels_may_look_like_comments_and_spaces(void)
{
    CHECK_READS("P5\n# a comment\n2 2\n255\n#\n #", 35.0 / 255, 10.0 / 255, 32.0 / 255, 35.0 / 255);
}

static void test_raw_files_of_16_bits_have_the_high_byte_first(void)
{
    CHECK_READS("P5\n2 2\n65535\n\x00\x00\xff\xff\x33\x33\x00\x33", 0.0, 1.0, 0.2, 51.0 / 65535);
    CHECK_READS("P5\n2 2\n256\n\x00\x00\x01\x00\x00\x80\x00\x40", 0.0, 1.0, 0.5, 0.25);
}

static void test_of_several_images_the_first_is_read(void)
{
    CHECK_READS("P5 2 2 5 \x00\x05\x01\x02P5 1 1 5 \x00", 0.0, 1.0, 0.2, 0.4);
}

static void check_refuses(const char *bytes, size_t length, const char *reason)
{
    struct arena arena = {0};
    struct image image;
    struct failure failure = {""};
    make_file(bytes, length);
    CU_ASSERT_FALSE(pgm_read(path, &arena, &image, &failure));
    CHECK_HAS(failure.text, path);
    CHECK_HAS(failure.text, reason);
    arena_free(&arena);
    unlink(path);
}

static void test_malformed_files_are_refused_with_the_reason(void)
{
    static const struct {
        const char *text, *reason;
    } files[] = {
        {"", "is no PGM file"},
        {"P", "is no PGM file"},
        {"\x89PNG\r\n", "is no PGM file"},
        {"P7\n2 2\n255\n", "is no PGM file"},
        {"P6\n2 2\n255\n", "is no grey image"},
        {"P1 2 2 0 1 0 1", "is no grey image"},
        {"P2", "no width and height"},
        {"P2 2", "no width and height"},
        {"P2 0 2 255", "no width and height"},
        {"P2 -2 2 255", "no width and height"},
        {"P2 2x 2 255", "no width and height"},
        {"P2 two 2 255", "no width and height"},
        {"P2 99999999999999999999 2 255", "no width and height"},
        {"P5 65536 65536 255 ", "more than 67108864 pixels"},
        {"P5 1000000000 1000000000 255 ", "more than 67108864 pixels"},
        {"P2 2 2", "no greatest number from 1 to 65535"},
        {"P2 2 2 0 0 0 0 0", "no greatest number from 1 to 65535"},
        {"P2 2 2 65536 0 0 0 0", "no greatest number from 1 to 65535"},
        {"P2 2 2 7 1 2 3", "pixel 3 of 4"},
        {"P2 2 2 7 1 2 x 4", "pixel 2 of 4"},
        {"P2 2 2 7 1 2 8 4", "has 8 at pixel 2, and says that 7 is white"},
        {"P2 2 2 7 1 2 -1 4", "pixel 2 of 4"},
        {"P5 2 2 255 abc", "pixel 3 of 4"},
        {"P5 2 2 7 \x01\x02\x08\x01", "has 8 at pixel 2, and says that 7 is white"},
        {"P5 2 2 65535 abcdefg", "pixel 3 of 4"},
        {"P2 2 2 255 # all of it is a comment 1 2 3 4", "pixel 0 of 4"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        check_refuses(files[i].text, strlen(files[i].text), files[i].reason);
}

static void check_cannot(bool done, const struct failure *failure, const char *what)
{
    CU_ASSERT_FALSE(done);
    CHECK_HAS(failure->text, what);
}

static void test_errors_of_the_system_are_told(void)
{
    struct arena arena = {0};
    struct image image;
    struct failure failure = {""};
    check_cannot(pgm_read("no/such.pgm", &arena, &image, &failure), &failure,
                 "cannot open no/such.pgm: No such file or directory");
    check_cannot(pgm_read(BUILD_DIR, &arena, &image, &failure), &failure, ": Is a directory");
    image = image_take(&arena, 2, 2);
    check_cannot(pgm_write("no/such.pgm", &image, &failure), &failure,
                 "cannot write no/such.pgm: No such file or directory");
    check_cannot(pgm_write("/dev/full", &image, &failure), &failure,
                 "cannot write all of /dev/full: No space left on device");
    arena_free(&arena);
}

static void test_what_is_written_is_read_again(void)
{
    static const float brightness[] = {-0.5f, 0.2f, 1.0f, 1e9f, 0.4f, 0.0f};
    static const double read[] = {0.0, 0.2, 1.0, 1.0, 0.4, 0.0};
    struct arena arena = {0};
    struct image image = image_take(&arena, 3, 2), again;
    struct failure failure = {""};
    memcpy(image.pixels, brightness, sizeof brightness);
    make_file("", 0);
    CU_ASSERT(pgm_write(path, &image, &failure));
    CU_ASSERT_FATAL(pgm_read(path, &arena, &again, &failure));
    CHECK_EQUAL(again.width, 3);
    CHECK_EQUAL(again.height, 2);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(again.pixels[i], read[i], 1e-6);
    arena_free(&arena);
    unlink(path);
}

CU_TestInfo pnp_image_tests[] = {
    {"the phantom has the published intensities", test_phantom_has_the_published_intensities},
    {"ellipses turn against the clock", test_ellipses_turn_against_the_clock},
    {"PSNR is in decibels of a peak of one", test_psnr_is_in_decibels_of_a_peak_of_one},
    {"plain files are read", test_plain_files_are_read},
    {"comments may be anywhere in text", test_comments_may_be_anywhere_in_text},
    {"raw files are read", test_raw_files_are_read},
    {"raw pixels may look like comments and spaces", test_raw_pixels_may_look_like_comments_and_spaces},
    {"raw files of 16 bits have the high byte first", test_raw_files_of_16_bits_have_the_high_byte_first},
    {"of several images the first is read", test_of_several_images_the_first_is_read},
    {"malformed files are refused with the reason", test_malformed_files_are_refused_with_the_reason},
    {"errors of the system are told", test_errors_of_the_system_are_told},
    {"what is written is read again", test_what_is_written_is_read_again},
    CU_TEST_INFO_NULL,
};
