// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What of a Chrome trace a viewer has to show: its tracks, the names on each, and the time that each name takes.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

function named(events, what, key) {
    return new Map(events.filter(({ ph, name }) => ph === "M" && name === what).map((e) => [e[key], e.args.name]));
}

// The time of a span that lies in one of the same name is in that one's already.
function add_time(totals, name, start, end) {
    const seen = totals.get(name) ?? { total: 0, end: 0 };
    if (start >= seen.end) totals.set(name, { total: seen.total + end - start, end });
}

function add_span(track, { name, args, ts, dur }) {
    const start = Math.round(1000 * ts);
    const end = start + Math.round(1000 * dur);
    while (track.open.length && track.open.at(-1) <= start) track.open.pop();
    track.open.push(end);
    track.depth = Math.max(track.depth, track.open.length);
    add_time(track.totals, args ? `${name} ${JSON.stringify(args)}` : name, start, end);
}

/// A list of {title, depth, totals: name -> {total}}, in nanoseconds. Titles and names are as speedscope words them: it
/// takes the arguments of a span for a part of its name.
export function tracks_of(path) {
    const bytes = readFileSync(path);
    const events = JSON.parse(path.endsWith(".gz") ? gunzipSync(bytes) : bytes).traceEvents;
    const processes = named(events, "process_name", "pid");
    const threads = named(events, "thread_name", "tid");
    const tracks = new Map();
    for (const span of events.filter(({ ph }) => ph === "X")) {
        const { pid, tid } = span;
        const title = `${processes.get(pid)} (pid ${pid}), ${threads.get(tid)} (tid ${tid})`;
        if (!tracks.has(title)) tracks.set(title, { title, depth: 0, totals: new Map(), open: [] });
        add_span(tracks.get(title), span);
    }
    return [...tracks.values()];
}
