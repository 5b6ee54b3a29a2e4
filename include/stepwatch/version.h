// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The version, at compile time and at run time.
//
// Within one major version a program built against an older header runs with a newer library: functions stay, structs
// only grow at their end, and the state word keeps its name and layout.

#ifndef STEPWATCH_VERSION_H
#define STEPWATCH_VERSION_H

#include <stepwatch/base.h>

/// The version of these headers. The build, and what it installs, takes it from here.
#define SW_VERSION_MAJOR 0
#define SW_VERSION_MINOR 1
#define SW_VERSION_PATCH 0
#define SW_VERSION_STRING SW__VERSION_TEXT(SW_VERSION_MAJOR, SW_VERSION_MINOR, SW_VERSION_PATCH)

#define SW__VERSION_TEXT(major, minor, patch) SW__VERSION_TEXT_(major, minor, patch)
#define SW__VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the library that runs, such as "0.1.0". Static text; any thread, any time.
SW_API const char *sw_version(void);

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/version.h>
#endif

#endif
