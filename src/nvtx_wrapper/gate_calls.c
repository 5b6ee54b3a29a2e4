// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// The calls that hold the gate of CUDA's profilers open.

#include <stepwatch/nvtx_wrapper.h>

#include "base/misuse.h"
#include "device/profiler_gate.h"

sw_status sw__cuda_profiler_start(void)
{
    return sw__profiler_gate_start() ? SW_OK : sw__fail(SW_ERR_NO_CUDA);
}

sw_status sw__cuda_profiler_stop(const char *file, uintptr_t line)
{
    if (sw__profiler_gate_stop())
        return SW_OK;
    return sw__misuse(SW_ERR_PROFILER_STOPPED, (sw__site){file, line}, "sw_cuda_profiler_stop", NULL, NULL);
}

sw_status(sw_cuda_profiler_start)(void)
{
    return sw_cuda_profiler_start();
}

sw_status(sw_cuda_profiler_stop)(void)
{
    return sw__cuda_profiler_stop_at(SW__CALLER);
}
