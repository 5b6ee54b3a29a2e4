// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Lays the spans of a trace out on tracks, on each of which they nest: viewers draw nothing else right. Sections of a lane
// share a track, measurements have others, as they need not nest; where spans cross, the later one goes to a track below.

#ifndef SW_REPORT_TRACE_LAYOUT_H
#define SW_REPORT_TRACE_LAYOUT_H

#include "report/trace.h"

typedef struct sw__track {
    uint32_t lane;
    sw__kind kind;   ///< of the first span on it
    uint32_t number; ///< among those of its lane and kind, from 0
    uint32_t id;     ///< from 1, those of sections before the others
} sw__track;

typedef struct sw__tracks {
    sw__track *all;
    size_t count;
    bool failed;
} sw__tracks;

/// Sorts the spans, outer ones before inner ones, and sets their tracks. The tracks come in the order in which they are to
/// be shown. Where the clock says that several spans of a track begin or end in one nanosecond, the later ones do so in the
/// next ones.
sw__tracks sw__trace_lay_out(sw__trace *trace);

void sw__tracks_free(sw__tracks *tracks);

#endif
