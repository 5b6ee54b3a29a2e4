// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "captures.h"

#include "device/cuda_errors.h"

enum { CAPTURE_MODE_RELAXED = 2 };

static _Thread_local void *own_stream __attribute__((tls_model("initial-exec")));

void sw_set_cuda_stream(void *stream)
{
    own_stream = stream;
}

void *sw__own_stream(void)
{
    return own_stream;
}

void sw__forget_cuda_error(const sw__cuda_calls *calls)
{
    if (calls->forget_error)
        calls->forget_error();
}

static bool is_capturing(const sw__cuda_calls *calls, void *stream)
{
    int status = 0;
    if (!calls->is_capturing)
        return false;
    const int error = calls->is_capturing(stream, &status);
    if (sw__cuda_judge(error, calls->of_driver).kind != SW__CUDA_CAPTURING)
        return error == 0 && status != 0;
    sw__forget_cuda_error(calls);
    return true;
}

static bool would_break_a_capture(const sw__cuda_calls *calls, sw_cuda_sync reach)
{
    if (is_capturing(calls, reach == SW_CUDA_SYNC_STREAM ? own_stream : NULL))
        return true;
    return reach == SW_CUDA_SYNC_DEVICE && own_stream && is_capturing(calls, own_stream);
}

bool sw__outside_captures(const sw__cuda_calls *calls, sw_cuda_sync reach, int (*call)(void *context), void *context,
                          int *error)
{
    // Relaxed, so that what is harmless to the capture of another thread does not break it.
    int mode = CAPTURE_MODE_RELAXED;
    const bool exchanged = calls->exchange_capture_mode && calls->exchange_capture_mode(&mode) == 0;
    const bool made = !would_break_a_capture(calls, reach);
    if (made)
        *error = call(context);
    if (exchanged)
        calls->exchange_capture_mode(&mode);
    return made;
}
