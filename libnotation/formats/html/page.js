/* Plays through the games of a page. What it reads is explained in formats/html.h: boards with their cells, men and places of
 * hands; a link for each move with the places that it changes. Nothing is fetched and nothing is stored. */
"use strict";
document.documentElement.classList.add("live");
document.addEventListener("DOMContentLoaded", () => {
  const find = id => document.getElementById(id);
  const numbers = text => (text || "").trim().split(/\s+/).map(Number);
  const SVG = "http://www.w3.org/2000/svg";
  const articles = [...document.querySelectorAll("article")];
  const viewer = find("viewer"), stage = find("stage"), say = find("say"), playButton = find("play");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const boards = new Map();
  let game = null, at = 0, flipped = false, timer = 0;

  const make = (name, attributes, ...children) => {
    const svg = ["svg", "use", "circle"].includes(name);
    const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  };

  /* ---- boards and games ---- */

  const boardOf = id => {
    if (!boards.has(id)) {
      const holder = find(id), svg = holder.querySelector("svg");
      const board = JSON.parse(holder.querySelector("script").textContent);
      Object.assign(board, { holder, svg, armies: [...svg.querySelectorAll(".men > g")], marks: [...svg.querySelectorAll(".marks path")] });
      svg.setAttribute("aria-describedby", "position");
      boards.set(id, board);
    }
    return boards.get(id);
  };

  /* A move: the one it follows, the line it stands in, where it goes, who is to move after it, what it changes, and the
   * next one of its line (-1: none). */
  const moveOf = (link, index) => {
    const [from, to, turn, ...changes] = numbers(link.dataset.s);
    const parent = link.dataset.p === undefined ? index : Number(link.dataset.p);
    return { link, parent, line: link.parentElement, from, to, turn, changes, next: -1,
             wrong: link.classList.contains("illegal") };
  };

  /* Move 0 is the start. */

  const gameOf = article => {
    const list = article.querySelector(".moves"), links = [...list.querySelectorAll("a")];
    const names = [...article.querySelectorAll("h2 .player")].map(name => name.textContent);
    const [turn, ...changes] = numbers(article.dataset.start);
    const start = { link: null, parent: -1, line: list, from: -1, to: -1, turn, changes, next: -1, wrong: false };
    const moves = [start].concat(links.map(moveOf));
    moves.forEach(({ parent, line }, i) => {
      if (i > 0 && moves[parent].line === line && moves[parent].next < 0) moves[parent].next = i;
    });
    for (const link of links) link.tabIndex = -1;
    return { article, moves, list, names,
             board: article.dataset.board ? boardOf(article.dataset.board) : null };
  };

  /* The view after a move: the array and all changes on the way to it. */
  const viewAt = index => {
    const way = [];
    for (let i = index; i >= 0; i = game.moves[i].parent) way.push(game.moves[i].changes);
    const view = [...game.board.array];
    for (const changes of way.reverse()) {
      for (let i = 0; i + 1 < changes.length; i += 2) view[changes[i]] = changes[i + 1];
    }
    return view;
  };

  const after = index => game.moves[index].next;
  const before = index => game.moves[index].parent;
  const instead = index => game.moves.flatMap((move, i) => (index > 0 && move.parent === before(index) ? [i] : []));

  /* ---- drawing ---- */

  const place = cell => {
    const [x, y] = game.board.cells[cell], [turnX, turnY] = game.board.turn;
    return flipped ? [turnX - x, turnY - y] : [x, y];
  };

  const drawMen = view => {
    const { armies, cells, men } = game.board;
    const rows = armies.map(() => []);
    for (let cell = 0; cell < cells.length; cell++) {
      if (!view[cell]) continue;
      const [x, y] = place(cell);
      rows[view[cell] & 3].push(make("use", { href: "#" + men[view[cell]][0], x, y, "data-cell": cell }));
    }
    armies.forEach((army, player) => army.replaceChildren(...rows[player]));
  };

  const drawCells = () => {
    const cells = game.board.svg.querySelector(".cells");
    cells.setAttribute("transform", flipped ? `translate(${game.board.turn}) scale(-1)` : "scale(1)");
  };

  const drawMarks = move => {
    game.board.svg.classList.toggle("wrong", move.wrong);
    game.board.marks.forEach((mark, i) => {
      const cell = i ? move.to : move.from;
      mark.classList.toggle("shown", cell >= 0);
      if (cell >= 0) mark.setAttribute("transform", `translate(${place(cell)})`);
    });
  };

  /* The man that has just moved slides to his cell. */
  const slide = move => {
    if (calm.matches || move.from < 0 || move.wrong) return;
    const man = game.board.svg.querySelector(`use[data-cell="${move.to}"]`);
    const [x, y] = place(move.from), [toX, toY] = place(move.to);
    if (man) man.animate([{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  };

  /* A man beside the board, or with no id a dot in the colour of a player. */
  const figure = (player, id) => {
    const army = game.board.armies[player].cloneNode(false);
    army.append(id ? make("use", { href: "#" + id }) : make("circle", { r: 40 }));
    const name = id ? { "aria-hidden": "true" } : { role: "img", "aria-label": game.board.players[player] };
    return make("svg", { viewBox: "-50 -50 100 100", class: id ? "man" : "dot", ...name }, army);
  };

  const handOf = (player, view) => {
    const { hands, cells, men } = game.board;
    const hand = make("span", { class: "hand" });
    hands.forEach(([owner, code, slot], i) => {
      const count = view[cells.length + i];
      if (owner !== player || (!count && !slot)) return;
      const held = make("span", { class: count ? "held" : "held empty" }, count ? figure(player, men[code][0]) : make("svg", { viewBox: "0 0 1 1" }));
      held.title = slot ? `${slot}: ${count ? men[code][1] : "empty"}` : `${count} ${men[code][1]}`;
      held.setAttribute("role", "img");
      held.append(slot || make("b", {}, "×" + count));
      hand.append(held);
    });
    return hand;
  };

  const drawSeats = (view, turn) => {
    const { players } = game.board;
    const seats = players.map((colour, player) => {
      const name = make("bdi", { class: "name" }, game.names[player] || colour);
      const seat = make("div", { class: "seat" }, figure(player), name);
      if (turn >> 1 === player) seat.classList.add("turn");
      seat.append(handOf(player, view));
      return seat;
    });
    const [first, ...others] = seats; /* the first player sits below, the others above him, anticlockwise */
    find("near").replaceChildren(...(flipped ? others : [first]));
    find("far").replaceChildren(...(flipped ? [first] : others.reverse()));
  };

  /* ---- words ---- */

  const cellName = cell => game.board.cells[cell][2];
  const turnWords = turn => game.board.players[turn >> 1] + (turn & 1 ? " to move, in check." : " to move.");

  /* before, after: the views. */
  const moveWords = (move, before, after) => {
    const { board } = game, { men } = board;
    const mover = board.players[game.moves[move.parent].turn >> 1], text = move.link.textContent;
    if (move.wrong) return `${mover}: ${text} is ${reasonOf(move)}.`;
    if (move.to < 0) return `${mover} passes (${text}).`;
    const was = move.from >= 0 ? before[move.from] : 0, victim = before[move.to], now = after[move.to];
    const way = was ? `${men[was][1]} ${cellName(move.from)} to ${cellName(move.to)}`
                    : `${now ? men[now][1] : "man"} to ${cellName(move.to)} from the hand`;
    const taken = victim && victim !== was ? `, takes ${men[victim][1]}` : "";
    return `${mover}: ${text} – ${way}${taken}.`;
  };

  const reasonOf = move => {
    const why = move.link.nextElementSibling;
    return why && why.matches(".why") ? why.textContent : "not legal";
  };

  /* The comments behind a move. */
  const told = move => {
    const words = [];
    const first = move.link ? move.link.nextElementSibling : game.list.firstElementChild;
    for (let next = first; next && next.matches(".comment, abbr, .why"); next = next.nextElementSibling) {
      if (next.matches(".comment")) words.push(next.textContent);
    }
    return words.join(" ");
  };

  const positionWords = (view, turn) => {
    const { cells, men, players, hands } = game.board;
    const lines = players.map((colour, player) => {
      const groups = new Map();
      cells.forEach(([, , name], cell) => {
        if (!view[cell] || (view[cell] & 3) !== player) return;
        const kind = men[view[cell]][1];
        groups.set(kind, [...(groups.get(kind) || []), name]);
      });
      const held = hands.flatMap(([owner, code], i) => (owner === player && view[cells.length + i] ? [`${view[cells.length + i]} ${men[code][1]}`] : []));
      const standing = [...groups].map(([kind, names]) => `${kind} ${names.join(" ")}`).join(", ");
      return `${colour}: ${standing || "no men"}${held.length ? "; in hand: " + held.join(", ") : ""}.`;
    });
    return [turnWords(turn), ...lines].join("\n");
  };

  const announce = (move, view, parentView) => {
    const comment = told(move), result = game.article.querySelector(".end");
    const ended = move.link && after(at) < 0 && move.line === game.list && !move.wrong && result.textContent.trim();
    const words = move.link ? moveWords(move, parentView, view) : "Start.";
    say.replaceChildren(`${words} ${ended ? ended + "." : turnWords(move.turn)} `);
    if (comment) say.append(make("span", { class: "told" }, comment));
    say.classList.toggle("bad", move.wrong);
    find("position").textContent = positionWords(view, move.turn);
  };

  /* ---- going about ---- */

  const scrollTo = link => {
    const { list } = game;
    if (list.scrollHeight <= list.clientHeight) return;
    const top = link ? link.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop : 0;
    list.scrollTo({ top: top - list.clientHeight / 2, behavior: calm.matches || timer ? "auto" : "smooth" });
  };

  const markLink = link => {
    const old = game.list.querySelector("[aria-current]"), focused = game.list.contains(document.activeElement);
    if (old) old.removeAttribute("aria-current");
    for (const element of game.list.querySelectorAll("[tabindex='0']")) element.tabIndex = -1;
    const stop = link || game.list.querySelector("a");
    if (stop) stop.tabIndex = 0;
    if (link) link.setAttribute("aria-current", "step");
    if (focused && stop) stop.focus({ preventScroll: true });
    scrollTo(link);
  };

  const remember = () => {
    const hash = `#${articles.indexOf(game.article) + 1}.${at}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  };

  const show = (index, sliding) => {
    at = index;
    const move = game.moves[at];
    if (game.board) {
      const view = viewAt(at);
      drawCells();
      drawMen(view);
      drawMarks(move);
      drawSeats(view, move.turn);
      announce(move, view, at ? viewAt(move.parent) : view);
      if (sliding) slide(move);
    }
    markLink(move.link);
    const enabled = { first: at > 0, back: at > 0, forward: after(at) >= 0, last: after(at) >= 0 };
    for (const id in enabled) find(id).setAttribute("aria-disabled", String(!enabled[id]));
    remember();
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    playButton.classList.remove("playing");
    playButton.setAttribute("aria-label", "Play");
  };

  const forward = () => {
    const next = after(at);
    if (next >= 0) show(next, true);
    if (next < 0 || after(next) < 0) pause();
  };
  const back = () => before(at) >= 0 && show(before(at));
  const toEnd = () => {
    let index = at;
    while (after(index) >= 0) index = after(index);
    show(index);
  };
  const play = () => {
    if (timer) return pause();
    if (after(at) < 0) show(0);
    timer = setInterval(forward, Number(find("pace").value));
    playButton.classList.add("playing");
    playButton.setAttribute("aria-label", "Pause");
    forward();
  };
  const flip = () => {
    flipped = !flipped;
    stage.classList.toggle("flipped", flipped);
    find("flip").setAttribute("aria-pressed", String(flipped));
    show(at);
  };
  /* Another move at this place of the game: a variation, what was taken back, or what was played. */
  const other = step => {
    const all = instead(at), next = all[all.indexOf(at) + step];
    if (next) show(next);
    return Boolean(next);
  };

  const open = (article, index) => {
    pause();
    if (game) game.article.classList.remove("open");
    if (game && game.board) game.board.holder.hidden = true;
    if (!game || game.article !== article) game = gameOf(article);
    article.classList.add("open");
    viewer.hidden = find("words").hidden = find("keys").hidden = !game.board;
    if (game.board) {
      stage.append(game.board.holder);
      game.board.holder.hidden = false;
    }
    for (const link of find("games").querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
    const entry = find("games").querySelector(`a[href="#${articles.indexOf(article) + 1}"]`);
    if (entry) entry.setAttribute("aria-current", "true");
    if (entry) entry.parentElement.parentElement.scrollTop = entry.offsetTop - entry.parentElement.parentElement.offsetTop - 40;
    show(game.moves[index] ? index : 0);
  };

  /* #2.5: the fifth move of the second game. */
  const openHash = () => {
    const [number, index] = location.hash.slice(1).split(".").map(Number);
    if (articles.length) open(articles[number - 1] || articles[0], index || 0);
  };
  const turnTo = step => {
    const next = articles[articles.indexOf(game.article) + step];
    if (next) open(next, 0);
  };

  const listGames = () => {
    if (articles.length < 2) return;
    document.documentElement.classList.add("many");
    find("games").hidden = false;
    find("games").firstElementChild.append(...articles.map((article, i) => {
      const title = article.querySelector("h2"), result = title.querySelector(".result");
      const name = title.textContent.slice(0, result ? -result.textContent.length : undefined);
      return make("li", {}, make("a", { href: "#" + (i + 1) }, make("span", {}, `${i + 1}. ${name}`),
        make("span", { class: "result" }, result ? result.textContent : "")));
    }));
  };

  /* ---- events ---- */

  const actions = { first: () => show(0), back, play, forward, last: toEnd, flip };
  for (const id in actions) {
    find(id).addEventListener("click", () => {
      if (id !== "play") pause();
      actions[id]();
    });
  }
  find("pace").addEventListener("change", () => timer && (pause(), play()));
  document.addEventListener("click", event => {
    const link = event.target.closest("article a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    pause();
    show(game.moves.findIndex(move => move.link === link));
  });

  /* Letters work only inside the page's main part, so that they disturb no one who dictates or types ahead. */
  document.addEventListener("keydown", event => {
    const { key, target } = event;
    if (!game || event.ctrlKey || event.altKey || event.metaKey || target.closest("select, input, summary")) return;
    const keys = { ArrowLeft: back, ArrowRight: () => (forward(), true), Home: () => (show(0), true), End: () => (toEnd(), true),
                   ArrowDown: () => other(1), ArrowUp: () => other(-1) };
    const letters = { f: flip, n: () => turnTo(1), p: () => turnTo(-1) };
    if (key === " " && !target.closest("button, a")) {
      play();
    } else if (keys[key]) {
      if (target.closest("nav")) return;
      pause();
      if (keys[key]() === false) return;
    } else if (letters[key.toLowerCase()] && target.closest("main")) {
      letters[key.toLowerCase()]();
    } else {
      return;
    }
    event.preventDefault();
  });

  addEventListener("hashchange", openHash);
  listGames();
  openHash();
});
