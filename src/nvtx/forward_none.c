// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "forward.h"

bool sw__forward_may_have_tool;

sw__forward_state sw__forward_open(const char *domain)
{
    (void)domain;
    return SW__FORWARD_NOT_BUILT;
}

sw__forward_state sw__forward_state_now(void)
{
    return SW__FORWARD_NOT_BUILT;
}

void sw__forward_push(uint32_t name)
{
    (void)name;
}

void sw__forward_pop(void)
{
}

void sw__forward_mark(uint32_t name)
{
    (void)name;
}

uint64_t sw__forward_start(uint32_t name)
{
    (void)name;
    return 0;
}

uint64_t sw__forward_start_once(const char *text)
{
    (void)text;
    return 0;
}

void sw__forward_end(uint64_t id)
{
    (void)id;
}

void sw__forward_after_fork(void)
{
}
