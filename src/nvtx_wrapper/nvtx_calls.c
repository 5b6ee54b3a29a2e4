// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// The functions behind the macros of the same names, for pointers and for other languages: the place of a call is its
// return address.

#include <stepwatch/nvtx_wrapper.h>

#include "base/misuse.h"

sw_status(sw_range_push)(const char *name)
{
    return sw__range_push_at(name, SW__CALLER);
}

sw_status(sw_range_pop)(const char *expected)
{
    return sw__range_pop_at(expected, SW__CALLER);
}

sw_status(sw_range_push_handle)(sw_name name)
{
    return sw__range_push_handle_at(name, SW__CALLER);
}

sw_status(sw_range_pop_handle)(sw_name expected)
{
    return sw__range_pop_handle_at(expected, SW__CALLER);
}

sw_range(sw_range_start)(const char *name)
{
    return sw__range_start_at(name, SW__CALLER);
}

sw_status(sw_range_end)(sw_range range)
{
    return sw__range_end_at(range, SW__CALLER);
}

sw_status(sw_mark)(const char *name)
{
    return sw__mark_at(name, SW__CALLER);
}
