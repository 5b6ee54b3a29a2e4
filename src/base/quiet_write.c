// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "quiet_write.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

// The other end of a descriptor may have made it one that does not wait.
static bool wait_until_writable(int fd)
{
    return poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1) > 0 || errno == EINTR;
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t count = write(fd, text, length);
        if (count < 0 && errno != EINTR && !(errno == EAGAIN && wait_until_writable(fd)))
            return false;
        text += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
    return true;
}

// A signal that comes with a failed write is sent to the thread that wrote.
static void take_back(int number)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    while (sigtimedwait(&one, NULL, &(struct timespec){0}) < 0 && errno == EINTR)
        ;
}

bool sw__quiet_write(int fd, const char *text, size_t length)
{
    sigset_t held, waiting, before;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigaddset(&held, SIGXFSZ);
    sigpending(&waiting); // what waits here already is somebody else's
    pthread_sigmask(SIG_BLOCK, &held, &before);
    const bool written = write_all(fd, text, length);
    const int why = errno;
    if (!written && why == EPIPE && !sigismember(&waiting, SIGPIPE))
        take_back(SIGPIPE);
    if (!written && why == EFBIG && !sigismember(&waiting, SIGXFSZ))
        take_back(SIGXFSZ);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return written;
}
