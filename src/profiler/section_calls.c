// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// The functions behind the macros of the same names, for pointers and for other languages: the place of a call is its
// return address.

#include <stepwatch/profiler.h>

#include "base/misuse.h"

sw_status(sw_section_begin)(const char *name)
{
    return sw__section_begin_at(name, SW__CALLER);
}

sw_status(sw_section_end)(const char *name)
{
    return sw__section_end_at(name, SW__CALLER);
}

sw_status(sw_section_begin_handle)(sw_name name)
{
    return sw__section_begin_handle_at(name, SW__CALLER);
}

sw_status(sw_section_end_handle)(sw_name name)
{
    return sw__section_end_handle_at(name, SW__CALLER);
}
