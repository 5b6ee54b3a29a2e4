# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
"""stepwatch for Python: for programs whose loop is in Python and whose work is in C.

    import stepwatch as sw

    sw.init("config/run_profiles.yaml")        # STEPWATCH_PROFILE says which profile
    with sw.one_time("set-up"):
        model = make_model()
    for step in range(steps):
        with sw.scope("train_step"):           # a measurement, a range and a section: whatever the profile has on
            with sw.measurement("load"):       # a measurement alone
                batch = load(step)
            loss = forward(model, batch)
            with sw.range("optimizer"):        # a range alone; sw.section() is a section alone
                update(model)
        sw.value("loss", loss)
        sw.finish_iter(items=len(batch))
    sw.finalize()                              # the summary

    @sw.scope("forward")                       # each of them is a decorator, too
    def forward(model, batch): ...

A block is closed on every way out, an exception too. What C code of the same process measures goes into the same
summary.

The calls have the names that they have in C without sw_, return the same statuses, 0 or negative, and never raise for a
mistake in measuring: that is told once, with file and line of the Python code. include/stepwatch/*.h says what they do.
Names are converted at each call, so handles would bring nothing, and there are none.

The library is the one that STEPWATCH_LIBRARY names, or else that the process has already, that lies beside this file or
where `make install` puts both, or that the loader finds. Without it init() says so once, and all calls do nothing: a
program runs without its instruments.

Scopes and their parts belong to the thread, so they do not go around an `await` or a `yield`. An object may be used
again, and inside itself, but by one thread only; a decorated function may run on any.

While nothing is on, a block costs a look at one word of the library, and Python's own way in and out.
"""

import ctypes
import functools
import os
import sys

# The modules, by their bits in the state word: see base.h and scope.h.
_STOPWATCH, _NVTX, _PROFILER, _SESSION = 0x3, 0xC, 0x30, 0xC000
_SCOPE = _STOPWATCH | _NVTX | _PROFILER

_ERR_ARGUMENT, _NOT_RECORDED = -2, -23

_TEXT, _SIZE, _WORD, _STATUS = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64, ctypes.c_int
_SITE = (_TEXT, _SIZE)


class _Opened(ctypes.Structure):
    """What a scope opened: sw_scope."""

    _fields_ = [("started", ctypes.c_uint64), ("name", ctypes.c_uint32), ("range", ctypes.c_uint32),
                ("section", ctypes.c_uint32)]


class Range(ctypes.Structure):
    """A range across threads: sw_range."""

    _fields_ = [("id", ctypes.c_uint64)]


class MeasStats(ctypes.Structure):
    """Statistics of a measurement, with times in nanoseconds: sw_meas_stats."""

    _fields_ = [(name, ctypes.c_double if name.endswith("_ns") or name == "share" else ctypes.c_uint64) for name in (
        "count", "iterations", "total_ns", "per_iteration_ns", "per_interval_ns", "min_ns", "max_ns", "max_iteration",
        "stddev_ns", "p50_ns", "p90_ns", "p99_ns", "share", "threads", "straddled", "running", "running_ns",
        "unfinished", "captured")]


# ---- The library


def _candidates():
    """How to load it, first choice first, as names and modes for ctypes."""
    chosen = os.environ.get("STEPWATCH_LIBRARY")
    if chosen:
        yield chosen, ctypes.DEFAULT_MODE
        return
    names = "libstepwatch.so.0", "libstepwatch.so"
    yield names[0], ctypes.DEFAULT_MODE | os.RTLD_NOLOAD
    yield None, ctypes.DEFAULT_MODE  # the program itself
    folder = os.path.dirname(os.path.abspath(__file__))
    for beside in folder, os.path.join(folder, "..", "..", "lib"):  # as `make install` lays them out
        for name in names:
            if os.path.exists(os.path.join(beside, name)):
                yield os.path.join(beside, name), ctypes.DEFAULT_MODE
    for name in names:
        yield name, ctypes.DEFAULT_MODE


def _load():
    """The library, or None and why there is none."""
    reason = ""
    for name, mode in _candidates():
        try:
            library = ctypes.CDLL(name, mode)
            library.sw__scope_begin_of
            return library, ""
        except (OSError, AttributeError) as error:
            reason = str(error)
    return None, reason


_library, _missing = _load()
_state = _WORD.in_dll(_library, "sw__state_v1") if _library else _WORD(0)


def _function(name, result, *arguments):
    """A function of the library. Other threads of Python may run meanwhile: it may wait for a GPU, or for who reads what
    it prints, and they for the interpreter's lock."""
    if not _library:
        return None
    function = _library[name]
    function.argtypes, function.restype = arguments, result
    return function


def _text(name):
    return None if name is None else str(name).encode("utf-8", "backslashreplace")


def _number(x):
    """What is no number is none for the library either, which refuses it."""
    try:
        return float(x)
    except (TypeError, ValueError):
        return float("nan")


class _Files(dict):
    """Names of source files as C has them. They stay: the library keeps pointers to them."""

    def __missing__(self, name):
        return self.setdefault(name, _text(name))


_files = _Files()


def _caller(depth):
    """File and line of a function on the stack: 1 is the one that calls."""
    frame = sys._getframe(depth + 1)
    return _files[frame.f_code.co_filename], frame.f_lineno


def _described(call, name, text):
    call.__name__ = call.__qualname__ = name.replace("sw__", "")
    call.__doc__ = text
    return call


def _named(modules, name, text):
    """A call by name that does nothing while these modules are off."""
    function = _function(name, _STATUS, _TEXT, *_SITE)

    def call(name):
        return function(_text(name), *_caller(1)) if _state.value & modules else 0

    return _described(call, name, text)


def _plain(name, text):
    """A call of the session, which may print."""
    function = _function(name, _STATUS, *_SITE)

    def call():
        return function(*_caller(1)) if _state.value & _SESSION else 0

    return _described(call, name, text)


# ---- The session

_init = _function("sw_init", _STATUS, _TEXT, _TEXT)
_finish_iter = _function("sw__finish_iter", _STATUS, _WORD, *_SITE)
_last_error = _function("sw_last_error", _STATUS)
_status_text = _function("sw_status_text", _TEXT, _STATUS)


def init(path=None, profile=None):
    """Opens the session: with this config file and run profile, or as the environment says."""
    global _missing
    if _library:
        return _init(None if path is None else os.fsencode(path), _text(profile))
    if _missing:
        print("stepwatch: there is no library, so nothing is measured: %s; STEPWATCH_LIBRARY can name it" % _missing,
              file=sys.stderr)
        _missing = ""
    return 0


def finalize():
    """Prints the summary to stderr, and closes the session."""
    return _library.sw_finalize() if _library else 0


begin_iter = _plain("sw__begin_iter", "Marks the begin of an iteration. Optional.")
pause = _plain("sw__pause", "Stops the recording until resume().")
resume = _plain("sw__resume", "Goes on after pause().")


def finish_iter(items=0):
    """Ends the iteration, which has processed so many items."""
    items = _number(items)
    return _finish_iter(int(items) if items > 0 else 0, *_caller(1)) if _state.value & _SESSION else 0


def last_error():
    """The last status other than 0 of a call on this thread."""
    return _last_error() if _library else 0


def status_text(status):
    return _status_text(status).decode() if _library else ""


# ---- Blocks


class scope:
    """A block that is a measurement, a range and a section, as far as they are on. It may recurse: then the measurement
    times the outermost one. It closes exactly what it opened."""

    __slots__ = "_name", "_site", "_opened"

    _modules = _SCOPE
    _begin = _function("sw__scope_begin_of", _Opened, _TEXT, *_SITE, _WORD)
    _end = _function("sw__scope_end", None, ctypes.POINTER(_Opened))

    def __init__(self, name, _site=None):
        self._name = name
        self._site = _site
        self._opened = None

    def __enter__(self):
        if _state.value & self._modules:
            file, line = self._site or _caller(1)
            opened = self._begin(_text(self._name), file, line, self._modules)
            opened.outer = self._opened
            self._opened = opened
        return self

    def __exit__(self, *exception):
        opened = self._opened
        if opened is not None:
            self._opened = opened.outer
            if opened.name:
                self._end(opened)

    def __call__(self, function):
        """As a decorator: each call is a block of its own."""
        return _decorate(type(self), self._name, function)


class measurement(scope):
    """A block that is a measurement alone."""

    __slots__ = ()
    _modules = _STOPWATCH


class range(scope):
    """A block that is a range alone."""

    __slots__ = ()
    _modules = _NVTX


class section(scope):
    """A block that is a section alone."""

    __slots__ = ()
    _modules = _PROFILER


class one_time:
    """A block that is measured once per name, in no iteration and no warm-up: what comes before the loop, or the loop."""

    __slots__ = "_name", "_site", "_started"

    _begin = _function("sw__start_one_time", _STATUS, _TEXT, *_SITE)
    _end = _function("sw__end_one_time", _STATUS, _TEXT, *_SITE)

    def __init__(self, name, _site=None):
        self._name = name
        self._site = _site
        self._started = False

    def __enter__(self):
        if _state.value & _STOPWATCH:
            file, line = self._site or _caller(1)
            self._started = self._begin(_text(self._name), file, line) == 0
        return self

    def __exit__(self, *exception):
        if self._started and _state.value & _STOPWATCH:
            file, line = self._site or _caller(1)
            self._end(_text(self._name), file, line)
        self._started = False

    def __call__(self, function):
        return _decorate(type(self), self._name, function)


# CO_GENERATOR, CO_COROUTINE and CO_ASYNC_GENERATOR, as inspect has them, which takes long to import.
_SUSPENDED = 0x20 | 0x80 | 0x200


def _decorate(kind, name, function):
    if callable(name):
        raise TypeError('a name is missing: write @%s("name")' % kind.__name__)
    code = getattr(function, "__code__", None)
    if code and code.co_flags & _SUSPENDED:
        raise TypeError("%s is left and entered again, maybe by another thread: measure what it calls"
                        % function.__name__)
    site = (_files[code.co_filename], code.co_firstlineno) if code else _caller(2)

    @functools.wraps(function)
    def call(*arguments, **named):
        with kind(name, site):
            return function(*arguments, **named)

    return call


# ---- The stopwatch

start_meas = _named(_STOPWATCH, "sw__start_meas", "Starts a measurement on this thread.")
end_meas = _named(_STOPWATCH, "sw__end_meas", "Ends it.")
start_one_time_measurement = _named(_STOPWATCH, "sw__start_one_time", "Starts a one-time measurement.")
end_one_time_measurement = _named(_STOPWATCH, "sw__end_one_time", "Ends it, on any thread.")
set_cpu_usage_meas_name = _named(_STOPWATCH, "sw__set_cpu_usage_meas_name", "Chooses whose CPU usage is taken.")

_add_meas = _function("sw__add_meas", _STATUS, _TEXT, _WORD, *_SITE)
_value = _function("sw__value", _STATUS, _TEXT, ctypes.c_double, *_SITE)
_is_enabled = _function("sw_stopwatch_is_enabled", ctypes.c_bool)
_iterations = _function("sw_get_num_nonwarmup_iters_measured", _WORD)
_meas_stats = _function("sw__get_meas_stats", _STATUS, _TEXT, ctypes.POINTER(MeasStats), ctypes.c_uint32)


def add_meas(name, ns):
    """Adds an interval of so many nanoseconds that was measured elsewhere."""
    if not _state.value & _STOPWATCH:
        return 0
    ns = _number(ns)
    return _add_meas(_text(name), int(ns), *_caller(1)) if ns >= 0 else _ERR_ARGUMENT


def value(name, x):
    """Records a value, such as a loss."""
    return _value(_text(name), _number(x), *_caller(1)) if _state.value & _STOPWATCH else 0


def stopwatch_is_enabled():
    return bool(_library) and _is_enabled()


def get_num_nonwarmup_iters_measured():
    return _iterations() if _library else 0


def meas_stats(name):
    """The MeasStats of a measurement so far, over all threads; None if nothing was counted."""
    stats = MeasStats()
    recorded = _library and _meas_stats(_text(name), stats, ctypes.sizeof(stats)) == 0
    return stats if recorded else None


# ---- Ranges

range_push = _named(_NVTX, "sw__range_push", "Opens a range on this thread.")
mark = _named(_NVTX, "sw__mark", "Marks a moment.")

_range_pop = _function("sw__range_pop", _STATUS, _TEXT, *_SITE)
_range_start = _function("sw__range_start", Range, _TEXT, *_SITE)
_range_end = _function("sw__range_end", _STATUS, Range, *_SITE)
_ranges_are_enabled = _function("sw_nvtx_is_enabled", ctypes.c_bool)


def range_pop(expected=None):
    """Closes the innermost range of this thread; where order is checked, down to and including the one of this name."""
    return _range_pop(_text(expected), *_caller(1)) if _state.value & _NVTX else 0


def range_start(name):
    """Opens a range that any thread may close, with range_end()."""
    return _range_start(_text(name), *_caller(1)) if _state.value & _NVTX else Range()


def range_end(started):
    return _range_end(started, *_caller(1)) if _state.value & _NVTX else 0


def nvtx_is_enabled():
    return bool(_library) and _ranges_are_enabled()


# ---- The profiler

section_begin = _named(_PROFILER, "sw__section_begin", "Begins a section on this thread, inside the one begun last.")

_section_end = _function("sw__section_end", _STATUS, _TEXT, *_SITE)
_profiler_is_enabled = _function("sw_profiler_is_enabled", ctypes.c_bool)
_profiler_is_recording = _function("sw_profiler_is_recording", ctypes.c_bool)
_Visitor = ctypes.CFUNCTYPE(None, _TEXT, ctypes.c_double, ctypes.c_void_p)
_for_each_metric = _function("sw_for_each_metric", _STATUS, _Visitor, ctypes.c_void_p)


def section_end(name=None):
    """Ends the section of this name that was begun last; without a name that of any."""
    return _section_end(_text(name), *_caller(1)) if _state.value & _PROFILER else 0


def profiler_is_enabled():
    return bool(_library) and _profiler_is_enabled()


def profiler_is_recording():
    """Whether the current iteration is recorded."""
    return bool(_library) and _profiler_is_recording()


def metrics():
    """The values of the iteration that was finished last, by the names of sw_get_metric(); empty if it had none."""
    values = {}
    if _library:
        _for_each_metric(_Visitor(lambda name, x, _: values.update({name.decode("utf-8", "replace"): x})), None)
    return values


# ---- Output

_libc = ctypes.CDLL(None)
_libc.open_memstream.restype = ctypes.c_void_p
_libc.fclose.argtypes = _libc.free.argtypes = (ctypes.c_void_p,)


def _printed(name):
    """Status and text of a call that prints to a FILE."""
    if not _library:
        return _NOT_RECORDED, ""
    text, size = ctypes.c_void_p(), _SIZE()
    file = _libc.open_memstream(ctypes.byref(text), ctypes.byref(size))
    if not file:
        raise MemoryError
    status = _function(name, _STATUS, ctypes.c_void_p)(file)
    _libc.fclose(file)
    printed = ctypes.string_at(text, size.value).decode("utf-8", "replace")
    _libc.free(text)
    return status, printed


def _print(name, file):
    status, text = _printed(name)
    (file or sys.stdout).write(text)
    return status


def print_eval_times(file=None):
    """Prints the summary so far to a file of Python, sys.stdout if none is given."""
    return _print("sw_print_eval_times", file)


def config_print(file=None):
    """Prints the effective configuration, as a config file."""
    return _print("sw_config_print", file)


def summary():
    """The run so far in at most ten numbers, by name, for an experiment tracker: those of sw_print_summary()."""
    return {name: float(number) for name, number in map(str.split, _printed("sw_print_summary")[1].splitlines())}
