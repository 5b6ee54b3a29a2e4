// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "reading.h"

sw_status sw__reading_take(sw__reading *reading)
{
    sw_status status = sw__snapshot_take(&reading->snapshot);
    reading->iterations = sw__iterations_now();
    reading->clock = sw__clock_calibrate();
    reading->now = sw__clock_now();
    return status;
}

void sw__reading_free(sw__reading *reading)
{
    sw__snapshot_free(&reading->snapshot);
}
