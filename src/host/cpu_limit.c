// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_limit.h"

#include <math.h>

#include "host/cgroup_quota.h"

sw__cpu_limit sw__cpu_limit_of(hwloc_topology_t topology, const char *root)
{
    int affinity = sw__affinity_count(topology);
    sw__cpu_limit limit = {.quota = sw__cgroup_quota(root)};
    // A quota alone does not tell: the affinity may be less.
    if (affinity != SW__UNKNOWN) {
        limit.affinity = affinity;
        limit.allowed = fmin(limit.affinity, limit.quota);
    }
    return limit;
}

sw__cpu_limit sw__cpu_limit_now(void)
{
    return sw__cpu_limit_of(sw__topology(), "");
}
