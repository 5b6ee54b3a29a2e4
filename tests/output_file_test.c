// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Output files are whole under their final names, or what they were.

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output_file.h"

static char folder[256];

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "%s/output_XXXXXX", BUILD_DIR);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
}

static int remove_entry(const char *path, const struct stat *file, int kind, struct FTW *ftw)
{
    (void)file, (void)kind, (void)ftw;
    return remove(path);
}

static void remove_folder(void)
{
    CHECK_EQUAL(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static const char *in_folder(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static sw_status write_text(const char *path, const char *text)
{
    sw__buffer buffer = {0};
    sw__buffer_text(&buffer, text);
    errno = 0;
    sw_status status = sw__output_file_write(path, &buffer);
    const int why = errno;
    sw__buffer_free(&buffer);
    errno = why;
    return status;
}

static void check_content(const char *path, const char *expected)
{
    char text[256] = "";
    const int file = open(path, O_RDONLY);
    CU_ASSERT_FATAL(file >= 0);
    CU_ASSERT(read(file, text, sizeof text - 1) >= 0);
    close(file);
    CHECK_TEXT(text, expected);
}

static size_t entries_like(const char *pattern)
{
    glob_t found = {0};
    glob(in_folder(pattern), 0, NULL, &found);
    const size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

static void test_writes_and_replaces(void)
{
    make_folder();
    CHECK_EQUAL(write_text(in_folder("a.json"), "first, and longer\n"), SW_OK);
    check_content(in_folder("a.json"), "first, and longer\n");
    CHECK_EQUAL(write_text(in_folder("a.json"), "second\n"), SW_OK);
    check_content(in_folder("a.json"), "second\n");
    CHECK_EQUAL(entries_like(".stepwatch*"), 0);
    remove_folder();
}

static void test_others_may_read_as_the_umask_says(void)
{
    struct stat file;
    make_folder();
    const mode_t mask = umask(027);
    CHECK_EQUAL(write_text(in_folder("a"), "x"), SW_OK);
    umask(mask);
    CHECK_EQUAL(stat(in_folder("a"), &file), 0);
    CHECK_EQUAL(file.st_mode & 0777, 0640);
    remove_folder();
}

static void test_makes_missing_folders(void)
{
    make_folder();
    CHECK_EQUAL(write_text(in_folder("b/c/d/a.json"), "x\n"), SW_OK);
    check_content(in_folder("b/c/d/a.json"), "x\n");
    remove_folder();
}

static void test_reason_is_told(void)
{
    make_folder();
    CHECK_EQUAL(write_text(in_folder("a"), "x"), SW_OK);
    CHECK_EQUAL(write_text(in_folder("a/b.json"), "x"), SW_ERR_WRITE);
    CHECK_EQUAL(errno, ENOTDIR);
    CHECK_EQUAL(mkdir(in_folder("folder"), 0777), 0);
    CHECK_EQUAL(write_text(in_folder("folder"), "x"), SW_ERR_WRITE);
    CHECK_EQUAL(errno, EISDIR);
    CHECK_EQUAL(write_text(in_folder("new/"), "x"), SW_ERR_WRITE);
    CHECK_EQUAL(errno, EISDIR);
    CHECK_EQUAL(entries_like("new"), 0);
    CHECK_EQUAL(write_text("", "x"), SW_ERR_WRITE);
    CHECK_EQUAL(entries_like(".stepwatch*"), 0);
    remove_folder();
}

static void test_what_cannot_be_finished_leaves_the_old_file(void)
{
    make_folder();
    CHECK_EQUAL(write_text(in_folder("a"), "old"), SW_OK);
    sw__buffer failed = {.failed = true};
    CHECK_EQUAL(sw__output_file_write(in_folder("a"), &failed), SW_ERR_NO_MEMORY);
    check_content(in_folder("a"), "old");
    remove_folder();
}

static void test_devices_are_written_into(void)
{
    struct stat before, after;
    CHECK_EQUAL(stat("/dev/null", &before), 0);
    CHECK_EQUAL(write_text("/dev/null", "x"), SW_OK);
    CHECK_EQUAL(stat("/dev/null", &after), 0);
    CU_ASSERT_TRUE(S_ISCHR(after.st_mode) && after.st_ino == before.st_ino);
    CHECK_EQUAL(write_text("/dev/full", "x"), SW_ERR_WRITE);
    CHECK_EQUAL(errno, ENOSPC);
    CHECK_EQUAL(stat("/dev/full", &after), 0);
    CU_ASSERT_TRUE(S_ISCHR(after.st_mode));
}

static void test_pipe_without_a_reader_is_not_waited_for(void)
{
    make_folder();
    CHECK_EQUAL(mkfifo(in_folder("pipe"), 0600), 0);
    CHECK_EQUAL(write_text(in_folder("pipe"), "x"), SW_ERR_WRITE);
    CHECK_EQUAL(errno, ENXIO);
    const int reader = open(in_folder("pipe"), O_RDONLY | O_NONBLOCK);
    CHECK_EQUAL(write_text(in_folder("pipe"), "through"), SW_OK);
    char text[16] = "";
    CHECK_EQUAL(read(reader, text, sizeof text - 1), 7);
    CHECK_TEXT(text, "through");
    close(reader);
    remove_folder();
}

static void test_file_behind_a_descriptor_is_not_replaced(void)
{
    make_folder();
    const int file = open(in_folder("log"), O_WRONLY | O_CREAT, 0666);
    CHECK_EQUAL(write(file, "before\n", 7), 7);
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    CHECK_EQUAL(write_text(path, "report\n"), SW_OK);
    close(file);
    check_content(in_folder("log"), "before\nreport\n");
    remove_folder();
}

static void test_descriptor_is_written_at_its_place(void)
{
    make_folder();
    const int file = open(in_folder("log"), O_WRONLY | O_CREAT, 0666);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    CHECK_EQUAL(write_text(path, "report\n"), SW_OK);
    CHECK_EQUAL(write(file, "after\n", 6), 6);
    close(file);
    check_content(in_folder("log"), "report\nafter\n");
    CHECK_EQUAL(write_text("/dev/fd/1000000", "x"), SW_ERR_WRITE);
    CHECK_EQUAL(write_text("/dev/fd/1x", "x"), SW_ERR_WRITE);
    remove_folder();
}

static void test_file_is_created_once(void)
{
    make_folder();
    const int file = sw__output_file_create(in_folder("b/a.csv"));
    CU_ASSERT(file >= 0);
    CHECK_EQUAL(sw__output_file_create(in_folder("b/a.csv")), -1);
    CHECK_EQUAL(errno, EEXIST);
    CHECK_EQUAL(sw__output_file_create(in_folder("b/a.csv/c.csv")), -1);
    CHECK_EQUAL(errno, ENOTDIR);
    CHECK_EQUAL(sw__output_file_create(in_folder("c/")), -1);
    CHECK_EQUAL(errno, EISDIR);
    CHECK_EQUAL(entries_like("c"), 0);
    close(file);
    remove_folder();
}

static void test_file_is_created_behind_a_link_to_nothing(void)
{
    make_folder();
    CHECK_EQUAL(symlink("b/a.csv", in_folder("link")), 0);
    const int file = sw__output_file_create(in_folder("link"));
    CU_ASSERT(file >= 0);
    CHECK_EQUAL(entries_like("b/a.csv"), 1);
    CHECK_EQUAL(sw__output_file_create(in_folder("link")), -1);
    CHECK_EQUAL(errno, EEXIST);
    close(file);
    remove_folder();
}

static void test_link_stays(void)
{
    struct stat file;
    make_folder();
    CHECK_EQUAL(write_text(in_folder("target"), "old"), SW_OK);
    CHECK_EQUAL(symlink("target", in_folder("link")), 0);
    CHECK_EQUAL(write_text(in_folder("link"), "new"), SW_OK);
    CHECK_EQUAL(lstat(in_folder("link"), &file), 0);
    CU_ASSERT_TRUE(S_ISLNK(file.st_mode));
    check_content(in_folder("target"), "new");
    remove_folder();
}

static void test_link_to_nothing_leads_to_the_new_file(void)
{
    static const char *const links[][2] = {
        {"relative", "a"}, {"folder/up", "../b"}, {"chain", "folder/up"}, {"deep", "c/d/e"}};
    static const char *const targets[] = {"a", "b", "b", "c/d/e"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct stat file;
        make_folder();
        CHECK_EQUAL(mkdir(in_folder("folder"), 0777), 0);
        for (size_t j = 0; j < sizeof links / sizeof *links; j++)
            CHECK_EQUAL(symlink(links[j][1], in_folder(links[j][0])), 0);
        CHECK_EQUAL(write_text(in_folder(links[i][0]), "new"), SW_OK);
        CHECK_EQUAL(lstat(in_folder(links[i][0]), &file), 0);
        CU_ASSERT_TRUE(S_ISLNK(file.st_mode));
        check_content(in_folder(targets[i]), "new");
        remove_folder();
    }
}

static void write_for_ever(const char *path, sw__buffer *texts)
{
    for (unsigned i = 0;; i++)
        (void)sw__output_file_write(path, &texts[i % 2]);
}

// One of the two texts, whole; false while there is no file.
static bool is_one_of(const char *path, const sw__buffer *texts)
{
    sw__buffer found = {0};
    char part[64 * 1024];
    const int file = open(path, O_RDONLY);
    if (file < 0)
        return false;
    for (ssize_t size; (size = read(file, part, sizeof part)) > 0;)
        sw__buffer_add(&found, part, (size_t)size);
    close(file);
    const char *text = found.text ? found.text : "";
    CU_ASSERT_TRUE(strcmp(text, texts[0].text) == 0 || strcmp(text, texts[1].text) == 0);
    sw__buffer_free(&found);
    return true;
}

static void test_file_is_whole_at_any_time(void)
{
    enum { KILLS = 10, READS = 50 };
    sw__buffer texts[2] = {{0}, {0}};
    sw__buffer_repeat(&texts[0], 'a', 200000);
    sw__buffer_repeat(&texts[1], 'b', 100000);
    make_folder();
    for (unsigned i = 0; i < KILLS; i++) {
        const pid_t child = fork();
        if (child == 0)
            write_for_ever(in_folder("a"), texts);
        for (unsigned reads = 0; reads < READS;)
            reads += is_one_of(in_folder("a"), texts);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        CU_ASSERT_TRUE(is_one_of(in_folder("a"), texts));
    }
    sw__buffer_free(&texts[0]);
    sw__buffer_free(&texts[1]);
    remove_folder();
}

CU_TestInfo output_file_tests[] = {
    {"a file is written, and replaced by a later one", test_writes_and_replaces},
    {"others may read it as the umask says", test_others_may_read_as_the_umask_says},
    {"missing folders are made", test_makes_missing_folders},
    {"errno tells the reason", test_reason_is_told},
    {"what cannot be finished leaves the old file", test_what_cannot_be_finished_leaves_the_old_file},
    {"devices are written into and stay", test_devices_are_written_into},
    {"a pipe without a reader is not waited for", test_pipe_without_a_reader_is_not_waited_for},
    {"a file behind a descriptor is not replaced", test_file_behind_a_descriptor_is_not_replaced},
    {"a descriptor is written at its place", test_descriptor_is_written_at_its_place},
    {"a file is created once", test_file_is_created_once},
    {"a file is created behind a link to nothing", test_file_is_created_behind_a_link_to_nothing},
    {"a link stays, and its target is replaced", test_link_stays},
    {"a link to nothing leads to the new file", test_link_to_nothing_leads_to_the_new_file},
    {"the file is whole at any time, and when its writer is killed", test_file_is_whole_at_any_time},
    CU_TEST_INFO_NULL,
};
