// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How the tracks of a trace are numbered.

#include "report/trace_layout.h"

#include "test.h"

enum { LEVELS = 3, MEAS = LEVELS + 1, ITERATION };

// Each level lies in the one before, and one lane.
static sw__trace empty_trace(void)
{
    sw__trace trace = {0};
    for (uint32_t level = 1; level <= LEVELS; level++)
        sw__trace_define_record(&trace, level, SW__KIND_SECTION, "level", level - 1);
    sw__trace_define_record(&trace, MEAS, SW__KIND_MEAS, "load", 0);
    sw__trace_define_record(&trace, ITERATION, SW__KIND_ITERATION, "iteration", 0);
    sw__trace_define_lane(&trace, 1, (sw__trace_lane){77, "main"});
    return trace;
}

static void test_sections_have_the_lowest_track_numbers(void)
{
    sw__trace trace = empty_trace();
    sw__trace_define_lane(&trace, 2, (sw__trace_lane){78, "worker"});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, MEAS, 2, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, 1, 2, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, MEAS, 1, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, 1, 1, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, ITERATION, 0, 0, 0});
    sw__tracks tracks = sw__trace_lay_out(&trace);
    const struct {
        uint32_t lane;
        sw__kind kind;
        uint32_t id;
    } expected[] = {{0, SW__KIND_ITERATION, 3},
                    {1, SW__KIND_SECTION, 1},
                    {1, SW__KIND_MEAS, 4},
                    {2, SW__KIND_SECTION, 2},
                    {2, SW__KIND_MEAS, 5}};
    CHECK_EQUAL(tracks.count, 5);
    for (size_t i = 0; i < tracks.count; i++) {
        CHECK_EQUAL(tracks.all[i].lane, expected[i].lane);
        CHECK_EQUAL(tracks.all[i].kind, expected[i].kind);
        CHECK_EQUAL(tracks.all[i].id, expected[i].id);
    }
    sw__tracks_free(&tracks);
    sw__trace_free(&trace);
}

CU_TestInfo trace_layout_tests[] = {
    {"sections have the lowest track numbers", test_sections_have_the_lowest_track_numbers},
    CU_TEST_INFO_NULL,
};
