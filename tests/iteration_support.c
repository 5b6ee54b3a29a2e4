// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_support.h"

#include "session_support.h"

void tick_section(const char *name)
{
    CHECK_EQUAL(sw_section_begin(name), SW_OK);
    tick();
    CHECK_EQUAL(sw_section_end(name), SW_OK);
}

void iterate_with(const char *name)
{
    tick();
    tick_section(name);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
}

void iterate(unsigned count)
{
    while (count-- > 0)
        iterate_with("denoise");
}
