// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Files that are no config file at all, hostile ones among them: each is refused at once, with its place.

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "config_support.h"

enum { SIZE_LIMIT = 1 << 20 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Loads `prefix` and then `unit` repeated until the file has `size` bytes; it must be refused at once.
static void refused_at_once(const char *prefix, const char *unit, size_t size, const char *first_message)
{
    char *bytes = malloc(size);
    const size_t begin = strlen(prefix);
    memcpy(bytes, prefix, begin);
    for (size_t i = begin; i < size; i++)
        bytes[i] = unit[(i - begin) % strlen(unit)];
    const double start = now();
    config_load load = config_load_bytes(bytes, size, "a");
    const double seconds = now() - start;
    free(bytes);
    CHECK_EQUAL(load.status, SW_ERR_CONFIG);
    CHECK_HAS(load.messages, first_message);
    if (seconds > 5)
        FAIL("a file of '%s' took %.1f s", unit, seconds);
    config_load_free(&load);
}

static void path_refused(const char *path, const char *message)
{
    config_load load = config_load_path(path, "a", NULL);
    CHECK_EQUAL(load.status, SW_ERR_CONFIG);
    CHECK_TEXT(load.messages, message);
    config_load_free(&load);
}

// Ends the whole run if the call blocks; the alarm that guards the suite goes on afterwards.
static void path_refused_soon(const char *path, const char *message)
{
    const unsigned left = alarm(20);
    path_refused(path, message);
    alarm(left);
}

static void messages_name_the_file_as_given(void)
{
    config_load load = config_load_path("./config/../tests/nothing.yaml", NULL, NULL);
    CHECK_TEXT(load.messages, ": cannot be read: No such file or directory; a config file is named by sw_init() or "
                              "STEPWATCH_CONFIG");
    config_load_free(&load);
}

static void a_directory_is_refused(void)
{
    path_refused("config", ": is a directory; a config file is expected");
}

static void a_named_pipe_is_refused_without_waiting(void)
{
    char *folder = config_folder_make();
    char *path = config_folder_path(folder, "pipe");
    CHECK_EQUAL(mkfifo(path, 0600), 0);
    path_refused_soon(path, ": is not a regular file; a config file is read from nothing else");
    config_folder_remove(folder, path);
}

static void a_device_is_refused(void)
{
    path_refused("/dev/zero", ": is not a regular file; a config file is read from nothing else");
}

static void a_file_without_permission_is_refused(void)
{
    char *folder = config_folder_make();
    char *path = config_folder_path(folder, "secret");
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fclose(file);
    CHECK_EQUAL(chmod(path, 0), 0);
    // Permissions do not hold for the superuser.
    const bool superuser = geteuid() == 0;
    if (superuser)
        CHECK_EQUAL(seteuid(65534), 0);
    path_refused(path, ": cannot be read: Permission denied; a config file is named by sw_init() or STEPWATCH_CONFIG");
    if (superuser)
        CHECK_EQUAL(seteuid(0), 0);
    config_folder_remove(folder, path);
}

static void a_file_over_one_mebibyte_is_refused(void)
{
    refused_at_once("", "#", SIZE_LIMIT + 1, ": is over 1 MiB large; a config file has at most 1,048,576 bytes");
}

static void an_enormous_file_is_refused_without_reading_it(void)
{
    char *folder = config_folder_make();
    char *path = config_folder_path(folder, "enormous");
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    // A hole, which takes no room; reading all of it would take longer than the test may.
    CHECK_EQUAL(ftruncate(fileno(file), (off_t)1 << 40), 0);
    fclose(file);
    path_refused_soon(path, ": is over 1 MiB large; a config file has at most 1,048,576 bytes");
    config_folder_remove(folder, path);
}

static void a_nul_byte_is_refused_with_its_place(void)
{
    static const char bytes[] = "profiles:\r\n  a:\r\n    on_error: \0abort\r\n";
    config_load load = config_load_bytes(bytes, sizeof bytes - 1, NULL);
    CHECK_EQUAL(load.status, SW_ERR_CONFIG);
    CHECK_TEXT(load.messages, ":3:15: character U+0000 is not allowed; a config file is plain text");
    config_load_free(&load);
}

static void bytes_that_are_not_utf8_are_refused_with_their_place(void)
{
    static const char *const bytes[] = {"\xff", "\xc3(", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        char text[80];
        char expected[80];
        snprintf(text, sizeof text, "# ok\nprofiles: # größe %s", bytes[i]);
        snprintf(expected, sizeof expected, ":2:19: byte 0x%02x is not UTF-8; save the file as UTF-8 text",
                 (unsigned)(unsigned char)bytes[i][0]);
        config_refused(text, expected);
    }
}

static void a_file_in_utf16_is_refused(void)
{
    static const char bytes[] = "\xff\xfep\0r\0o\0f\0";
    config_load load = config_load_bytes(bytes, sizeof bytes - 1, NULL);
    CHECK_TEXT(load.messages, ":1:1: byte 0xff is not UTF-8; save the file as UTF-8 text");
    config_load_free(&load);
}

static void what_stands_before_a_bad_byte_is_checked(void)
{
    config_refused_asking("profiles:\n  a:\n    on_error: x\n    stopwatch: {clock: y,\n    # \xff\n", "missing",
                          ":3:15: on_error: 'x' is not report or abort\n"
                          ":4:24: stopwatch.clock: 'y' is not auto, tsc or monotonic\n"
                          ":5:7: byte 0xff is not UTF-8; save the file as UTF-8 text");
    config_refused_asking("profiles:\n  a:\n    # \xff\n  missing:\n", "missing",
                          ":3:7: byte 0xff is not UTF-8; save the file as UTF-8 text");
}

static void what_stands_before_an_error_of_yaml_is_checked(void)
{
    config_refused_asking("default: b\nprofiles:\n  a:\n    on_error: x\n    stopwatch:\n   - bad\n", "missing",
                          ":4:15: on_error: 'x' is not report or abort\n"
                          ":6:4: a key is expected here; check the indentation");
}

static void errors_of_yaml_are_explained(void)
{
    static const char *const files[][2] = {
        {"profiles:\n\ta:\n", ":2:1: a tab stands here; indent with spaces"},
        {"profiles:\n  größe: @x\n", ":2:10: a value cannot begin with '@'; put it in quotes"},
        {"profiles: a: b\n", ":1:12: a ':' is not allowed here; check the indentation, or put the text in quotes"},
        {"profiles:\n  a: {}\n b: {}\n", ":3:2: a key is expected here; check the indentation"},
        {"profiles:\n  a: {}\n  b\n", ":3:3: a key without a ':'; write key: value"},
        {"profiles: - a\n", ":1:11: a '-' is not allowed here; a value has no list"},
        {"profiles:\n  a: \"x\n\n", ":2:6: a quoted text begins here and does not end; add the closing quote"},
        {"profiles:\n  a: {on_error: abort\n", ":2:6: a '{' is not closed; a ',' or '}' is expected"},
        {"default: [a\n", ":1:10: a '[' is not closed; a ',' or ']' is expected\n"
                          ":1:10: default: a list or a map is not a name; name a profile"},
        {"profiles: {}\n...\nx\n", ":3:1: the document has ended before this; a config file has one"},
        {"%YAML 2.0\n---\nprofiles:\n", ":1:1: another version of YAML; leave the %YAML line out"},
        {"profiles: {a: \"\\q\"}\n", ":1:16: an unknown escape in a quoted text; write \\\\ for a backslash"},
        {"profiles: ]\n", ":1:11: a value is expected here"},
        {"profiles: !<x\n", ":1:14: not YAML: did not find the expected '>'"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        config_refused(files[i][0], files[i][1]);
}

static void a_wrong_indentation_is_one_mistake(void)
{
    // The parser takes "10 clock" for the value of the first line.
    config_refused("profiles:\n  a:\n    stopwatch:\n      num_warmup_iters: 10\n       clock: auto\n",
                   ":5:13: a ':' is not allowed here; check the indentation, or put the text in quotes");
}

static void anchors_and_aliases_are_refused(void)
{
    config_refused("profiles:\n  a: &base\n    on_error: x\n  b: *base\n",
                   ":2:6: an anchor is not allowed: &base; write the values out where they are needed\n"
                   ":3:15: on_error: 'x' is not report or abort\n"
                   ":4:6: an alias is not allowed: *base; write the values out");
}

static void merge_keys_are_refused(void)
{
    config_refused("profiles:\n  b:\n    <<: *base\n    on_error: abort\n",
                   ":3:5: a merge key is not allowed; write the options out in each profile");
}

static void tags_are_refused(void)
{
    config_refused("profiles: !!map\n  a:\n    on_error: !!str abort\n    stopwatch: {enable: !x [1]}\n",
                   ":1:11: a tag is not allowed; write the value without it, or in quotes if it is to begin with !\n"
                   ":3:15: a tag is not allowed; write the value without it, or in quotes if it is to begin with !\n"
                   ":4:25: a tag is not allowed; write the value without it, or in quotes if it is to begin with !\n"
                   ":4:25: stopwatch.enable: a list is not true or false");
}

static void a_second_document_is_refused(void)
{
    config_refused("profiles:\n  a: {on_error: x}\n---\nprofiles: {}\n",
                   ":2:17: on_error: 'x' is not report or abort\n"
                   ":3:1: a second document begins here; a config file has one");
}

static void sixteen_levels_are_read_and_no_more(void)
{
    config_refused("profiles: {a: {on_error: [[[[[[[[[[[[[x]]]]]]]]]]]]]}}",
                   ":1:26: on_error: a list is not report or abort");
    config_refused("profiles: {a: {on_error: [[[[[[[[[[[[[[x]]]]]]]]]]]]]]}}",
                   ":1:26: on_error: a list is not report or abort\n"
                   ":1:39: nested deeper than 16 levels; a config file has 4");
}

static void deep_nesting_is_refused_at_once(void)
{
    refused_at_once("", "[", 200000, ":1:17: nested deeper than 16 levels; a config file has 4");
    refused_at_once("", "{a: ", 800000, ":1:65: nested deeper than 16 levels; a config file has 4");
    refused_at_once("", "- ", 400000, ":1:33: nested deeper than 16 levels; a config file has 4");
}

static void a_billion_laughs_are_refused_at_once(void)
{
    sw__buffer text = {0};
    sw__buffer_text(&text, "a: &a0 [lol]\n");
    for (int i = 1; i < 30; i++) {
        sw__buffer_printf(&text, "b%d: &a%d [*a%d", i, i, i - 1);
        for (int j = 0; j < 9; j++)
            sw__buffer_printf(&text, ",*a%d", i - 1);
        sw__buffer_text(&text, "]\n");
    }
    refused_at_once(text.text, "#", text.length, ":1:4: an anchor is not allowed: &a0");
    sw__buffer_free(&text);
}

static void a_file_full_of_mistakes_is_refused_at_once(void)
{
    refused_at_once("profiles:\n  a:\n", "    enabel:\n", SIZE_LIMIT, ": and ");
    refused_at_once("profiles:\n", "  a: {}\n", SIZE_LIMIT, ":3:3: 'a' is given twice; the first one is in line 2");
    refused_at_once("profiles: {a: {probe: {", "?,", SIZE_LIMIT, ":1:25: unknown key '' in probe");
}

CU_TestInfo config_files_tests[] = {
    {"messages name the file as given", messages_name_the_file_as_given},
    {"a directory is refused", a_directory_is_refused},
    {"a named pipe is refused without waiting", a_named_pipe_is_refused_without_waiting},
    {"a device is refused", a_device_is_refused},
    {"a file without permission is refused", a_file_without_permission_is_refused},
    {"a file over one mebibyte is refused", a_file_over_one_mebibyte_is_refused},
    {"an enormous file is refused without reading it", an_enormous_file_is_refused_without_reading_it},
    {"a NUL byte is refused with its place", a_nul_byte_is_refused_with_its_place},
    {"bytes that are not UTF-8 are refused with their place", bytes_that_are_not_utf8_are_refused_with_their_place},
    {"a file in UTF-16 is refused", a_file_in_utf16_is_refused},
    {"what stands before a bad byte is checked", what_stands_before_a_bad_byte_is_checked},
    {"what stands before an error of YAML is checked", what_stands_before_an_error_of_yaml_is_checked},
    {"errors of YAML are explained", errors_of_yaml_are_explained},
    {"a wrong indentation is one mistake", a_wrong_indentation_is_one_mistake},
    {"anchors and aliases are refused", anchors_and_aliases_are_refused},
    {"merge keys are refused", merge_keys_are_refused},
    {"tags are refused", tags_are_refused},
    {"a second document is refused", a_second_document_is_refused},
    {"sixteen levels are read and no more", sixteen_levels_are_read_and_no_more},
    {"deep nesting is refused at once", deep_nesting_is_refused_at_once},
    {"a billion laughs are refused at once", a_billion_laughs_are_refused_at_once},
    {"a file full of mistakes is refused at once", a_file_full_of_mistakes_is_refused_at_once},
    CU_TEST_INFO_NULL,
};
