// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A write that fails raises no signal. In child processes, as a signal would end them.

#include "session_support.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/quiet_write.h"

static int pipe_without_reader(void)
{
    int ends[2];
    CHECK_EQUAL(pipe(ends), 0);
    close(ends[0]);
    return ends[1];
}

static void check_fails_with(int fd, int why)
{
    CU_ASSERT_FALSE(sw__quiet_write(fd, "text", 4));
    CHECK_EQUAL(errno, why);
}

static bool is_pending(int number)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, number);
}

static void block(int number, int how)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    CHECK_EQUAL(pthread_sigmask(how, &one, NULL), 0);
}

static void write_without_reader(void)
{
    const int fd = pipe_without_reader();
    signal(SIGPIPE, SIG_DFL);
    check_fails_with(fd, EPIPE);
    block(SIGPIPE, SIG_BLOCK);
    check_fails_with(fd, EPIPE);
    CU_ASSERT_FALSE(is_pending(SIGPIPE));
    signal(SIGPIPE, SIG_IGN);
    check_fails_with(fd, EPIPE);
}

static void test_reader_that_is_gone(void)
{
    check_in_child(write_without_reader);
}

static void write_while_one_waits(void)
{
    const int fd = pipe_without_reader();
    block(SIGPIPE, SIG_BLOCK);
    raise(SIGPIPE);
    check_fails_with(fd, EPIPE);
    CU_ASSERT_TRUE(is_pending(SIGPIPE));
}

static void test_signal_of_somebody_else_stays(void)
{
    check_in_child(write_while_one_waits);
}

static void write_beyond_limit(void)
{
    char *path = file_of("1234567");
    FILE *file = fopen(path, "a");
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){9, 9});
    check_fails_with(fileno(file), EFBIG);
    CHECK_EQUAL(lseek(fileno(file), 0, SEEK_END), 9);
    fclose(file);
    file_remove(path);
}

static void test_file_at_its_limit(void)
{
    check_in_child(write_beyond_limit);
}

static void *read_to_the_end(void *argument)
{
    static char text[4096];
    size_t length = 0;
    for (ssize_t more; (more = read(*(int *)argument, text, sizeof text)) > 0;)
        length += (size_t)more;
    CHECK_EQUAL(length, 200000);
    return NULL;
}

static void test_descriptor_that_does_not_wait(void)
{
    static char text[200000]; // more than a pipe holds
    int ends[2];
    pthread_t reader;
    CHECK_EQUAL(pipe(ends), 0);
    CHECK_EQUAL(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&reader, NULL, read_to_the_end, &ends[0]), 0);
    CU_ASSERT_TRUE(sw__quiet_write(ends[1], text, sizeof text));
    close(ends[1]);
    pthread_join(reader, NULL);
    close(ends[0]);
}

static void write_message_without_reader(void)
{
    signal(SIGPIPE, SIG_DFL);
    dup2(pipe_without_reader(), STDERR_FILENO);
    setenv("STEPWATCH_SET", "no such option", 1);
    CHECK_EQUAL(sw_init(NULL, NULL), SW_ERR_CONFIG);
}

static void test_message_that_nobody_reads(void)
{
    check_in_child(write_message_without_reader);
}

CU_TestInfo quiet_write_tests[] = {
    {"a reader that is gone raises no signal", test_reader_that_is_gone},
    {"the signal of somebody else stays", test_signal_of_somebody_else_stays},
    {"a file at its limit raises no signal", test_file_at_its_limit},
    {"a descriptor that does not wait takes all of it", test_descriptor_that_does_not_wait},
    {"a message that nobody reads ends no program", test_message_that_nobody_reads},
    CU_TEST_INFO_NULL,
};
