// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_support.h"

#include <stdio.h>
#include <stdlib.h>

#include "process.h"
#include "python.h"
#include "test.h"

static const char reader[] =
    "import glob, gzip, json, re, sys, types\n"
    "def refuse(word): raise ValueError(word)\n"
    "def once(pairs):\n"
    "    assert len(dict(pairs)) == len(pairs), pairs\n"
    "    return dict(pairs)\n"
    "def ns(number):\n"
    "    assert re.fullmatch(r'\\d+\\.\\d\\d\\d', number), number\n"
    "    return int(number.replace('.', ''))\n"
    "def add_span(t, e, open_ends):\n"
    "    e.ts, e.dur = ns(e.ts), ns(e.dur)\n"
    "    assert e.tid in t.tracks, e\n"
    "    ends = open_ends.setdefault(e.tid, [(0, 1 << 63)])\n"
    "    assert ends[0][0] < e.ts or len(ends) == 1, (e, ends)\n"
    "    ends[0] = (e.ts, 1 << 63)\n"
    "    while ends[-1][1] < e.ts: ends.pop()\n"
    "    assert e.ts + e.dur < ends[-1][1], (e, ends)\n"
    "    ends.append((e.ts, e.ts + e.dur))\n"
    "    t.spans.append(e)\n"
    "def load(path):\n"
    "    text = (gzip.open if path.endswith('.gz') else open)(path, 'rb').read().decode('utf-8')\n"
    "    whole = json.loads(text, parse_constant=refuse, parse_float=str, object_pairs_hook=once)\n"
    "    t = types.SimpleNamespace(text=text, about=whole['otherData'], spans=[], counters={}, tracks={})\n"
    "    open_ends = {}\n"
    "    for event in whole['traceEvents']:\n"
    "        e = types.SimpleNamespace(**{'args': {}, **event})\n"
    "        assert e.pid == t.about.get('rank', e.pid), event\n"
    "        if e.ph == 'X': add_span(t, e, open_ends)\n"
    "        elif e.ph == 'C' and ns(e.ts) >= 0: t.counters.setdefault(e.name, []).append(float(e.args['value']))\n"
    "        elif e.ph == 'M' and e.name == 'thread_name':\n"
    "            assert e.tid not in t.tracks, event\n"
    "            t.tracks[e.tid] = e.args['name']\n"
    "        else: assert e.ph == 'M', event\n"
    "    return t\n"
    "def named(name): return [e for e in spans if e.name == name]\n"
    "path = sys.argv[1]\n";

static void check(const char *argument, const char *checks)
{
    char *script;
    if (asprintf(&script, "%s%s", reader, checks) < 0)
        return;
    python_check(script, argument);
    free(script);
}

void trace_check(const char *path, const char *checks)
{
    char *script;
    if (asprintf(&script, "globals().update(vars(load(path)))\n%s", checks) < 0)
        return;
    check(path, script);
    free(script);
}

void trace_check_all(const char *pattern)
{
    check(pattern, "files = glob.glob(path)\n"
                   "assert files, path\n"
                   "for file in files: load(file)\n");
}

int trace_recover(const char *raw, const char *to)
{
    const char *const argv[] = {BUILD_DIR "/bin/stepwatch_trace", raw, to, NULL};
    process_result result = process_run(argv, NULL, 60);
    const int status = result.exit_status;
    if (status != 0)
        printf("%s", result.err);
    process_free(&result);
    return status;
}
