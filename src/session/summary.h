// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The summary: facts that say what the numbers mean, and the modules' tables.

#ifndef SW_SESSION_SUMMARY_H
#define SW_SESSION_SUMMARY_H

#include "report/report.h"
#include "session/report_files.h"

/// Fills an empty report with the summary so far. SW_NOT_RECORDED while no module is on. The session's lock is held for as
/// long as the report is used. Free the report in any case.
sw_status sw__summary_report(sw__report *report);

/// The summary so far to stderr, with what happened since the last call, in one write; a failure is left at that.
void sw__summary_progress(void);

/// The summary at the end of the session to stderr, and the report files.
void sw__summary_finish(const sw__report_settings *files);

#endif
