# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
"""What a block, and a start and end, cost in Python, off and on."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "bindings"))

import stepwatch as sw

PAIRS, ROUNDS = 1000, 150


def with_scope(times):
    for _ in times:
        with sw.scope("with scope"):
            pass


@sw.scope("decorated")
def function():
    pass


def decorated_function(times):
    for _ in times:
        function()


def start_and_end(times):
    for _ in times:
        sw.start_meas("start and end")
        sw.end_meas("start and end")


def ns_of(work):
    begin = time.perf_counter_ns()
    work(range(PAIRS))
    return (time.perf_counter_ns() - begin) / PAIRS


def measure_all(state):
    for work in with_scope, decorated_function, start_and_end:
        name = "%s, %s" % (state, work.__name__.replace("_", " "))
        print("  %-50s %13.0f" % (name, min(ns_of(work) for _ in range(ROUNDS))))


print("\n%-52s%14s" % ("A start and end in Python %d.%d" % sys.version_info[:2], "ns"))
measure_all("off")
os.environ["STEPWATCH_SET"] = "stopwatch.enable=true"
sw.init()
measure_all("on")
os.close(2)  # the summary is of no interest here
