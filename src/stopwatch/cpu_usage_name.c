// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_usage_name.h"

#include <string.h>

#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "base/names.h"
#include "base/records.h"
#include "host/machine_ticks.h"
#include "stopwatch/used_records.h"

uint32_t sw__cpu_usage_chosen;

static void set(uint32_t name)
{
    __atomic_store_n(&sw__cpu_usage_chosen, name, __ATOMIC_RELAXED); // see sw__cpu_usage_name()
}

void sw__cpu_usage_start(const char *name)
{
    uint32_t id = name && *name ? sw__intern(name, strlen(name)) : 0;
    // Names beyond the cap cannot be told apart.
    if (id == SW__NAME_OTHER)
        sw__names_tell();
    if (!id || id == SW__NAME_OTHER)
        return;
    sw__machine_ticks_open();
    set(id);
}

void sw__cpu_usage_finish(void)
{
    set(0);
    sw__machine_ticks_close();
}

void sw__cpu_usage_after_fork(void)
{
    set(0);
    sw__machine_ticks_after_fork();
}

sw_status sw__set_cpu_usage_meas_name(const char *name, const char *file, uintptr_t line)
{
    static const char call[] = "sw_set_cpu_usage_meas_name";
    sw__site site = {file, line};
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, call, name, NULL);
    uint32_t id = sw__intern(name, strlen(name));
    if (id == SW__NAME_OTHER)
        return sw__name_was_other();
    if (!sw__cpu_usage_name() && sw__is_used_record(sw__record_find(SW__KIND_MEAS, id, 0)))
        return sw__misuse(SW_ERR_STARTED, site, call, name, "choose it before its first start");
    // Ready before a start can see the name. Of two threads that choose at once, one is the first.
    sw__machine_ticks_open();
    uint32_t chosen = 0;
    if (__atomic_compare_exchange_n(&sw__cpu_usage_chosen, &chosen, id, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
        chosen == id)
        return SW_OK;
    return sw__misuse(SW_ERR_ALREADY, site, call, name, "the CPU usage of \"%s\" is taken", sw__name_text(chosen));
}
