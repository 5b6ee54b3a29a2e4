// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A page in a headless Chromium, which is told what to do by its DevTools protocol. Over a pipe that takes no port, and
// no library.

import { spawn } from "node:child_process";
import { once } from "node:events";

const OPTIONS = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    // Root and many containers cannot have it, and only files that are known are opened.
    "--no-sandbox",
    // Containers have little of it.
    "--disable-dev-shm-usage",
    // speedscope draws with WebGL, and there need not be a GPU.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
];

// Each message is JSON, with a zero byte behind it.
class Connection {
    #output;
    #calls = new Map();
    #listeners = new Map();
    #last = 0;

    constructor(browser) {
        this.#output = browser.stdio[3].on("error", (error) => this.#fail(error));
        let rest = "";
        browser.stdio[4].setEncoding("utf8").on("data", (text) => {
            const messages = (rest + text).split("\0");
            rest = messages.pop();
            messages.forEach((message) => this.#take(JSON.parse(message)));
        });
        browser.on("error", (error) => this.#fail(error));
        browser.on("exit", () => this.#fail(new Error("Chromium has ended")));
    }

    #fail(error) {
        for (const { reject } of this.#calls.values()) reject(error);
        this.#calls.clear();
    }

    #take({ id, method, params, result, error }) {
        if (method) this.#listeners.get(method)?.(params);
        const call = this.#calls.get(id);
        this.#calls.delete(id);
        if (error) call?.reject(new Error(error.message));
        else call?.resolve(result);
    }

    on(event, listener) {
        this.#listeners.set(event, listener);
    }

    call(method, params, sessionId) {
        const id = ++this.#last;
        this.#output.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    }
}

export class Page {
    #browser;
    #connection;
    #session;

    // The folder is for what Chromium keeps.
    static async open(folder, width, height) {
        const page = new Page();
        page.#browser = spawn("chromium", [...OPTIONS, `--user-data-dir=${folder}`, "about:blank"], {
            stdio: ["ignore", "inherit", "inherit", "pipe", "pipe"],
        });
        page.#connection = new Connection(page.#browser);
        const { targetId } = await page.#connection.call("Target.createTarget", { url: "about:blank" });
        page.#session = (await page.#connection.call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
        for (const domain of ["Page", "Runtime", "Log"]) await page.call(`${domain}.enable`);
        await page.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        return page;
    }

    async close() {
        const ended = once(this.#browser, "exit");
        await this.#connection.call("Browser.close");
        await ended;
    }

    call(method, params = {}) {
        return this.#connection.call(method, params, this.#session);
    }

    on(event, listener) {
        this.#connection.on(event, listener);
    }

    async evaluate(expression) {
        const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, returnByValue: true });
        if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception.description}`);
        return result.value;
    }

    async press(key) {
        const text = key.length === 1 ? key : undefined;
        await this.call("Input.dispatchKeyEvent", { type: "keyDown", key, text });
        await this.call("Input.dispatchKeyEvent", { type: "keyUp", key });
    }

    // With a clickCount it is a press of the button.
    mouse(type, x, y, clickCount = 0) {
        return this.call("Input.dispatchMouseEvent", { type, x, y, clickCount, button: clickCount ? "left" : "none" });
    }

    async choose_file(selector, path) {
        const { result } = await this.call("Runtime.evaluate", { expression: `document.querySelector("${selector}")` });
        await this.call("DOM.setFileInputFiles", { objectId: result.objectId, files: [path] });
    }
}
