// Clicks through games as a reader does: node walk.mjs CHROMIUM PROFILE PAGE... prints the positions that each game of each
// page shows, from the start to the end of its main line or to what is not legal there, one a line, after a line with its name.
import { pathToFileURL } from "node:url";
import { Browser, shown } from "./browser.mjs";

const [program, profile, ...pages] = process.argv.slice(2);
const state = `({
    position: (${shown})(),
    more: document.getElementById("forward").getAttribute("aria-disabled") === "false",
    illegal: document.querySelector(".illegal[aria-current]") !== null })`;
const browser = await Browser.start(program, profile);
for (const page of pages) {
    console.log(`== ${page.replace(/.*\//, "")}`);
    await browser.open(pathToFileURL(page).href);
    const games = await browser.ask("document.querySelectorAll('article').length");
    for (let game = 1; game <= games; game++) {
        if (game > 1) await browser.click(`#games a[href="#${game}"]`);
        await browser.until(`document.querySelector("#g${game}.open") !== null`);
        for (let at = await browser.ask(state); !at.illegal; at = await browser.ask(state)) {
            console.log(at.position);
            if (!at.more) break;
            await browser.click("#forward");
        }
    }
    for (const complaint of browser.complaints()) console.log(`${page}: ${complaint}`);
}
await browser.stop();
