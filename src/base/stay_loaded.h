// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What has threads, exit and fork call back into the library must not go before they do. libstepwatch.so is linked so that it
// stays; a plugin that has the static library in it has not been.

#ifndef SW_BASE_STAY_LOADED_H
#define SW_BASE_STAY_LOADED_H

/// Keeps the object that this library is in, a plugin perhaps, until the process ends, also after its dlclose().
void sw__stay_loaded(void);

#endif
