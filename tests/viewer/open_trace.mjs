// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Opens a trace in speedscope and holds what is shown against the file: tracks, names and times.
//     node open_trace.mjs SPEEDSCOPE FOLDER TRACE [PICTURE]
// SPEEDSCOPE is the folder of its release, FOLDER is for what Chromium keeps. One line for each check: ok or FAILED.
// What speedscope says is a failure, too, unless it is known to be harmless.

import { resolve } from "node:path";

import { Speedscope, eventually } from "./speedscope.mjs";
import { tracks_of } from "./trace_content.mjs";

const [release, folder, trace, picture] = process.argv.slice(2).map((path) => resolve(path));

function failed(text) {
    console.log(`FAILED: ${text}`);
    process.exitCode = 1;
}

function differences(expected, shown) {
    const found = [];
    for (const [name, { total }] of expected) {
        const seen = shown.get(name);
        if (!seen) found.push(`${name} is not shown`);
        else if (Math.abs(seen.total - total) > seen.error) found.push(`${name} takes ${seen.total} ns, not ${total}`);
    }
    for (const name of shown.keys()) if (!expected.has(name)) found.push(`${name} is shown`);
    return found;
}

async function check_track(speedscope, track, number) {
    track.number = number;
    const found = await eventually(
        async () => differences(track.totals, await speedscope.totals()),
        (found) => found.length === 0,
    );
    if (found.length) failed(`${track.title}: ${found.join("; ")}`);
    else console.log(`ok: ${track.title}: names and times, ${track.totals.size} of each`);
}

async function check_tracks(speedscope, tracks, count) {
    if (count !== tracks.length) failed(`${count} tracks are shown, not ${tracks.length}`);
    await speedscope.show_table();
    for (let number = 1; number <= count; number++) {
        const title = await speedscope.show_track(number);
        const track = tracks.find((track) => track.title === title);
        if (track) await check_track(speedscope, track, number);
        else failed(`${title} is not in the trace`);
    }
}

// Of the track in which most lies in one another: the first thing in its first span, which is what an iteration begins with.
async function take_picture(speedscope, tracks) {
    const deepest = tracks.reduce((a, b) => (b.depth > a.depth ? b : a));
    await speedscope.show_chart();
    await speedscope.show_track(deepest.number);
    await speedscope.picture(picture, deepest.depth, 2);
}

async function check(speedscope) {
    const count = await speedscope.load(trace);
    if (!count) failed("the trace is not shown");
    if (count && !speedscope.complaints.length) {
        const tracks = tracks_of(trace);
        await check_tracks(speedscope, tracks, count);
        if (picture && !process.exitCode) await take_picture(speedscope, tracks);
    }
    speedscope.complaints.forEach((text) => failed(`speedscope: ${text}`));
    if (!speedscope.complaints.length) console.log("ok: speedscope has no complaints");
}

const speedscope = await Speedscope.start(release, folder);
await check(speedscope);
await speedscope.stop();
