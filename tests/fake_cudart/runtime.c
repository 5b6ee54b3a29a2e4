// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A fake of CUDA's runtime, libcudart.so.13: it prints the names of the calls that it gets, in their order, to stdout. It
// does what the tests need of the real one and no more: there is no GPU in it, and what it shows is what stepwatch calls
// and when, not how long a GPU works. tests/gpu/run looks at that, on a machine that has one.
//
// The environment says, at each call, how it is to answer:
//     FAKE_CUDART_ERROR=n      each call but cudaRuntimeGetVersion() and cudaGetLastError() fails with this error
//     FAKE_CUDART_CAPTURING=1  a stream is being captured: waiting for the device would break the capture
//     FAKE_CUDART_STREAM=p     only this stream is, and only a query of itself tells so
//     FAKE_CUDART_FORKS=1      the first call forks, as the driver does to load its kernel module
//     FAKE_CUDART_WAIT=n       waiting for the device takes n milliseconds
//     FAKE_CUDART_ALL=1        print all calls; without it those that ask for something are left out

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

enum { SUCCESS = 0, CAPTURE_UNSUPPORTED = 900, CAPTURE_IMPLICIT = 906, VERSION = 13000 };

int cudaDeviceSynchronize(void);
int cudaStreamSynchronize(void *stream);
int cudaStreamIsCapturing(void *stream, int *status);
int cudaThreadExchangeStreamCaptureMode(int *mode);
int cudaProfilerStart(void);
int cudaProfilerStop(void);
int cudaRuntimeGetVersion(int *version);
int cudaGetDeviceCount(int *count);
int cudaGetLastError(void);

static _Thread_local int capture_mode;
static _Thread_local int last_error;

static uintptr_t number_in(const char *variable)
{
    const char *text = getenv(variable);
    return text ? strtoul(text, NULL, 0) : 0;
}

static void print(const char *text)
{
    char line[128];
    int length = snprintf(line, sizeof line, "%s\n", text);
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        abort();
}

static void print_question(const char *text)
{
    if (number_in("FAKE_CUDART_ALL"))
        print(text);
}

static void initialise(void)
{
    static bool initialised;
    if (initialised || !number_in("FAKE_CUDART_FORKS"))
        return;
    initialised = true;
    const pid_t child = fork();
    if (child == 0)
        _exit(EXIT_SUCCESS);
    waitpid(child, NULL, 0);
}

static int answer(int error)
{
    if (error != SUCCESS)
        last_error = error;
    return error;
}

static int answer_of_work(int otherwise)
{
    int error = (int)number_in("FAKE_CUDART_ERROR");
    return answer(error ? error : otherwise);
}

EXPORTED int cudaDeviceSynchronize(void)
{
    print("cudaDeviceSynchronize");
    usleep((useconds_t)(number_in("FAKE_CUDART_WAIT") * 1000));
    bool capturing = number_in("FAKE_CUDART_CAPTURING") || number_in("FAKE_CUDART_STREAM");
    if (capturing)
        print("a capture was broken");
    return answer_of_work(capturing ? CAPTURE_UNSUPPORTED : SUCCESS);
}

EXPORTED int cudaStreamSynchronize(void *stream)
{
    char text[64];
    snprintf(text, sizeof text, "cudaStreamSynchronize %#lx", (unsigned long)(uintptr_t)stream);
    print(text);
    return answer_of_work(SUCCESS);
}

EXPORTED int cudaStreamIsCapturing(void *stream, int *status)
{
    print_question("cudaStreamIsCapturing");
    uintptr_t captured = number_in("FAKE_CUDART_STREAM");
    if (number_in("FAKE_CUDART_CAPTURING"))
        return answer_of_work(CAPTURE_IMPLICIT);
    *status = captured && captured == (uintptr_t)stream;
    return answer_of_work(SUCCESS);
}

EXPORTED int cudaThreadExchangeStreamCaptureMode(int *mode)
{
    char text[64];
    snprintf(text, sizeof text, "cudaThreadExchangeStreamCaptureMode %d", *mode);
    print_question(text);
    int before = capture_mode;
    capture_mode = *mode;
    *mode = before;
    return answer_of_work(SUCCESS);
}

EXPORTED int cudaProfilerStart(void)
{
    initialise();
    print("cudaProfilerStart");
    return answer_of_work(SUCCESS);
}

EXPORTED int cudaProfilerStop(void)
{
    print("cudaProfilerStop");
    return answer_of_work(SUCCESS);
}

EXPORTED int cudaRuntimeGetVersion(int *version)
{
    print_question("cudaRuntimeGetVersion");
    *version = VERSION;
    return SUCCESS;
}

EXPORTED int cudaGetDeviceCount(int *count)
{
    initialise();
    print_question("cudaGetDeviceCount");
    int error = answer_of_work(SUCCESS);
    if (error == SUCCESS)
        *count = 1;
    return error;
}

EXPORTED int cudaGetLastError(void)
{
    print_question("cudaGetLastError");
    int error = last_error;
    last_error = SUCCESS;
    return error;
}
