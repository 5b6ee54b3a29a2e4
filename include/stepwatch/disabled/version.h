// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/version.h> when SW_DISABLE is defined.

#ifndef STEPWATCH_DISABLED_VERSION_H
#define STEPWATCH_DISABLED_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API const char *sw_version(void)
{
    return SW_VERSION_STRING;
}

#ifdef __cplusplus
}
#endif

#endif
