// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Options that are lists of texts.

#include <stdlib.h>
#include <string.h>

#include "config_support.h"
#include "session_support.h"

typedef struct list_settings {
    const char *only;
} list_settings;

static const sw__option options[] = {
    {.key = "only",
     .kind = SW__OPTION_LIST,
     .offset = offsetof(list_settings, only),
     .nullable = true,
     .help = "names"},
};

static const sw__option_group group = {.name = "", .options = options, .count = 1, .size = sizeof(list_settings)};

typedef struct list_load {
    sw_status status;
    sw__config config;
    char texts[256]; // the list, with | between its texts; "-": there is none
} list_load;

static void join(char out[256], const char *texts)
{
    strcpy(out, texts ? "" : "-");
    for (const char *text = texts; text && *text; text += strlen(text) + 1) {
        CU_ASSERT_FATAL(strlen(out) + strlen(text) + 2 < 256);
        strcat(strcat(out, text), "|");
    }
}

static list_load load_list(const char *yaml, const char *set)
{
    list_load load = {.config = {0}};
    list_settings settings = {NULL};
    void *const all[] = {&settings};
    char *path = yaml ? file_of(yaml) : NULL;
    const sw__config_source source = {path, yaml ? "a" : NULL, set};
    messages_catch();
    load.status = sw__config_load(&load.config, &source, &group, all, 1);
    messages_release();
    join(load.texts, settings.only);
    if (path)
        file_remove(path);
    return load;
}

static void check_list(const char *yaml, const char *set, const char *expected)
{
    list_load load = load_list(yaml, set);
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.texts, expected);
    sw__config_free(&load.config);
}

static void check_refused(const char *yaml, const char *set, const char *message)
{
    list_load load = load_list(yaml, set);
    CHECK_EQUAL(load.status, SW_ERR_CONFIG);
    CHECK_TEXT(load.texts, "-");
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), message);
}

static void list_is_read_in_both_forms(void)
{
    check_list("profiles:\n  a:\n    only: [\"layer.*\", '!layer.0', plain]\n", NULL, "layer.*|!layer.0|plain|");
    check_list("profiles:\n  a:\n    only:\n      - layer.*\n      - \"!layer.0\"\n", NULL, "layer.*|!layer.0|");
    check_list("profiles:\n  a: {only: [x]}\n  b: {only: [y, z]}\n", NULL, "x|");
}

static void null_is_no_list(void)
{
    check_list("profiles:\n  a: {only: null}\n", NULL, "-");
    check_list("profiles:\n  a: {only: [x]}\n", "only=null", "-");
}

static void list_is_a_single_value_with_commas(void)
{
    check_list(NULL, "only=[layer.*,!layer.0]", "layer.*|!layer.0|");
    check_list(NULL, "only = layer.* , !layer.0 ; ", "layer.*|!layer.0|");
    check_list(NULL, "only=[ab]x", "[ab]x|");
    check_list("profiles:\n  a: {only: [x]}\n", "only=y", "y|");
}

static void what_is_no_list_is_refused(void)
{
    check_refused("profiles:\n  a:\n    only: x\n", NULL,
                  ":3:11: only: 'x' is not a list of texts, such as [\"a.*\", \"!a.b\"], or null");
    check_refused("profiles:\n  a:\n    only: {x: y}\n", NULL, ":3:11: only: a map is not a list of texts");
    check_refused("profiles:\n  a:\n    only: []\n", NULL, ":3:11: only: the list is empty");
    check_refused("profiles:\n  a:\n    only: [x, [y, z], u]\n", NULL,
                  ":3:15: only: a list is no text; each value of this list is one");
    check_refused("profiles:\n  a:\n    only: [x, \"\"]\n", NULL, ":3:15: only: the text is empty");
    check_refused("profiles:\n  a:\n    only: [x, !y z]\n", NULL, "in quotes if it is to begin with !");
    check_refused(NULL, "only=x,,y", "only: the text is empty");
    check_refused(NULL, "only=[]", "only: the text is empty");
}

static void mistake_in_another_profile_is_found(void)
{
    check_refused("profiles:\n  a: {}\n  b:\n    only: [\"a\\tb\"]\n", NULL,
                  ":4:12: only: there is a control character");
}

static void written_list_reads_back_equal(void)
{
    const list_settings settings = {"layer.*\0!a\"b\\\0\xc3\xa9\0"};
    const void *const all[] = {&settings};
    sw__buffer out = {0};
    const sw__config config = {.profile = "a"};
    sw__config_write(&out, &config, &group, all, 1);
    CHECK_HAS(out.text, "    only: [\"layer.*\", \"!a\\\"b\\\\\", \"\xc3\xa9\"]  # names\n");
    check_list(out.text, NULL, "layer.*|!a\"b\\|\xc3\xa9|");
    sw__buffer_free(&out);
    const void *const none[] = {&(const list_settings){NULL}};
    sw__config_write(&out, &config, &group, none, 1);
    CHECK_HAS(out.text, "    only: null  # names\n");
    check_list(out.text, NULL, "-");
    sw__buffer_free(&out);
}

CU_TestInfo config_list_tests[] = {
    {"a list is read in both forms", list_is_read_in_both_forms},
    {"null is no list", null_is_no_list},
    {"a list is a single value with commas", list_is_a_single_value_with_commas},
    {"what is no list is refused", what_is_no_list_is_refused},
    {"a mistake in another profile is found", mistake_in_another_profile_is_found},
    {"a written list reads back equal", written_list_reads_back_equal},
    CU_TEST_INFO_NULL,
};
