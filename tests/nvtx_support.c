// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "nvtx_support.h"

#include <stdlib.h>

void ranges_open(bool keep_track_of_range_order)
{
    const sw_nvtx_options options = {.keep_track_of_range_order = keep_track_of_range_order};
    messages_catch();
    CHECK_EQUAL(sw_nvtx_enable(&options), SW_OK);
}

void finalize_quietly(void)
{
    stderr_keep();
    CHECK_EQUAL(sw_finalize(), SW_OK);
    free(stderr_kept());
}

void ranges_close(void)
{
    finalize_quietly();
    messages_release();
}

sw_range_stats stats_of_range(const char *name)
{
    sw_range_stats stats = {0};
    (void)sw_get_range_stats(name, &stats);
    return stats;
}
