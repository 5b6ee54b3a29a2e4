// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Paths of all kinds for every output that is a file: it is where the path says, or a message has the path and the
// reason, and the run goes on. A new output takes a line in `outputs`.

#include "session_support.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buffer.h"

#define FOLDER BUILD_DIR "/hostile_paths"
#define NAME_16 "0123456789abcdef"
#define NAME_256 NAME_64 NAME_64 NAME_64 NAME_64
#define NAME_64 NAME_16 NAME_16 NAME_16 NAME_16

typedef struct output {
    const char *option;
    const char *part; // goes into the path before its extension; NULL: the path is taken as it is
} output;

static const output outputs[] = {{"json", NULL}, {"csv", "facts"}};

enum { OUTPUTS = sizeof outputs / sizeof *outputs };

static char *path_for(const output *o, const char *path)
{
    sw__buffer own = {0};
    const char *dot = strrchr(path, '.');
    const bool splits = o->part && dot && !strchr(dot, '/') && dot > path && dot[-1] != '/';
    sw__buffer_add(&own, path, splits ? (size_t)(dot - path) : strlen(path));
    if (o->part && path[strlen(path) - 1] != '/')
        sw__buffer_printf(&own, ".%s", o->part);
    if (splits)
        sw__buffer_text(&own, dot);
    return own.text;
}

static char *config_for(const output *o, const char *path)
{
    sw__buffer text = {0};
    sw__buffer_printf(&text, "default: a\nprofiles: {a: {stopwatch: {enable: true}, report: {%s: \"", o->option);
    for (; *path; path++)
        sw__buffer_printf(&text, strchr("\"\\", *path) ? "\\%c" : "%c", *path);
    sw__buffer_text(&text, "\"}}}\n");
    char *config = file_of(text.text);
    sw__buffer_free(&text);
    return config;
}

// A session that writes one output to this path. Its summary is printed, whatever becomes of the file. Permissions do
// not hold for the superuser, who is somebody else where they matter.
static void write_to(const output *o, const char *path, bool as_user)
{
    char *config = config_for(o, path);
    session_prepare();
    CHECK_EQUAL(sw_init(config, NULL), SW_OK);
    measure("a", 1, 2);
    const bool steps_down = as_user && geteuid() == 0;
    if (steps_down)
        CHECK_EQUAL(seteuid(65534), 0);
    char *printed = session_close_printing();
    if (steps_down)
        CHECK_EQUAL(seteuid(0), 0);
    CHECK_HAS(printed, "Time of an iteration\n");
    free(printed);
    file_remove(config);
}

static void make_empty_folder(void)
{
    CHECK_EQUAL(system("chmod -R u+rwx '" FOLDER "' 2>/dev/null; rm -rf '" FOLDER "'"), 0);
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
}

static void test_file_is_where_the_path_says(void)
{
    static const char *const paths[] = {
        "plain.json",
        "a b.json",
        " .json",
        "quote\"'.json",
        "back\\slash.json",
        "percent%n%s%.json",
        "semi;colon,comma.json",
        "gr\xc3\xb6\xc3\x9ft.json",
        "\xe6\xbc\xa2\xe5\xad\x97.json",
        "-dash.json",
        ".hidden",
        "no_extension",
        "dots...json",
        "*?[x].json",
        "$HOME~!.json",
        "#.json",
        "new/folders/a.json",
        "./././a.json",
        "twice//a.json",
    };
    for (size_t i = 0; i < OUTPUTS * (sizeof paths / sizeof *paths); i++) {
        char path[256];
        const output *o = &outputs[i % OUTPUTS];
        make_empty_folder();
        snprintf(path, sizeof path, FOLDER "/%s", paths[i / OUTPUTS]);
        char *own = path_for(o, path);
        write_to(o, path, false);
        CHECK_TEXT(messages_all(), "");
        if (access(own, R_OK) != 0)
            FAIL("%s: there is no %s", o->option, own);
        free(own);
    }
}

static void nothing(const char *path)
{
    (void)path;
}

static void folder(const char *path)
{
    CHECK_EQUAL(mkdir(path, 0777), 0);
}

static void file_in_place_of_the_folder(const char *path)
{
    (void)path;
    close(open(FOLDER "/a", O_CREAT | O_WRONLY, 0666));
}

static void unwritable_folder(const char *path)
{
    (void)path;
    CHECK_EQUAL(mkdir(FOLDER "/a", 0555), 0);
}

static void loop_of_links(const char *path)
{
    CHECK_EQUAL(symlink("loop", FOLDER "/loop"), 0);
    CHECK_EQUAL(symlink("loop", path), 0);
}

static void pipe_without_a_reader(const char *path)
{
    CHECK_EQUAL(mkfifo(path, 0600), 0);
}

static void local_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK_EQUAL(bind(s, (struct sockaddr *)&address, sizeof address), 0);
    close(s);
}

static void full_device(const char *path)
{
    CHECK_EQUAL(symlink("/dev/full", path), 0);
}

// `prepare` gets the path of the file itself.
static const struct bad_path {
    const char *path;
    void (*prepare)(const char *path);
    int reason;
    bool as_user;
} bad_paths[] = {
    {FOLDER "/is_a_folder", folder, EISDIR, false},
    {FOLDER "/a/", nothing, EISDIR, false},
    {FOLDER "/a/b.json", file_in_place_of_the_folder, ENOTDIR, false},
    {FOLDER "/a/b/c.json", file_in_place_of_the_folder, ENOTDIR, false},
    {FOLDER "/a/b.json", unwritable_folder, EACCES, true},
    {FOLDER "/a/b/c.json", unwritable_folder, EACCES, true},
    {FOLDER "/" NAME_256 ".json", nothing, ENAMETOOLONG, false},
    {FOLDER "/" NAME_256 "/a.json", nothing, ENAMETOOLONG, false},
    {FOLDER "/b.json", loop_of_links, ELOOP, false},
    {FOLDER "/b.json", pipe_without_a_reader, ENXIO, false},
    {FOLDER "/b.json", local_socket, ENXIO, false},
    {FOLDER "/b.json", full_device, ENOSPC, false},
};

static void check_no_leftovers(void)
{
    glob_t found = {0};
    CHECK_EQUAL(glob(FOLDER "/.stepwatch*", 0, NULL, &found), GLOB_NOMATCH);
    globfree(&found);
}

static void check_refused(const output *o, const struct bad_path *bad)
{
    sw__buffer expected = {0};
    char *own = path_for(o, bad->path);
    make_empty_folder();
    bad->prepare(own);
    write_to(o, bad->path, bad->as_user);
    sw__buffer_printf(&expected, "%s: the report could not be written: %s\n", own, strerror(bad->reason));
    CHECK_TEXT(messages_all(), expected.text);
    CHECK_EQUAL(messages_last_status(), SW_ERR_WRITE);
    check_no_leftovers();
    sw__buffer_free(&expected);
    free(own);
}

static void test_failure_names_path_and_reason(void)
{
    for (size_t i = 0; i < sizeof bad_paths / sizeof *bad_paths; i++)
        for (size_t j = 0; j < OUTPUTS; j++)
            check_refused(&outputs[j], &bad_paths[i]);
}

static void test_path_that_no_file_can_have_is_shown_in_part(void)
{
    static char path[100000];
    for (size_t i = 0; i < sizeof path - 1; i++)
        path[i] = i % 100 ? 'a' : '/';
    memcpy(path, FOLDER "/begin", strlen(FOLDER "/begin"));
    memcpy(path + sizeof path - sizeof "/end.json", "/end.json", sizeof "/end.json");
    make_empty_folder();
    for (size_t i = 0; i < OUTPUTS; i++) {
        char *own = path_for(&outputs[i], "/end.json");
        write_to(&outputs[i], path, false);
        CHECK_EQUAL(strncmp(messages_last(), FOLDER "/begin", strlen(FOLDER "/begin")), 0);
        CHECK_HAS(messages_last(), own);
        CHECK_HAS(messages_last(), ".json: the report could not be written: File name too long");
        CU_ASSERT_TRUE(strlen(messages_last()) < 2 * PATH_MAX);
        free(own);
    }
}

CU_TestInfo hostile_paths_tests[] = {
    {"the file is where the path says", test_file_is_where_the_path_says},
    {"a failure names path and reason", test_failure_names_path_and_reason},
    {"a path that no file can have is shown in part", test_path_that_no_file_can_have_is_shown_in_part},
    CU_TEST_INFO_NULL,
};
