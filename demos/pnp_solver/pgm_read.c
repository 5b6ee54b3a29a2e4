// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A header of whole numbers with spaces and comments between them, and then the pixels: as whole numbers again, or as one
// or two bytes each.

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pgm.h"

enum { MAX_NUMBER = 1 << 30 };

struct reader {
    FILE *file;
    const char *path;
    struct failure *failure;
    bool plain;    ///< the pixels are numbers as text
    int brightest; ///< the number that is white
};

__attribute__((format(printf, 2, 3))) static bool fail(const struct reader *reader, const char *format, ...)
{
    if (ferror(reader->file))
        return failure_set(reader->failure, "cannot read %s: %s", reader->path, strerror(errno));
    char why[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return failure_set(reader->failure, "%s %s", reader->path, why);
}

/// The next character that is not in a comment; a comment ends as a line does.
static int next_character(FILE *file)
{
    int character = getc(file);
    if (character == '#')
        while (character != '\n' && character != '\r' && character != EOF)
            character = getc(file);
    return character;
}

/// Reads a number and the character behind it, which is what the format has between a header and its pixels. -1 if there
/// is none, or one that is too large for anything here.
static int next_number(FILE *file)
{
    int character = next_character(file);
    while (isspace(character))
        character = next_character(file);
    if (!isdigit(character))
        return -1;
    int number = 0;
    for (; isdigit(character) && number < MAX_NUMBER / 10; character = next_character(file))
        number = 10 * number + character - '0';
    return isspace(character) || character == EOF ? number : -1;
}

static bool read_magic(struct reader *reader)
{
    char magic[3] = "";
    if (fread(magic, 1, 2, reader->file) == 2 && (strcmp(magic, "P2") == 0 || strcmp(magic, "P5") == 0)) {
        reader->plain = magic[1] == '2';
        return true;
    }
    if (magic[0] == 'P' && strchr("1346", magic[1]) != NULL && magic[1] != '\0')
        return fail(reader, "is no grey image: convert it to PGM first");
    return fail(reader, "is no PGM file: it begins with neither P2 nor P5");
}

static bool read_header(struct reader *reader, int *width, int *height)
{
    *width = next_number(reader->file);
    *height = next_number(reader->file);
    reader->brightest = next_number(reader->file);
    if (*width < 1 || *height < 1)
        return fail(reader, "has no width and height that are whole numbers from 1");
    if (*height > PGM_MAX_PIXELS / *width)
        return fail(reader, "has more than %d pixels", PGM_MAX_PIXELS);
    if (reader->brightest < 1 || reader->brightest > 65535)
        return fail(reader, "has no greatest number from 1 to 65535");
    return true;
}

static int next_raw(const struct reader *reader)
{
    const int high = getc(reader->file);
    if (reader->brightest < 256 || high == EOF)
        return high;
    const int low = getc(reader->file);
    return low == EOF ? -1 : 256 * high + low;
}

static bool read_pixels(const struct reader *reader, struct image *image)
{
    const size_t count = image_count(image);
    for (size_t i = 0; i < count; i++) {
        const int number = reader->plain ? next_number(reader->file) : next_raw(reader);
        if (number < 0)
            return fail(reader, "ends, or has no number, at pixel %zu of %zu", i, count);
        if (number > reader->brightest)
            return fail(reader, "has %d at pixel %zu, and says that %d is white", number, i, reader->brightest);
        image->pixels[i] = (float)number / (float)reader->brightest;
    }
    return true;
}

static bool read_image(struct reader *reader, struct arena *arena, struct image *image)
{
    int width, height;
    if (!read_magic(reader) || !read_header(reader, &width, &height))
        return false;
    *image = image_take(arena, width, height);
    if (image->pixels == NULL)
        return fail(reader, "is too large for the memory");
    return read_pixels(reader, image);
}

bool pgm_read(const char *path, struct arena *arena, struct image *image, struct failure *failure)
{
    struct reader reader = {.file = fopen(path, "rb"), .path = path, .failure = failure};
    if (reader.file == NULL)
        return failure_set(failure, "cannot open %s: %s", path, strerror(errno));
    const bool ok = read_image(&reader, arena, image);
    fclose(reader.file);
    return ok;
}
