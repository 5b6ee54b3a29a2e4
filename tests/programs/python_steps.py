# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
"""Runs a scenario, as told by its argument, and prints what comes of it."""

import ctypes
import gc
import io
import sys
import threading
import time

if sys.argv[1] == "shared":
    # The program has the library already, before the module is there.
    kernel = ctypes.CDLL(sys.argv[2])

import stepwatch as sw


def show(*names):
    for name in names:
        stats = sw.meas_stats(name)
        print("%s: %s" % (name, stats and "%d measured, %d running" % (stats.count, stats.running)))


def line():
    return sys._getframe(1).f_lineno


@sw.scope("function")
def function(depth=0):
    """Its own."""
    return function(depth - 1) if depth else "result"


def blocks():
    with sw.one_time("set-up"):
        pass
    for _ in "12":
        with sw.scope("scope"), sw.measurement("measured"), sw.range("ranged"):
            pass
        sw.finish_iter(items=8)
    print(function(2), function.__name__, function.__doc__)
    kept = sw.scope("kept")
    with kept, kept:
        pass
    with kept:
        pass
    sw.start_meas("by hand")
    sw.end_meas("by hand")
    sw.range_push("pushed")
    sw.range_pop("pushed")
    sw.range_end(sw.range_start("across"))
    sw.mark("mark")
    sw.pause()
    with sw.scope("in a pause"):
        pass
    sw.resume()
    sw.value("loss", 0.25)
    show("scope", "measured", "ranged", "function", "kept", "by hand", "in a pause", "nothing")
    print(sw.get_num_nonwarmup_iters_measured(), sw.stopwatch_is_enabled(), sw.nvtx_is_enabled())


def statistics():
    sw.add_meas("elsewhere", 2000)
    sw.add_meas("elsewhere", 4000)
    stats = sw.meas_stats("elsewhere")
    print(stats.count, stats.total_ns, stats.min_ns, stats.max_ns, stats.threads, stats.captured)
    print("size", ctypes.sizeof(stats))


def exceptions():
    @sw.measurement("decorated")
    def fail():
        raise ValueError

    for _ in "123":
        try:
            with sw.scope("outer"), sw.scope("inner"), sw.range("range"):
                fail()
        except ValueError:
            pass
    try:
        with sw.one_time("once"):
            raise KeyError
    except KeyError:
        pass
    show("outer", "inner", "decorated")
    print(sw.status_text(sw.range_pop()))
    print(sw.status_text(sw.end_one_time_measurement("once")))


def threads():
    def work():
        for _ in [None] * 100:
            function(1)

    workers = [threading.Thread(target=work) for _ in "1234"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    show("function")
    print("threads", sw.meas_stats("function").threads)


def leak():
    with sw.range("leaking"):
        sw.range_push("leaked")
        return line() - 2


def sections():
    for _ in "12":
        with sw.scope("scope"), sw.section("section"):
            with sw.measurement("measured"):
                sw.section_begin("by hand")
                sw.section_end("by hand")
                sw.section_begin("unnamed")
                sw.section_end()
        print(sw.profiler_is_recording())
        sw.finish_iter()
        counts = {name: x for name, x in sw.metrics().items() if name.endswith("_count")}
        print(sorted(counts.items()), "total_time_sec" in sw.metrics())
    print(sw.profiler_is_enabled())


def mistakes():
    # What the library was given as names of files is to live on.
    scope = {"sw": sw}
    exec(compile("sw.range_push('made at run time')", "made/at/run/time.py", "exec"), scope)
    gc.collect()
    others = [bytes(len("made/at/run/time.py")) for _ in range(1000)]
    print("leak", leak())
    print("end", line(), sw.status_text(sw.end_meas("never started")))
    print(sw.status_text(sw.last_error()))
    print(sw.status_text(sw.range_pop("not open")))
    print(sw.value("loss", "no number"), sw.add_meas("elsewhere", -1), sw.add_meas("elsewhere", None))
    print(sw.finish_iter(items=-1), len(others))


def names():
    for name in "umläut", "\udc80\ud800", "nul\0nul", "long " * 1000, 42, None, "":
        with sw.scope(name), sw.measurement(name):
            sw.start_meas(name)
            sw.end_meas(name)
    show("umläut", 42)


def decorations():
    def generator():
        yield

    async def coroutine():
        pass

    for wrong in generator, coroutine:
        try:
            sw.scope("name")(wrong)
        except TypeError as error:
            print(error)

    @sw.scope
    def without_name():
        pass

    try:
        without_name(1)
    except TypeError as error:
        print(error)
    print(sw.scope("built in")(len)("abc"))


def printing():
    with sw.scope("scope"):
        pass
    sw.finish_iter()
    text = io.StringIO()
    print(sw.print_eval_times(text), "scope" in text.getvalue())
    print("before")
    print(sw.config_print())
    print(sorted(sw.summary())[:2], sw.summary()["iterations"])


def shared():
    kernel.sw_start_meas(b"kernel")
    kernel.sw_end_meas(b"kernel")
    with sw.measurement("kernel"):
        pass
    show("kernel")


def waiting():
    # Of CUDA there is a fake, which takes its time. Meanwhile the other thread runs.
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    worker = threading.Thread(target=count)
    worker.start()
    with sw.scope("scope"):
        print("counted during the wait:", counted[0] > 5)
    done.set()
    worker.join()


def off():
    blocks()
    print(sw.start_meas(None), sw.end_meas("x"), sw.range_pop("x"), sw.pause(), sw.begin_iter(), sw.value("x", "none"))
    print(sw.summary(), sw.print_eval_times(), sw.status_text(sw.last_error()))
    print(sw.section_begin(None), sw.section_end(), sw.profiler_is_enabled(), sw.profiler_is_recording(), sw.metrics())


if __name__ == "__main__":
    print("init", sw.init())
    globals()[sys.argv[1]]()
    if len(sys.argv) < 4:
        sw.finalize()
