// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The sections of scopes: closed by their serial number, not by their name. For the session; begin and end come with the
// lane entered, after the waits for the GPU.

#ifndef SW_PROFILER_SECTION_SCOPES_H
#define SW_PROFILER_SECTION_SCOPES_H

#include "profiler/sections.h"

/// Opens a section and returns its serial number on this thread, never 0. `has_range`: the scope has a range of its own in
/// the tool. `begun` is to be passed to sw__section_refused() after the lane was left.
uint32_t sw__section_scope_begin(sw__lane *lane, uint32_t name, sw__site site, bool has_range,
                                 sw__section_begun *begun);

/// Before the time of the end is read, with no lane entered: waits for the GPU, if the section is to.
void sw__section_scope_wait_at_end(uint32_t serial);

/// Closes exactly that section, if it is still open, and cuts off what is open inside it; `now` is as in
/// sw__time_of_end().
void sw__section_scope_end(sw__lane *lane, uint32_t serial, uint64_t now);

#endif
