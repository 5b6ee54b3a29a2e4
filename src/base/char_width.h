// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How many columns of a terminal a character takes. The C library's wcwidth() depends on the program's locale, which is
// "C" in most training programs.

#ifndef SW_BASE_CHAR_WIDTH_H
#define SW_BASE_CHAR_WIDTH_H

#include <stdint.h>

/// 1; 2 for wide ones, mostly of East Asia; 0 for those that join the one before; -1 for what must not reach a
/// terminal: control characters, line separators, byte order marks, and marks that change the direction of a line.
int sw__char_width(uint32_t code);

#endif
