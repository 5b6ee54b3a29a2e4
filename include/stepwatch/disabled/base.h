// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/base.h> when SW_DISABLE is defined. SW_API makes an inline then, and every function that is
// declared with it has a body in this folder, in the file of the same name as the header.

#ifndef STEPWATCH_DISABLED_BASE_H
#define STEPWATCH_DISABLED_BASE_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API const char *sw_status_text(sw_status status)
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

SW_API sw_status sw_last_error(void)
{
    return SW_OK;
}

SW_API sw_name sw_register(const char *name)
{
    const sw_name none = {0};
    (void)name;
    return none;
}

SW_API const char *sw_name_text(sw_name name)
{
    (void)name;
    return "";
}

SW_API void sw_set_message_handler(sw_message_handler handler, void *user)
{
    (void)handler;
    (void)user;
}

#ifdef __cplusplus
}
#endif

#endif
