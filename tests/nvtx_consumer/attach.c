// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// An NVTX tool: a library that NVTX loads into a process when NVTX_INJECTION64_PATH names it. It takes the functions that
// work on a domain, and leaves the others to do nothing.

#include <stddef.h>

#include "recording.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_export_table);

typedef struct handler {
    NvtxCallbackIdCore2 id;
    NvtxFunctionPointer function;
} handler;

#define HANDLER(id, function)                                                                                          \
    {                                                                                                                  \
        NVTX_CBID_CORE2_##id, (NvtxFunctionPointer)(function)                                                          \
    }

static const handler handlers[] = {
    HANDLER(DomainCreateA, record_domain),     HANDLER(DomainRegisterStringA, record_string),
    HANDLER(DomainRangePushEx, record_push),   HANDLER(DomainRangePop, record_pop),
    HANDLER(DomainRangeStartEx, record_start), HANDLER(DomainRangeEnd, record_end),
    HANDLER(DomainMarkEx, record_mark),
};

// NVTX calls this once for each module of the process that has NVTX in it.
int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_export_table)
{
    const NvtxExportTableCallbacks *callbacks = get_export_table(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable table = NULL;
    unsigned size = 0;
    if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size))
        return 0;
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (handlers[i].id < size)
            *table[handlers[i].id] = handlers[i].function;
    record_attach();
    return 1;
}
