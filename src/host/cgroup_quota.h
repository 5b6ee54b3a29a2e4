// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CPU quota of this process's cgroups: how many CPUs' time all processes of such a group together may take. It is often
// a fraction, and no affinity shows it.

#ifndef SW_HOST_CGROUP_QUOTA_H
#define SW_HOST_CGROUP_QUOTA_H

/// The least quota of the process's cgroups of either version and of all their ancestors that can be seen from here, in
/// CPUs; INFINITY if there is none. All files are looked for below the folder `root`, "" for the machine's own. Reads
/// files: not for a hot path. Any thread.
double sw__cgroup_quota(const char *root);

#endif
