// A headless Chromium, driven over a pipe by its DevTools protocol; no package is needed. Used by the other files here.
import { spawn } from "node:child_process";

export class Browser {
    static async start(program, profile) {
        const browser = new Browser();
        browser.process = spawn(program, ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
            `--user-data-dir=${profile}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        browser.waiting = new Map();
        browser.events = [];
        browser.count = 0;
        let rest = "";
        browser.process.stdio[4].on("data", bytes => {
            const parts = (rest + bytes).split("\0");
            rest = parts.pop();
            for (const part of parts) browser.take(JSON.parse(part));
        });
        const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
        browser.session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
        for (const domain of ["Page", "Runtime", "Log", "Network"]) await browser.send(domain + ".enable");
        return browser;
    }

    take(message) {
        if (message.id === undefined) {
            this.events.push(message);
            return;
        }
        const { resolve, reject } = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
    }

    send(method, params = {}) {
        const id = ++this.count;
        const promise = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
        this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
        return promise;
    }

    // Opens a page by its address and waits until it has been loaded; from about:blank, so that its script starts anew.
    async open(address) {
        for (const url of ["about:blank", address]) {
            this.events = [];
            await this.send("Page.navigate", { url });
            while (!this.events.some(event => event.method === "Page.loadEventFired")) await this.sleep(5);
        }
    }

    sleep(milliseconds) {
        return new Promise(resolve => setTimeout(resolve, milliseconds));
    }

    // The value of an expression, or of a function that is called in the page.
    async ask(what, ...values) {
        const expression = typeof what === "function" ? `(${what})(${values.map(value => JSON.stringify(value))})` : what;
        const answer = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
        if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
        return answer.result.value;
    }

    // Waits until an expression holds; an error when that takes more than 30 seconds.
    async until(expression) {
        for (const end = Date.now() + 30000; !await this.ask(expression); await this.sleep(5))
            if (Date.now() > end) throw new Error("in vain: " + expression);
    }

    // A click of the mouse on the middle of an element.
    async click(selector) {
        const point = await this.ask(name => {
            const element = document.querySelector(name);
            element.scrollIntoView({ block: "center", behavior: "instant" });
            const box = element.getClientRects()[0];
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }, selector);
        for (const type of ["mousePressed", "mouseReleased"])
            await this.send("Input.dispatchMouseEvent", { type, ...point, button: "left", clickCount: 1 });
    }

    async press(key) {
        const text = key.length === 1 ? key : undefined;
        await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, code: key === " " ? "Space" : key,
                                                    windowsVirtualKeyCode: key === "Tab" ? 9 : 0 });
        await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    }

    // What the page said or tried that it should not: errors, refused scripts, requests.
    complaints() {
        return this.events.flatMap(({ method, params }) => {
            if (method === "Runtime.exceptionThrown") return [params.exceptionDetails.exception?.description ?? "exception"];
            if (method === "Log.entryAdded") return [params.entry.text];
            if (method === "Runtime.consoleAPICalled") return ["console: " + params.type];
            if (method === "Network.requestWillBeSent" && params.type !== "Document") return ["request: " + params.request.url];
            return [];
        });
    }

    async stop() {
        this.session = undefined;
        await this.send("Browser.close").catch(() => {});
    }
}

// The position that the page shows, as nt-replay --as=cells writes it, read from the figures that are drawn and where.
export const shown = () => {
    const stage = document.querySelector("#stage .board:not([hidden])");
    const board = JSON.parse(stage.querySelector("script").textContent), flipped = document.querySelector("#stage.flipped");
    const label = (figure, player) => Object.entries(board.men).find(([code, [id]]) => "#" + id === figure && (code & 3) === player)[1][2];
    const armies = [...stage.querySelectorAll(".men > g")], items = [];
    armies.forEach((army, player) => {
        for (const man of army.children) {
            let x = Number(man.getAttribute("x")), y = Number(man.getAttribute("y"));
            if (flipped) [x, y] = [board.turn[0] - x, board.turn[1] - y];
            const cell = board.cells.find(([cellX, cellY]) => cellX === x && cellY === y);
            items.push([cell[2] + ":", label(man.getAttribute("href"), player)]);
        }
    });
    for (const held of document.querySelectorAll(".held:not(.empty)")) {
        const group = held.querySelector("svg g"), player = armies.findIndex(army => army.getAttribute("fill") === group.getAttribute("fill"));
        const man = label(group.querySelector("use").getAttribute("href"), player), times = held.querySelector("b");
        if (!times) items.push([held.lastChild.textContent + ":", man]);
        for (let i = times ? Number(times.textContent.slice(1)) : 0; i > 0; i--) items.push(["@:" + man, ""]);
    }
    return items.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(item => item.join("")).join(" ");
};
