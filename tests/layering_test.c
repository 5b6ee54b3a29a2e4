// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The layers of the library: a folder of src/ includes itself and what lies below it, never a sibling.

#include "test.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct layer {
    const char *folder;
    int level;
} layer;

static const layer layers[] = {
    {"base", 0},         {"config", 1},   {"record", 1},    {"host", 1},   {"device", 1},
    {"comm", 1},         {"nvtx", 1},     {"aggregate", 2}, {"report", 3}, {"stopwatch", 4},
    {"nvtx_wrapper", 4}, {"profiler", 4}, {"session", 5},
};

enum { UNKNOWN_LAYER = -1, LONGEST_LINE = 1024 };

static int level_of(const char *path)
{
    const size_t length = strcspn(path, "/");
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
        if (strncmp(path, layers[i].folder, length) == 0 && layers[i].folder[length] == '\0')
            return layers[i].level;
    return UNKNOWN_LAYER;
}

static bool same_folder(const char *a, const char *b)
{
    const size_t length = strcspn(a, "/");
    return length == strcspn(b, "/") && strncmp(a, b, length) == 0;
}

// Both are paths below src/. A name without a folder is one of the file's own folder.
static bool may_include(const char *file, const char *included)
{
    if (!strchr(included, '/') || same_folder(file, included))
        return true;
    const int level = level_of(included);
    return level != UNKNOWN_LAYER && level < level_of(file);
}

// The name between the quotes of an #include of a file of our own, or NULL.
static char *included_name(char *line)
{
    line += strspn(line, " \t");
    if (strncmp(line, "#include", 8) != 0)
        return NULL;
    char *name = strchr(line, '"');
    char *end = name ? strchr(name + 1, '"') : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    return name + 1;
}

static glob_t files_of(const char *const *patterns)
{
    glob_t files = {0};
    for (int flags = 0; *patterns; patterns++, flags = GLOB_APPEND)
        glob(*patterns, flags, NULL, &files);
    return files;
}

static glob_t library_files(void)
{
    static const char *const patterns[] = {"src/*/*.[ch]", "src/*/*/*/*.[ch]", NULL};
    return files_of(patterns);
}

static void check_includes(const char *path)
{
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[LONGEST_LINE];
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        const char *name = included_name(line);
        if (name && !may_include(path + strlen("src/"), name))
            FAIL("%s:%u includes \"%s\", which is not below it", path, number, name);
    }
    fclose(file);
}

static void test_rule_knows_up_from_down(void)
{
    CU_ASSERT_TRUE(may_include("report/table.c", "report/table.h"));
    CU_ASSERT_TRUE(may_include("report/table.c", "table.h"));
    CU_ASSERT_TRUE(may_include("report/table.c", "base/buffer.h"));
    CU_ASSERT_FALSE(may_include("base/buffer.c", "report/table.h"));
    CU_ASSERT_FALSE(may_include("stopwatch/stopwatch.c", "nvtx_wrapper/ranges.h"));
    CU_ASSERT_FALSE(may_include("record/span_log.c", "config/config.h"));
    CU_ASSERT_FALSE(may_include("session/session.c", "elsewhere/file.h"));
    char line[] = "  #include \"base/buffer.h\" // why";
    CHECK_TEXT(included_name(line), "base/buffer.h");
}

static void test_includes_go_downwards(void)
{
    glob_t files = library_files();
    CU_ASSERT_TRUE(files.gl_pathc > 10);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_includes(files.gl_pathv[i]);
    globfree(&files);
}

static void test_every_folder_has_a_layer(void)
{
    glob_t files = library_files();
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (level_of(files.gl_pathv[i] + strlen("src/")) == UNKNOWN_LAYER)
            FAIL("%s lies in a folder that is no layer", files.gl_pathv[i]);
    globfree(&files);
}

static const char *file_name(const char *path)
{
    return strrchr(path, '/') + 1;
}

static void test_file_names_are_unique(void)
{
    static const char *const patterns[] = {"src/*/*.[ch]", NULL};
    glob_t files = files_of(patterns);
    for (size_t i = 0; i < files.gl_pathc; i++)
        for (size_t j = i + 1; j < files.gl_pathc; j++)
            if (strcmp(file_name(files.gl_pathv[i]), file_name(files.gl_pathv[j])) == 0)
                FAIL("%s and %s have the same name", files.gl_pathv[i], files.gl_pathv[j]);
    globfree(&files);
}

static void check_licence_line(const char *path)
{
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[LONGEST_LINE] = "";
    if (!fgets(line, sizeof line, file) ||
        strcmp(line + strspn(line, "/#! "), "SPDX-License-Identifier: Apache-2.0\n") != 0)
        FAIL("%s does not begin with the SPDX line", path);
    fclose(file);
}

static void test_every_source_file_names_its_licence(void)
{
    static const char *const patterns[] = {
        "include/*/*.h*", "include/*/*/*.h", "src/*/*.[ch]",    "src/*/*/*/*.[ch]", "bindings/*.[fp]*",
        "tests/*.[ch]",   "tests/*/*.[ch]",  "tests/*/*.cpp",   "tests/*/*.f90",    "tests/*/*.py",
        "demos/*.[ch]",   "demos/*/*.[ch]",  "bench/*.[chfp]*", "preload/*.[ch]",   NULL};
    glob_t files = files_of(patterns);
    CU_ASSERT_TRUE(files.gl_pathc > 20);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_licence_line(files.gl_pathv[i]);
    globfree(&files);
}

CU_TestInfo layering_tests[] = {
    {"the rule knows up from down", test_rule_knows_up_from_down},
    {"includes go downwards", test_includes_go_downwards},
    {"every folder of src has a layer", test_every_folder_has_a_layer},
    {"file names are unique in src", test_file_names_are_unique},
    {"every source file names its licence", test_every_source_file_names_its_licence},
    CU_TEST_INFO_NULL,
};
