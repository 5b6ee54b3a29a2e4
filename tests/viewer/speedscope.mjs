// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// speedscope, used as people do it: a file is chosen, keys are pressed, and the page is read. The flame chart is a
// canvas, but the sandwich view has names and times in a table.

import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { Page } from "./chromium_page.mjs";

const PATIENCE_MS = 15000;
const WIDTH = 1200;
// The table has only the rows that can be seen, so all have to be.
const HEIGHT = 4000;
// Where the parts of the page are.
const TOOLBAR_BOTTOM = 20;
const CHART_TOP = 142;
const ROW = 20;

// Its own remarks. Whatever else it prints is a complaint.
const REMARKS = /^(speedscope v|WebGL initialized|Importing as Trace Event Format profile$|import: )/;
const NANOSECONDS = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/// Reads until it is good, or patience is over; the last that was read.
export async function eventually(read, is_good) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
        const value = await read();
        if (is_good(value) || Date.now() > end) return value;
        await sleep(50);
    }
}

// "12.34ms (5.6%)" as nanoseconds, and how far the true time may be from that.
function time_of(text) {
    const [, digits, unit] = /^([\d.]+)(\D+) /.exec(text);
    const last_digit = 10 ** -(digits.split(".")[1] ?? "").length;
    return { total: digits * NANOSECONDS[unit], error: last_digit * NANOSECONDS[unit] };
}

export class Speedscope {
    /// What it complained about.
    complaints = [];
    #page;
    // Before that it ignores the file.
    #can_draw = false;

    /// `release` has its index.html; `folder` is for what Chromium keeps.
    static async start(release, folder) {
        const speedscope = new Speedscope();
        speedscope.#page = await Page.open(folder, WIDTH, HEIGHT);
        speedscope.#listen();
        await speedscope.#page.call("Page.navigate", { url: `file://${release}/index.html` });
        await eventually(() => speedscope.#can_draw, Boolean);
        return speedscope;
    }

    stop() {
        return this.#page.close();
    }

    #listen() {
        const complain = (text) => this.complaints.push(text);
        this.#page.on("Runtime.consoleAPICalled", ({ type, args }) => {
            const text = args.map(({ value, description }) => value ?? description).join(" ");
            if (!["log", "timeEnd"].includes(type) || !REMARKS.test(text)) complain(text);
            this.#can_draw ||= text.startsWith("WebGL initialized");
        });
        this.#page.on("Runtime.exceptionThrown", ({ exceptionDetails }) => {
            complain(exceptionDetails.exception?.description ?? exceptionDetails.text);
        });
        this.#page.on("Log.entryAdded", ({ entry }) => complain(entry.text));
        this.#page.on("Page.javascriptDialogOpening", ({ message }) => {
            complain(message);
            this.#page.call("Page.handleJavaScriptDialog", { accept: true });
        });
    }

    /// Opens the file; the number of tracks that it shows, or 0.
    async load(path) {
        await this.#page.choose_file("#file", path);
        const shown = await eventually(() => this.#shown(), (shown) => shown || this.complaints.length);
        return shown ? shown.count : 0;
    }

    // The toolbar's "TITLE (2/4)".
    async #shown() {
        const text = await this.#page.evaluate("document.body.innerText");
        const [, title, number, count] = /^(.*) \((\d+)\/(\d+)\)$/m.exec(text) ?? [];
        return title && { title, number: Number(number), count: Number(count) };
    }

    /// Goes to the track of the number, from 1; its title.
    async show_track(number) {
        const { number: now } = await this.#shown();
        for (let i = now; i !== number; i += Math.sign(number - now)) await this.#page.press(number > now ? "n" : "p");
        return (await eventually(() => this.#shown(), (shown) => shown.number === number)).title;
    }

    show_chart() {
        return this.#page.press("1");
    }

    show_table() {
        return this.#page.press("3");
    }

    /// The rows of the table: name -> {total, error}, in nanoseconds.
    async totals() {
        const rows = await this.#page.evaluate(`[...document.querySelectorAll("tr")]
            .filter((row) => row.offsetParent && row.querySelector("td"))
            .map((row) => [...row.cells].map((cell) => cell.innerText))`);
        return new Map(rows.map(([total, , name]) => [name, time_of(total)]));
    }

    /// Writes a picture of the chart, `depth` rows of which are used. The first of the outermost spans is made as wide as the
    /// window, then the first one in it, and so on: `levels` of them.
    async picture(path, depth, levels) {
        // What is around the last of these is scrolled away.
        const rows = depth - levels + 1;
        let now = await this.#settled(rows);
        for (let level = 0; level < levels; level++) {
            const before = now;
            now = await eventually(
                async () => {
                    await this.#zoom_into(Math.min(level, 1));
                    return this.#settled(rows);
                },
                (now) => now !== before,
            );
        }
        writeFileSync(path, now, "base64");
    }

    // A double click, which does nothing if the mouse was not seen to be there.
    async #zoom_into(row) {
        for (const [type, count] of [["Moved", 0], ["Pressed", 1], ["Released", 1], ["Pressed", 2], ["Released", 2]]) {
            await this.#page.mouse(`mouse${type}`, 2 * ROW, CHART_TOP + ROW * (row + 0.5), count);
            await sleep(100);
        }
        // What is chosen has a border, and what is under the mouse a note.
        await this.#page.press("Escape");
        await this.#page.mouse("mouseMoved", 0, 0);
    }

    // What is below the toolbar, when nothing moves any more.
    async #settled(depth) {
        const height = CHART_TOP + ROW * depth - TOOLBAR_BOTTOM;
        const clip = { x: 0, y: TOOLBAR_BOTTOM, width: WIDTH, height, scale: 1 };
        let now;
        await eventually(
            async () => {
                const before = now;
                await sleep(200);
                now = (await this.#page.call("Page.captureScreenshot", { format: "png", clip })).data;
                return now === before;
            },
            (is_still) => is_still,
        );
        return now;
    }
}
