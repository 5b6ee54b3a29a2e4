// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// sw_init() with files that are no config files, some of them made to do harm: an error at once that says what and
// where, everything stays off, and the program goes on. All ways to be wrong are in config_files and config_mistakes.

#include "session_support.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "process.h"

#define FOLDER BUILD_DIR "/hostile_config"
// Would switch all on, were it not for what stands behind it.
#define GOOD "default: a\nprofiles:\n  a:\n    stopwatch: {enable: true}\n    nvtx_range_wrapper: {enable: true}\n"

enum { MILLIONS = 100 << 20, LEVELS = 200000, PATIENCE_SECONDS = 2 };

typedef struct hostile {
    const char *what;
    void (*make)(const char *path); // NULL: the file has these bytes
    const char *bytes;
    size_t size;
    const char *message; // behind the path
} hostile;

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void folder(const char *path)
{
    CHECK_EQUAL(mkdir(path, 0777), 0);
}

static void named_pipe(const char *path)
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

static void endless_device(const char *path)
{
    CHECK_EQUAL(symlink("/dev/zero", path), 0);
}

static void link_to_nothing(const char *path)
{
    CHECK_EQUAL(symlink("nothing.yaml", path), 0);
}

static void link_to_itself(const char *path)
{
    CHECK_EQUAL(symlink("a.yaml", path), 0);
}

static void nothing(const char *path)
{
    (void)path;
}

// A hole, which takes no room.
static void hundred_megabytes(const char *path)
{
    write_bytes(path, GOOD, strlen(GOOD));
    CHECK_EQUAL(truncate(path, MILLIONS), 0);
}

static void deep_nesting(const char *path)
{
    sw__buffer text = {0};
    sw__buffer_repeat(&text, '[', LEVELS);
    write_bytes(path, text.text, text.length);
    sw__buffer_free(&text);
}

#define UNREADABLE(reason) ": cannot be read: " reason "; a config file is named by sw_init() or STEPWATCH_CONFIG"
#define IRREGULAR ": is not a regular file; a config file is read from nothing else"
#define FILE_OF(name, text, message)                                                                                   \
    {                                                                                                                  \
        name, NULL, GOOD text, sizeof GOOD text - 1, message                                                           \
    }

static const hostile files[] = {
    {"nothing", nothing, NULL, 0, UNREADABLE("No such file or directory")},
    {"a folder", folder, NULL, 0, ": is a directory; a config file is expected"},
    {"a named pipe", named_pipe, NULL, 0, IRREGULAR},
    {"a socket", local_socket, NULL, 0, IRREGULAR},
    {"a device without an end", endless_device, NULL, 0, IRREGULAR},
    {"a link to nothing", link_to_nothing, NULL, 0, UNREADABLE("No such file or directory")},
    {"a link to itself", link_to_itself, NULL, 0, UNREADABLE("Too many levels of symbolic links")},
    {"100 MB", hundred_megabytes, NULL, 0, ": is over 1 MiB large; a config file has at most 1,048,576 bytes"},
    {"200,000 levels", deep_nesting, NULL, 0, ":1:17: nested deeper than 16 levels; a config file has 4"},
    FILE_OF("NUL", "# \0", ":6:3: character U+0000 is not allowed; a config file is plain text"),
    FILE_OF("Latin-1", "# gr\xf6\xdft", ":6:5: byte 0xf6 is not UTF-8; save the file as UTF-8 text"),
    FILE_OF("an escape", "# \x1b[31m", ":6:3: character U+001B is not allowed; a config file is plain text"),
    FILE_OF("a turned line", "# \xe2\x80\xae", ":6:3: character U+202E is not allowed; a config file is plain text"),
    FILE_OF("a second byte order mark", "\xef\xbb\xbf",
            ":6:1: character U+FEFF is not allowed; a config file is plain text"),
    FILE_OF("a tab", "\tb: {}\n", ":6:1: a tab stands here; indent with spaces"),
    FILE_OF("an alias", "  b: *a\n", ":6:6: an alias is not allowed: *a; write the values out"),
    FILE_OF("an anchor", "  b: &\xc3\xa4 {}\n", ":6:6: a value cannot begin with '&' or '*'; put it in quotes"),
    FILE_OF("a star", "    only: *\n", ":6:11: a value cannot begin with '&' or '*'; put it in quotes"),
    FILE_OF("a merge key", "  b: {<<: *a}\n",
            ":6:7: a merge key is not allowed; write the options out in each profile"),
    FILE_OF("a tag", "  b: !!python/object:os.system {}\n",
            ":6:6: a tag is not allowed; write the value without it, or in quotes if it is to begin with !"),
    FILE_OF("a second document", "---\n" GOOD, ":6:1: a second document begins here; a config file has one"),
    FILE_OF("a binary", "\x7f-ELF\x02\x01\x01", ":6:1: character U+007F is not allowed; a config file is plain text"),
};

static void check_all_is_off(void)
{
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
    CHECK_EQUAL(sw_end_meas("never started"), SW_OK);
    CHECK_EQUAL(sw_range_pop("never pushed"), SW_OK);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void check_refused(const char *path, const hostile *file)
{
    sw__buffer expected = {0};
    sw__buffer_printf(&expected, "%s%s\n", path, file->message);
    session_prepare();
    // A call that waits for ever ends the whole run.
    const unsigned left = alarm(60);
    const double start = seconds_now();
    CHECK_EQUAL(sw_init(path, NULL), SW_ERR_CONFIG);
    if (seconds_now() - start > PATIENCE_SECONDS)
        FAIL("%s took %.1f s", file->what, seconds_now() - start);
    alarm(left);
    check_all_is_off();
    CHECK_HAS(messages_all(), expected.text);
    char *printed = session_close_printing();
    CHECK_TEXT(printed, "");
    free(printed);
    sw__buffer_free(&expected);
}

static void make_empty_folder(void)
{
    CHECK_EQUAL(system("rm -rf '" FOLDER "'"), 0);
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
}

static void test_refused_at_once_with_all_off(void)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        make_empty_folder();
        if (files[i].make)
            files[i].make(FOLDER "/a.yaml");
        else
            write_bytes(FOLDER "/a.yaml", files[i].bytes, files[i].size);
        check_refused(FOLDER "/a.yaml", &files[i]);
    }
}

static void check_accepted(const char *bytes, size_t size)
{
    write_bytes(FOLDER "/a.yaml", bytes, size);
    session_prepare();
    CHECK_EQUAL(sw_init(FOLDER "/a.yaml", NULL), SW_OK);
    CHECK_TEXT(messages_all(), "");
    CU_ASSERT_TRUE(sw_stopwatch_is_enabled());
    CU_ASSERT_TRUE(sw_nvtx_is_enabled());
    session_close();
}

static void test_what_editors_do_is_accepted(void)
{
#define MARK "\xef\xbb\xbf"
#define LINES(end)                                                                                                     \
    "default: a" end "profiles:" end "  a: # gr\xc3\xb6\xc3\x9ft" end "    stopwatch: {enable: true}  " end            \
    "    nvtx_range_wrapper:" end "      enable: true"
    static const char *const texts[] = {LINES("\n"),        LINES("\r\n"),        LINES("\r"),
                                        MARK LINES("\r\n"), MARK LINES("\n"),     LINES("\r\n") "\r\n\r\n",
                                        LINES("\n\n"),      LINES("\n") "\n...\n"};
    make_empty_folder();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_accepted(texts[i], strlen(texts[i]));
}

static void test_good_file_works_afterwards(void)
{
    make_empty_folder();
    write_bytes(FOLDER "/bad.yaml", "\xff", 1);
    session_prepare();
    CHECK_EQUAL(sw_init(FOLDER "/bad.yaml", NULL), SW_ERR_CONFIG);
    check_accepted(GOOD, strlen(GOOD));
}

static void test_path_is_shown_as_a_terminal_can_show_it(void)
{
    session_prepare();
    CHECK_EQUAL(sw_init("no/\x1b[31m\n\xff", NULL), SW_ERR_CONFIG);
    CHECK_HAS(messages_last(), "no/\\x1b[31m\\n\\xff: cannot be read: No such file");
    CHECK_EQUAL(sw_init(NULL, "\x1b[31m\n\xff"), SW_ERR_CONFIG);
    CHECK_HAS(messages_last(), "the run profile '\\x1b[31m\\n\\xff' is asked for, but no config file is named");
    session_close();
}

static void test_texts_of_any_length_are_shown_in_part(void)
{
    enum { LENGTH = 1 << 20 };
    char *text = calloc(1, LENGTH + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    memset(text, '/', LENGTH);
    memcpy(text, "begin", 5);
    memcpy(text + LENGTH - 3, "end", 3);
    session_prepare();
    CHECK_EQUAL(sw_init(text, NULL), SW_ERR_CONFIG);
    CHECK_EQUAL(strncmp(messages_last(), "begin/", 6), 0);
    CHECK_HAS(messages_last(), "/end: cannot be read: File name too long");
    CU_ASSERT_TRUE(strlen(messages_last()) < 2 * PATH_MAX);
    CHECK_EQUAL(sw_init("config/run_profiles.yaml", text), SW_ERR_CONFIG);
    CU_ASSERT_TRUE(strlen(messages_last()) < 256);
    session_close();
    free(text);
}

// The program stands in front of read(), and lets the file change under it.
static void check_read(const char *scenario, const char *message, const char *bytes_read)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/config_reads", scenario, FOLDER "/a.yaml", NULL};
    static const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", "STEPWATCH_SET", NULL};
    char expected[512];
    make_empty_folder();
    write_bytes(FOLDER "/a.yaml", GOOD, strlen(GOOD));
    process_result result = process_run(argv, environment, 60);
    snprintf(expected, sizeof expected, "stepwatch: " FOLDER "/a.yaml%s\n", message);
    CHECK_TEXT(result.err, expected);
    snprintf(expected, sizeof expected, "-20, off, %s bytes read\n", bytes_read);
    CHECK_TEXT(result.out, expected);
    process_free(&result);
}

static void test_large_file_is_not_read(void)
{
    check_read("large", ": is over 1 MiB large; a config file has at most 1,048,576 bytes", "0");
}

static void test_file_that_changes_while_it_is_read(void)
{
#define CHANGED ": changed while it was read; try again when it is complete"
    check_read("grows", CHANGED, "114");
    check_read("shrinks", CHANGED, "95");
    check_read("is rewritten", CHANGED, "95");
    check_read("never ends", ": is over 1 MiB large; a config file has at most 1,048,576 bytes", "1064960");
}

static void test_reading_that_fails(void)
{
    check_read("fails", UNREADABLE("Input/output error"), "0");
}

CU_TestInfo hostile_config_tests[] = {
    {"each is refused at once, and all stays off", test_refused_at_once_with_all_off},
    {"byte order marks and line ends of all editors are accepted", test_what_editors_do_is_accepted},
    {"a good file works afterwards", test_good_file_works_afterwards},
    {"a path is shown as a terminal can show it", test_path_is_shown_as_a_terminal_can_show_it},
    {"texts of any length are shown in part", test_texts_of_any_length_are_shown_in_part},
    {"nothing of a large file is read", test_large_file_is_not_read},
    {"a file that changes while it is read is refused", test_file_that_changes_while_it_is_read},
    {"a reading that fails is told", test_reading_that_fails},
    CU_TEST_INFO_NULL,
};
