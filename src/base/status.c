// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <stepwatch/version.h>

#include "misuse.h"

static _Thread_local sw_status last_error;

const char *sw_status_text(sw_status status)
{
    switch (status) {
#define SW__TEXT(name, value, text)                                                                                    \
    case name:                                                                                                         \
        return text;
        SW_STATUS_MAP(SW__TEXT)
#undef SW__TEXT
    }
    return "unknown status";
}

sw_status sw__fail(sw_status status)
{
    last_error = status;
    return status;
}

sw_status sw_last_error(void)
{
    return last_error;
}

const char *sw_version(void)
{
    return SW_VERSION_STRING;
}
