// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Timers, NVTX ranges and run profiles for training loops and iterative solvers: all of stepwatch.

#ifndef STEPWATCH_STEPWATCH_H
#define STEPWATCH_STEPWATCH_H

#include <stepwatch/base.h>
#include <stepwatch/flops.h>
#include <stepwatch/nvtx_wrapper.h>
#include <stepwatch/ops.h>
#include <stepwatch/profiler.h>
#include <stepwatch/scope.h>
#include <stepwatch/session.h>
#include <stepwatch/stopwatch.h>
#include <stepwatch/version.h>

#endif
