// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "peak_flops.h"

#include <math.h>
#include <string.h>

#include <stepwatch/ops.h>

#include "base/message.h"
#include "base/misuse.h"

static uint64_t peak_bits; ///< atomic: of a double; of the process, not of the session

double sw__peak_flops(void)
{
    double peak;
    const uint64_t bits = __atomic_load_n(&peak_bits, __ATOMIC_RELAXED); // passes nothing else on
    memcpy(&peak, &bits, sizeof peak);
    return peak;
}

sw_status sw_set_peak_flops(double flops_per_second)
{
    if (!isfinite(flops_per_second)) {
        sw__say(SW_ERR_ARGUMENT, "sw_set_peak_flops: %f is no number of FLOPs a second", flops_per_second);
        return sw__fail(SW_ERR_ARGUMENT);
    }
    const double peak = flops_per_second > 0 ? flops_per_second : 0;
    uint64_t bits;
    memcpy(&bits, &peak, sizeof bits);
    __atomic_store_n(&peak_bits, bits, __ATOMIC_RELAXED); // the same
    return SW_OK;
}
