// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// The functions behind the macros of the same names, for pointers and for other languages: the place of a call is its
// return address.

#include <stepwatch/ops.h>

#include "base/misuse.h"
#include "base/state.h"

sw_status(sw_op_begin)(const char *name, const sw_op_info *info)
{
    return sw__is_on(SW__OPS_BITS) ? sw__op_begin(name, info, sizeof *info, SW__CALLER) : SW_OK;
}

sw_status(sw_op_begin_handle)(sw_name name, const sw_op_info *info)
{
    return sw__is_on(SW__OPS_BITS) ? sw__op_begin_handle(name, info, sizeof *info, SW__CALLER) : SW_OK;
}

sw_status(sw_op_end)(const char *name)
{
    return sw__op_end_at(name, SW__CALLER);
}

sw_status(sw_op_end_handle)(sw_name name)
{
    return sw__op_end_handle_at(name, SW__CALLER);
}
