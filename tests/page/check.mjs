// What a page of games promises beside its positions, tried in a browser: node check.mjs CHROMIUM PROFILE FOLDER. The pages in
// FOLDER are made by run.sh from the games that it holds. Prints what fails, then "N passed, N failed".
import { pathToFileURL } from "node:url";
import { Browser, shown } from "./browser.mjs";

const [program, profile, folder] = process.argv.slice(2);
const browser = await Browser.start(program, profile);
let passed = 0, failed = 0;

const address = name => pathToFileURL(`${folder}/${name}`).href;
const say = () => browser.ask("document.getElementById('say').textContent.trim()");
const hash = () => browser.ask("location.hash");
const focused = () => browser.ask("document.activeElement.id || document.activeElement.getAttribute('href') || document.activeElement.tagName");

const check = async (name, came, due) => {
    const fine = JSON.stringify(came) === JSON.stringify(due);
    if (fine) passed++;
    else failed++;
    if (!fine) console.log(`${name}: came ${JSON.stringify(came)}, due ${JSON.stringify(due)}`);
};

const press = async (...keys) => {
    for (const key of keys) await browser.press(key);
};

const startOf = "a1:R a2:P a7:p a8:r b1:N b2:P b7:p b8:n c1:B c2:P c7:p c8:b d1:Q d2:P d7:p d8:q e1:K e2:P e7:p e8:k f1:B f2:P f7:p " +
    "f8:b g1:N g2:P g7:p g8:n h1:R h2:P h7:p h8:r";

// What the array becomes when men go from cell to cell; the moves are those of lines.pgn.
const moved = (...pairs) => {
    const men = new Map(startOf.split(" ").map(item => item.split(":")));
    for (const [from, to] of pairs) {
        men.set(to, men.get(from));
        men.delete(from);
    }
    return [...men].map(([cell, man]) => `${cell}:${man}`).sort().join(" ");
};

await browser.open(address("lines.html"));
await check("the start", await browser.ask(shown), startOf);
await press("ArrowRight", "ArrowRight");
await check("two moves by the keyboard", await browser.ask(shown), moved(["e2", "e4"], ["e7", "e5"]));
await check("what is told", (await say()).startsWith("Black: e5 – pawn e7 to e5. White to move."), true);
await check("the address names the move", await hash(), "#1.5");
await press("ArrowLeft", "ArrowDown");
await check("another first move", await browser.ask(shown), moved(["d2", "d4"]));
await press("ArrowRight");
await check("on in the variation", await browser.ask(shown), moved(["d2", "d4"], ["d7", "d5"]));
await press("ArrowDown");
await check("a variation in a variation", await browser.ask(shown), moved(["d2", "d4"], ["g8", "f6"]));
await press("Home");
await check("home", await browser.ask(shown), startOf);
await press("End");
await check("the end of the main line", (await say()).startsWith("White: Nf3"), true);
await press(" ");
await browser.sleep(50);
await check("play begins anew at the end", await browser.ask("document.getElementById('play').getAttribute('aria-label')"), "Pause");
await press(" ");
await check("space pauses", await browser.ask("document.getElementById('play').getAttribute('aria-label')"), "Play");

const sicilian = moved(["e2", "e4"], ["c7", "c5"], ["g1", "f3"]);
await browser.open(address("lines.html") + "#1.7");
await check("an address opens its move", await browser.ask(shown), sicilian);
await browser.click("#flip");
await check("flipped, the position is the same", await browser.ask(shown), sicilian);
await check("flip is told", await browser.ask("document.getElementById('flip').getAttribute('aria-pressed')"), "true");
await check("a1 is at the top right", await browser.ask(() => {
    const man = document.querySelector('#stage use[data-cell="0"]').getBoundingClientRect();
    const board = document.querySelector("#stage svg .cells").getBoundingClientRect();
    return man.x > board.x + board.width / 2 && man.y < board.y + board.height / 2;
}), true);
await browser.ask("document.getElementById('pace').value = '500'");
await press("Home");
await browser.click("#play");
await browser.sleep(1800);
await check("play goes to the end by itself", await browser.ask("document.getElementById('play').getAttribute('aria-label')"), "Play");
await check("play has come to the last move", (await say()).startsWith("White: Nf3"), true);

await browser.open(address("illegal.html"));
await press("End");
await check("an illegal move says why", (await say()).startsWith("White: O-O is not legal: the king would pass f1"), true);
await check("it is crossed out", await browser.ask("document.querySelector('a[aria-current] s').textContent"), "O-O");
const after = await browser.ask(shown);
await press("ArrowLeft");
await check("it changes nothing", await browser.ask(shown), after);

// Tags, comments and names that try to be more than text.
await browser.open(address("hostile.html"));
await press("ArrowRight");
await check("no element comes from a game", await browser.ask(() => ({
    elements: document.querySelectorAll("img, iframe, link, object, article script, article style").length,
    title: document.title, pwned: window.pwned === undefined, comment: document.querySelector(".comment").textContent })),
    { elements: 0, title: "<script>window.pwned=1</script>", pwned: true,
      comment: "</div></article><img src=x onerror=\"window.pwned=1\">&lt; \" ' -->" });

// Without a mouse: where the tab key goes.
await browser.open(address("lines.html"));
await press("ArrowRight");
const stops = [];
for (let i = 0; i < 9; i++) {
    await press("Tab");
    stops.push(await focused());
}
await check("the order of the tab key", stops.slice(0, 8), ["first", "back", "play", "forward", "last", "flip", "pace", "#1.1"]);
await browser.ask("document.querySelector('a[href=\"#1.1\"]').focus()");
await press("ArrowRight");
await check("the focus goes along with the moves", await focused(), "#1.5");
const { nodes } = await browser.send("Accessibility.getFullAXTree");
const named = nodes.filter(node => ["button", "link", "combobox", "image"].includes(node.role?.value) && !node.ignored);
await check("all that can be used has a name", named.filter(node => !node.name?.value).length, 0);
await check("there is something to use", named.length > 10, true);

// Colours, motion, paper, small screens.
const contrasts = () => {
    const channels = colour => colour.match(/[\d.]+/g).slice(0, 3).map(value => {
        const part = Number(value) / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    const light = colour => channels(colour).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = element => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/, 0\)$|transparent/.test(colour)) return colour;
        }
        return "rgb(255, 255, 255)";
    };
    return ["h1", "h2", ".about", ".moves a", ".moves a[aria-current]", ".n", ".comment", ".line", ".why", "s", "#say",
            ".seat .name", "abbr", "summary"]
        .flatMap(name => {
            const element = document.querySelector(".open " + name) || document.querySelector(name);
            if (!element) return [];
            const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            return ratio < 4.5 ? [`${name} ${ratio.toFixed(2)}`] : [];
        });
};
for (const scheme of ["light", "dark"]) {
    await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    for (const page of ["lines.html#1.1", "illegal.html#1.15"]) {
        await browser.open(address(page));
        await check(`contrast of ${page}, ${scheme}`, await browser.ask(contrasts), []);
    }
}
await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
await browser.open(address("lines.html"));
await press("ArrowRight");
await check("reduced motion", await browser.ask("document.getAnimations().length"), 0);
await browser.send("Emulation.setEmulatedMedia", { features: [] });
await press("ArrowRight");
await check("motion", await browser.ask("document.getAnimations().length > 0"), true);
await browser.send("Emulation.setEmulatedMedia", { media: "print" });
await check("on paper there are no buttons", await browser.ask("getComputedStyle(document.getElementById('controls')).display"), "none");
await check("on paper there is the board", await browser.ask("document.querySelector('#stage svg').getBoundingClientRect().height > 100"), true);
await browser.send("Emulation.setEmulatedMedia", {});
await browser.send("Emulation.setDeviceMetricsOverride", { width: 320, height: 640, deviceScaleFactor: 2, mobile: true });
for (const page of ["lines.html", "illegal.html", "hostile.html", "three.html", "hands.html", "unjudged.html", "none.html"]) {
    await browser.open(address(page));
    await check(`${page} fits a narrow screen`, await browser.ask("document.documentElement.scrollWidth <= 320"), true);
    await check(`${page} is silent`, browser.complaints(), []);
}

// Without the script it is a text.
await browser.send("Emulation.setScriptExecutionDisabled", { value: true });
await browser.open(address("illegal.html"));
await browser.send("Emulation.setScriptExecutionDisabled", { value: false });
const text = await browser.send("Runtime.evaluate", { expression: "document.body.innerText", returnByValue: true });
await check("without a script the moves can be read", /8\.\s*O-O not legal: the king would pass f1/.test(text.result.value), true);

await browser.stop();
console.log(`${passed} passed, ${failed} failed`);
