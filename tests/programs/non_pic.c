// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Built as code that is not position-independent: the linker then puts a copy of the state word into the program, and the
// library has to use that one.

#include <stepwatch/stepwatch.h>

int main(void)
{
    const bool before = sw__is_on(SW__STOPWATCH_BITS);
    sw_stopwatch_enable(NULL);
    const bool after = sw__is_on(SW__STOPWATCH_BITS);
    sw_start_meas("step");
    sw_end_meas("step");
    sw_meas_stats stats = {0};
    sw_get_meas_stats("step", &stats);
    printf("off %d, on %d, counted %d\n", before, after, (int)stats.count);
    return sw_finalize() == SW_OK ? 0 : 1;
}
