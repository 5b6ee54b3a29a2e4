// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which operators cost most: printed at the end of each cycle of recorded steps.

#ifndef CHARLM_OPERATORS_H
#define CHARLM_OPERATORS_H

/// From now on, if the run profile records operators. It then measures first what the machine can do.
void report_operators(void);

#endif
