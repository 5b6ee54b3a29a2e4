// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "capture.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/state.h"
#include "device/profiler_gate.h"
#include "nvtx/forward.h"

static struct {
    bool open;
    bool in_iteration;
    uint64_t range; ///< of the iteration
    const char *state;
} capture; ///< written by one thread at a time: see the header

void sw__capture_open(void)
{
    static const char *const states[] = {
        [SW__FORWARD_NOT_BUILT] = "built without NVTX",
        [SW__FORWARD_NO_MEMORY] = "no memory for ranges",
        [SW__FORWARD_NO_TOOL] = "no tool attached",
        [SW__FORWARD_TOOL] = "a tool is attached",
    };
    // The range wrapper, where it is on, has a domain that its run profile names.
    const bool has_domain = sw__state() & SW__NVTX_END;
    capture.state = states[has_domain ? sw__forward_state_now() : sw__forward_open("stepwatch")];
    capture.open = true;
}

void sw__capture_close(void)
{
    sw__capture_end_iteration();
    sw__capture_end_cycle();
    capture.open = false;
    capture.state = NULL;
}

void sw__capture_begin_cycle(void)
{
    if (capture.open)
        sw__profiler_gate_cycle(true);
}

void sw__capture_end_cycle(void)
{
    if (capture.open)
        sw__profiler_gate_cycle(false);
}

// Not by push and pop: the next iteration may be finished by another thread.
void sw__capture_begin_iteration(uint64_t number)
{
    char text[32];
    if (!capture.open || !sw__forward_goes_anywhere())
        return;
    snprintf(text, sizeof text, "iter_%" PRIu64, number);
    capture.range = sw__forward_start_once(text);
    capture.in_iteration = true;
}

void sw__capture_end_iteration(void)
{
    if (capture.in_iteration)
        sw__forward_end(capture.range);
    capture.in_iteration = false;
}

void sw__capture_after_fork(void)
{
    capture.open = capture.in_iteration = false;
    capture.state = NULL;
}

const char *sw__capture_state(void)
{
    return capture.state;
}
