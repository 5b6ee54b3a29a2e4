// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "session_support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { CHILD_TIMEOUT_SECONDS = 120 };

void check_near(double actual, double expected, double apart, const char *what, const char *file, unsigned line)
{
    if (actual >= expected - apart && actual <= expected + apart)
        CU_assertImplementation(CU_TRUE, line, what, file, "", CU_FALSE);
    else
        fail_test(file, line, "%s is %.9g, not %.9g", what, actual, expected);
}

static double now_seconds;

void at(double seconds)
{
    now_seconds = seconds;
    sw__clock_set(SECONDS(seconds));
}

void tick(void)
{
    at(now_seconds + 1);
}

void session_prepare(void)
{
    sw__clock_use_manual(true);
    at(0);
    messages_catch();
}

void session_open_with(const sw_stopwatch_options *options)
{
    session_prepare();
    CHECK_EQUAL(sw_stopwatch_enable(options), SW_OK);
}

void session_open(uint32_t num_warmup_iters)
{
    session_open_with(&(sw_stopwatch_options){.num_warmup_iters = num_warmup_iters});
}

char *session_close_printing(void)
{
    stderr_keep();
    CHECK_EQUAL(sw_finalize(), SW_OK);
    messages_release();
    sw__clock_use_manual(false);
    return stderr_kept();
}

void session_close(void)
{
    free(session_close_printing());
}

void measure(const char *name, double begin, double end)
{
    at(begin);
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    at(end);
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
}

void finish_at(double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
}

sw_meas_stats stats_of_meas(const char *name)
{
    sw_meas_stats stats = {0};
    (void)sw_get_meas_stats(name, &stats);
    return stats;
}

char *summary_now(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_print_eval_times(file), SW_OK);
    fclose(file);
    return text;
}

static const char *line_after(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool begins_with(const char *line, const char *text)
{
    return strncmp(line, text, strlen(text)) == 0;
}

const char *row_of(const char *summary, const char *title, const char *name)
{
    static char row[1024];
    size_t length = 0;
    const char *line = summary;
    while (*line && !(begins_with(line, title) && line[strlen(title)] == '\n'))
        line = line_after(line);
    while (*line && *line != '\n' && !(begins_with(line, name) && strchr(" \n", line[strlen(name)])))
        line = line_after(line);
    for (; *line && *line != '\n' && length < sizeof row - 1; line++)
        if (*line != ' ' || line[1] != ' ')
            row[length++] = *line;
    row[length] = '\0';
    return row;
}

unsigned times_in(const char *text, const char *part)
{
    unsigned times = 0;
    while ((text = strstr(text, part))) {
        times++;
        text += strlen(part);
    }
    return times;
}

static int saved_stderr, kept_stderr;

void stderr_keep(void)
{
    saved_stderr = dup(STDERR_FILENO);
    kept_stderr = memfd_create("stderr", MFD_CLOEXEC);
    CU_ASSERT_FATAL(kept_stderr >= 0 && dup2(kept_stderr, STDERR_FILENO) >= 0);
}

char *stderr_kept(void)
{
    dup2(saved_stderr, STDERR_FILENO);
    close(saved_stderr);
    const off_t size = lseek(kept_stderr, 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CHECK_EQUAL(pread(kept_stderr, text, (size_t)size, 0), size);
    close(kept_stderr);
    return text;
}

char *file_of(const char *text)
{
    char *path = strdup(BUILD_DIR "/stepwatch_XXXXXX");
    const int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0);
    CHECK_EQUAL(write(file, text, strlen(text)), strlen(text));
    close(file);
    return path;
}

void file_remove(char *path)
{
    unlink(path);
    free(path);
}

void run_on_thread(void *(*function)(void *argument), void *argument)
{
    pthread_t thread;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, function, argument), 0);
    pthread_join(thread, NULL);
}

static unsigned print_failures_after(unsigned before)
{
    unsigned number = 0;
    for (const CU_FailureRecord *failure = CU_get_failure_list(); failure; failure = failure->pNext)
        if (number++ >= before)
            fprintf(stderr, "\n    in the child: %s:%u  - %s", failure->strFileName, failure->uiLineNumber,
                    failure->strCondition);
    return number - before;
}

void check_in_child(void (*checks)(void))
{
    const unsigned before = CU_get_number_of_failure_records();
    const pid_t child = fork();
    if (child == 0) {
        alarm(CHILD_TIMEOUT_SECONDS);
        checks();
        _exit(print_failures_after(before) ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_EQUAL(status, 0);
}
