// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The report files that a run profile asks for, beside the text of the summary.

#ifndef SW_SESSION_REPORT_FILES_H
#define SW_SESSION_REPORT_FILES_H

#include "config/options.h"
#include "report/report.h"

typedef struct sw__report_settings {
    const char *json; ///< a path; NULL: none
    const char *csv;
} sw__report_settings;

extern const sw__option_group sw__report_option_group;

/// Adds what the files need beyond the text: the rank.
void sw__report_files_facts(sw__facts *facts);

/// Writes the files that are asked for. What cannot be written is reported with its path and the reason.
void sw__report_files_write(const sw__report_settings *settings, const sw__report *report);

#endif
