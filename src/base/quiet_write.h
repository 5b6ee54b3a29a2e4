// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Writing that raises no signal: a reader that is gone, or a limit on the size of files, would end the program.

#ifndef SW_BASE_QUIET_WRITE_H
#define SW_BASE_QUIET_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/// Writes all of the text, with one write(2) if the system takes it as a whole. False: errno says why, and a part of it
/// may have been written.
bool sw__quiet_write(int fd, const char *text, size_t length);

#endif
