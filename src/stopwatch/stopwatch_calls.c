// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// The functions behind the macros of the same names, for pointers and for other languages: the place of a call is its
// return address.

#include <stepwatch/stopwatch.h>

#include "base/misuse.h"

sw_status(sw_start_meas)(const char *name)
{
    return sw__start_meas_at(name, SW__CALLER);
}

sw_status(sw_end_meas)(const char *name)
{
    return sw__end_meas_at(name, SW__CALLER);
}

sw_status(sw_start_meas_handle)(sw_name name)
{
    return sw__start_meas_handle_at(name, SW__CALLER);
}

sw_status(sw_end_meas_handle)(sw_name name)
{
    return sw__end_meas_handle_at(name, SW__CALLER);
}

sw_status(sw_start_one_time_measurement)(const char *name)
{
    return sw__start_one_time_at(name, SW__CALLER);
}

sw_status(sw_end_one_time_measurement)(const char *name)
{
    return sw__end_one_time_at(name, SW__CALLER);
}

sw_status(sw_set_cpu_usage_meas_name)(const char *name)
{
    return sw__set_cpu_usage_meas_name_at(name, SW__CALLER);
}

sw_status(sw_add_meas)(const char *name, uint64_t ns)
{
    return sw__add_meas_at(name, ns, SW__CALLER);
}

sw_status(sw_value)(const char *name, double value)
{
    return sw__value_at(name, value, SW__CALLER);
}
