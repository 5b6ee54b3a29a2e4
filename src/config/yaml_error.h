// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The YAML parser's errors in words that help whoever wrote the file.

#ifndef SW_CONFIG_YAML_ERROR_H
#define SW_CONFIG_YAML_ERROR_H

#include <yaml.h>

#include "config/file_text.h"

/// Adds the error at which the parser of the file's text has stopped.
void sw__yaml_error_explain(const yaml_parser_t *parser, const sw__file_text *file, sw__mistakes *mistakes);

#endif
