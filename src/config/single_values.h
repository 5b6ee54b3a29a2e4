// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Single values in one line, as the environment gives them: "stopwatch.num_warmup_iters=3; on_error=abort".

#ifndef SW_CONFIG_SINGLE_VALUES_H
#define SW_CONFIG_SINGLE_VALUES_H

#include "config/reader.h"

/// Reads the line and stores its values, the later of two for one key: settings[i] points to the settings of
/// reader->groups[i]. Spaces around keys and values do not count; quotes have no meaning.
void sw__single_values_read(sw__reader *reader, const char *line, void *const *settings);

#endif
