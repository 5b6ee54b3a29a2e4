// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ranges that are still open when nothing can close them any more in time: at the end of their thread, and of the session.

#ifndef SW_NVTX_WRAPPER_RANGE_LEFTOVERS_H
#define SW_NVTX_WRAPPER_RANGE_LEFTOVERS_H

#include "base/lanes.h"

/// Closes and reports the pushed ranges of a thread that ends.
void sw__range_leftovers_of_thread(sw__lane *lane);

/// Reports all ranges that are open in the session, and closes those that can be closed from here: the pushed ones of the
/// calling thread, and all started ones.
void sw__range_leftovers_of_session(void);

#endif
