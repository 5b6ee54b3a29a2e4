// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct stream {
    int fd; // -1 once its end was read
    char *text;
    size_t length;
    size_t capacity;
} stream;

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static bool same_variable(const char *entry, const char *addition)
{
    const size_t length = strcspn(addition, "=");
    return strncmp(entry, addition, length) == 0 && entry[length] == '=';
}

static bool is_replaced(const char *entry, const char *const *additions)
{
    for (; *additions; additions++)
        if (same_variable(entry, *additions))
            return true;
    return false;
}

// The environment of the program. It is made before the fork, where allocating is safe.
static const char **make_environment(const char *const *additions)
{
    size_t count = 0;
    for (char **entry = environ; *entry; entry++)
        count++;
    for (const char *const *entry = additions; *entry; entry++)
        count++;
    const char **result = calloc(count + 1, sizeof *result);
    size_t end = 0;
    for (char **entry = environ; *entry && result; entry++)
        if (!is_replaced(*entry, additions))
            result[end++] = *entry;
    for (const char *const *entry = additions; *entry && result; entry++)
        if (strchr(*entry, '='))
            result[end++] = *entry;
    return result;
}

static void run_child(const char *const *argv, const char **environment, const int out[2], const int err[2])
{
    // A group of its own, so that a timeout ends its children too.
    setpgid(0, 0);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    execvpe(argv[0], (char **)argv, (char **)environment);
    _exit(127);
}

// Takes in what there is to read. A stream without memory for its text reads on, so that the program is not stopped.
static void read_some(stream *s)
{
    char chunk[4096];
    const ssize_t got = read(s->fd, chunk, sizeof chunk);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        close(s->fd);
        s->fd = -1;
        return;
    }
    if (s->length + (size_t)got >= s->capacity) {
        const size_t capacity = 2 * (s->capacity + sizeof chunk);
        char *text = realloc(s->text, capacity);
        if (!text)
            return;
        s->text = text;
        s->capacity = capacity;
    }
    memcpy(s->text + s->length, chunk, (size_t)got);
    s->length += (size_t)got;
    s->text[s->length] = '\0';
}

// Reads both streams until they end; false when the time was over before.
static bool read_all(stream streams[2], long long deadline_ms)
{
    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        struct pollfd waits[2] = {{.fd = streams[0].fd, .events = POLLIN}, {.fd = streams[1].fd, .events = POLLIN}};
        const long long left = deadline_ms - now_ms();
        if (left <= 0)
            return false;
        if (poll(waits, 2, (int)left) <= 0)
            continue;
        for (int i = 0; i < 2; i++)
            if (waits[i].revents)
                read_some(&streams[i]);
    }
    return true;
}

// Waits for the program's end. It may have closed its streams and go on, so the time counts here too.
static bool wait_for_end(pid_t child, int *status, long long deadline_ms)
{
    for (;;) {
        const pid_t got = waitpid(child, status, WNOHANG);
        if (got == child || (got < 0 && errno != EINTR))
            return true;
        if (now_ms() >= deadline_ms)
            return false;
        usleep(1000);
    }
}

static void finish(process_result *result, pid_t child, stream streams[2], long long deadline_ms)
{
    int status = 0;
    result->timed_out = !read_all(streams, deadline_ms) || !wait_for_end(child, &status, deadline_ms);
    if (result->timed_out) {
        kill(-child, SIGKILL);
        waitpid(child, &status, 0);
    }
    if (WIFEXITED(status))
        result->exit_status = WEXITSTATUS(status);
    if (WIFSIGNALED(status))
        result->signal = WTERMSIG(status);
}

process_result process_run(const char *const *argv, const char *const *environment, unsigned timeout_seconds)
{
    static const char *const no_additions[] = {NULL};
    const long long deadline_ms = now_ms() + timeout_seconds * 1000LL;
    process_result result = {.exit_status = -1};
    int out[2] = {-1, -1};
    int err[2] = {-1, -1};
    const char **all = make_environment(environment ? environment : no_additions);
    // Close-on-exec: a program started from another thread must not hold these ends open.
    const bool ready = all && pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0;
    const pid_t child = ready ? fork() : -1;
    if (child == 0)
        run_child(argv, all, out, err);
    close(out[1]);
    close(err[1]);
    stream streams[2] = {{.fd = out[0]}, {.fd = err[0]}};
    if (child > 0)
        finish(&result, child, streams, deadline_ms);
    for (int i = 0; i < 2; i++)
        if (streams[i].fd >= 0)
            close(streams[i].fd);
    free(all);
    result.out = streams[0].text ? streams[0].text : strdup("");
    result.out_length = streams[0].length;
    result.err = streams[1].text ? streams[1].text : strdup("");
    result.err_length = streams[1].length;
    return result;
}

void process_free(process_result *result)
{
    free(result->out);
    free(result->err);
    *result = (process_result){.exit_status = -1};
}
