// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Options that are lists of some of several names.

#include <stdlib.h>

#include "config_support.h"
#include "session_support.h"

typedef struct set_settings {
    uint32_t colours;
} set_settings;

static const sw__choice colours[] = {{"red", 0}, {"green", 1}, {"blue", 31}, {NULL, 0}};

enum { RED = 1, GREEN = 2, UNTOUCHED = 0x40 };
static const uint32_t BLUE = 1u << 31;

static const sw__option options[] = {
    {.key = "colours", .kind = SW__OPTION_SET, .nullable = true, .choices = colours, .help = "some"},
};

static const sw__option_group group = {.name = "", .options = options, .count = 1, .size = sizeof(set_settings)};

static sw_status load_set(const char *yaml, const char *set, uint32_t *colours_read)
{
    set_settings settings = {UNTOUCHED};
    void *const all[] = {&settings};
    char *path = yaml ? file_of(yaml) : NULL;
    const sw__config_source source = {path, yaml ? "a" : NULL, set};
    sw__config config = {0};
    messages_catch();
    const sw_status status = sw__config_load(&config, &source, &group, all, 1);
    messages_release();
    *colours_read = settings.colours;
    sw__config_free(&config);
    if (path)
        file_remove(path);
    return status;
}

static void check_set(const char *yaml, const char *set, uint32_t expected)
{
    uint32_t found;
    CHECK_EQUAL(load_set(yaml, set, &found), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(found, expected);
}

static void check_refused(const char *yaml, const char *set, const char *message)
{
    uint32_t found;
    CHECK_EQUAL(load_set(yaml, set, &found), SW_ERR_CONFIG);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), message);
    CHECK_EQUAL(found, UNTOUCHED);
}

static void set_is_read_in_both_forms(void)
{
    check_set("profiles:\n  a: {colours: [blue, \"red\"]}\n", NULL, RED | BLUE);
    check_set("profiles:\n  a:\n    colours:\n      - green\n", NULL, GREEN);
}

static void the_same_name_twice_is_in_it_once(void)
{
    check_set("profiles:\n  a: {colours: [red, red]}\n", NULL, RED);
}

static void null_is_the_empty_set(void)
{
    check_set("profiles:\n  a: {colours: null}\n", NULL, 0);
    check_set("profiles:\n  a: {colours: [red]}\n", "colours=null", 0);
}

static void what_is_left_out_stays_as_it_is(void)
{
    check_set("profiles:\n  a: {}\n", NULL, UNTOUCHED);
}

static void set_is_a_single_value_with_commas(void)
{
    check_set(NULL, "colours=red,blue", RED | BLUE);
    check_set(NULL, " colours = [ green ] ;", GREEN);
    check_set("profiles:\n  a: {colours: [red]}\n", "colours=green", GREEN);
}

static void bad_name_is_reported_like_a_bad_choice(void)
{
    check_refused("profiles:\n  a:\n    colours: [red, gren]\n", NULL,
                  ":3:20: colours: 'gren' is not red, green or blue; did you mean green?");
    check_refused(NULL, "colours=red,xyz", "STEPWATCH_SET:13: colours: 'xyz' is not red, green or blue");
    check_refused("profiles:\n  a: {}\n  b: {colours: [Red]}\n", NULL, ":3:17: colours: 'Red' is not red, green or");
}

static void what_is_no_name_is_refused(void)
{
    check_refused("profiles:\n  a:\n    colours: [red, [blue]]\n", NULL, ":3:20: colours: a list is not red, green or");
    check_refused("profiles:\n  a:\n    colours: [red, null]\n", NULL, ":3:20: colours: 'null' is not red, green or");
    check_refused(NULL, "colours=red,,blue", "colours: '' is not red, green or blue");
}

static void what_is_no_list_is_refused(void)
{
    check_refused("profiles:\n  a:\n    colours: red\n", NULL,
                  ":3:14: colours: 'red' is not a list such as [red], with some of red, green and blue, or null");
    check_refused("profiles:\n  a:\n    colours: {red: 1}\n", NULL,
                  ":3:14: colours: a map is not a list such as [red]");
    check_refused("profiles:\n  a:\n    colours: []\n", NULL,
                  ":3:14: colours: the list is empty; leave the line out to have all");
}

static void each_bad_name_is_reported(void)
{
    uint32_t found;
    CHECK_EQUAL(load_set("profiles:\n  a: {colours: [x, red, y]}\n", NULL, &found), SW_ERR_CONFIG);
    CHECK_EQUAL(messages_count(), 2);
    CHECK_EQUAL(found, UNTOUCHED);
}

static void check_written(uint32_t value, const char *line)
{
    const set_settings settings = {value};
    const void *const all[] = {&settings};
    sw__buffer out = {0};
    sw__config_write(&out, &(sw__config){.profile = "a"}, &group, all, 1);
    CHECK_HAS(out.text, line);
    check_set(out.text, NULL, value);
    sw__buffer_free(&out);
}

static void written_set_reads_back_equal(void)
{
    check_written(RED | BLUE, "    colours: [red, blue]  # some\n");
    check_written(GREEN, "    colours: [green]  # some\n");
    check_written(0, "    colours: null  # some\n");
}

CU_TestInfo config_set_tests[] = {
    {"a set is read in both forms", set_is_read_in_both_forms},
    {"the same name twice is in it once", the_same_name_twice_is_in_it_once},
    {"null is the empty set", null_is_the_empty_set},
    {"what is left out stays as it is", what_is_left_out_stays_as_it_is},
    {"a set is a single value with commas", set_is_a_single_value_with_commas},
    {"a bad name is reported like a bad choice", bad_name_is_reported_like_a_bad_choice},
    {"what is no name is refused", what_is_no_name_is_refused},
    {"what is no list is refused", what_is_no_list_is_refused},
    {"each bad name is reported", each_bad_name_is_reported},
    {"a written set reads back equal", written_set_reads_back_equal},
    CU_TEST_INFO_NULL,
};
