// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "used_records.h"

// Atomic, all relaxed: what was recorded is ordered by the logs, this only says that there is something.
static uint32_t session = 1;
static uint32_t used_in[SW__RECORD_CAP]; ///< by record: the last session that used it

uint32_t sw__used_record(sw__kind kind, uint32_t name)
{
    uint32_t record = sw__record_of(kind, name, 0);
    __atomic_store_n(&used_in[record], __atomic_load_n(&session, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
    return record;
}

bool sw__is_used_record(uint32_t record)
{
    return record && __atomic_load_n(&used_in[record], __ATOMIC_RELAXED) == __atomic_load_n(&session, __ATOMIC_RELAXED);
}

void sw__used_records_reset(void)
{
    __atomic_fetch_add(&session, 1, __ATOMIC_RELAXED);
}
