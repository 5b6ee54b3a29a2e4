// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What NVTX handed over, in its order, and the report of it: lines of words, with the name, which may hold blanks, last.
// Control characters and backslashes in a name are written as \x0a. Threads, domains and started ranges are numbered from 1, in the order of their first appearance.
//
//     attached <times>
//     domain <domain> <name>
//     string <domain> <times registered> <name>
//     push <thread> <depth, from 1> <domain> <registered|ascii|none> <colour> <name>
//     pop <thread> <depth, from 1; 0: nothing was open> <domain>
//     start <range> <thread> <domain> <registered|ascii|none> <colour> <name>
//     end <range, 0: not open> <thread> <domain>
//     mark <thread> <domain> <registered|ascii|none> <colour> <name>
//
// The report is written when the process ends, to the file that NVTX_CONSUMER_REPORT names. Without one nothing is kept.

#ifndef TESTS_NVTX_CONSUMER_RECORDING_H
#define TESTS_NVTX_CONSUMER_RECORDING_H

#include <nvtx3/nvToolsExt.h>

void record_attach(void);

nvtxDomainHandle_t record_domain(const char *name);
nvtxStringHandle_t record_string(nvtxDomainHandle_t domain, const char *text);

int record_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event);
int record_pop(nvtxDomainHandle_t domain);
nvtxRangeId_t record_start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event);
void record_end(nvtxDomainHandle_t domain, nvtxRangeId_t range);
void record_mark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event);

#endif
