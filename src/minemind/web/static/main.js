// The page as a whole: which view is shown, keys, theme, what is pasted, dropped or linked, and the state of the server.
// `window.minemind` lets tests and the curious read what is shown; nothing can be changed through it.

import { Analyse } from "./analyse.js";
import { ask, onServer } from "./api.js";
import { Board, layoutCounts } from "./board.js";
import { $, icon, make, openDialog, toast } from "./dom.js";
import { offerDownloads, saveFile, stamp } from "./download.js";
import { look } from "./draw.js";
import { showHelp } from "./help.js";
import { History } from "./history.js";
import { fragmentOf, textIn } from "./link.js";
import { Play } from "./play.js";
import { Store } from "./store.js";
import { sentence } from "./words.js";

const store = new Store();
const play = new Play(keepQuietly);
const analyse = new Analyse();
const history = new History(store);
const views = { play, analyse, history };
let shown = "play";

// ---- views

function go(name, { mark = true } = {}) {
  shown = name;
  for (const view of Object.keys(views)) $(view).hidden = view !== name;
  for (const tab of document.querySelectorAll("[data-view]")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (mark) window.history.replaceState(null, "", `#${name}`);
  document.title = { play: "MineMind", analyse: "Analyse · MineMind", history: "History · MineMind" }[name];
  views[name].enter();
}

for (const tab of document.querySelectorAll("[data-view]")) tab.addEventListener("click", () => go(tab.dataset.view));

for (const place of document.querySelectorAll("[data-zoom]")) {
  const { view } = views[place.dataset.zoom];
  const actions = { minus: ["Zoom out", () => view.zoom(1 / 1.2)], fit: ["Fit", () => view.fit()], plus: ["Zoom in", () => view.zoom(1.2)] };
  for (const [name, [label, action]] of Object.entries(actions)) {
    const button = make("button", { type: "button", className: "icon", "aria-label": label, title: label }, icon(name));
    button.addEventListener("click", action);
    place.append(button);
  }
}

// ---- texts that come in

// Understand a text and show it where it belongs: in the editor if that is open, a game or layout where games are
// played, everything else in the history.
async function receive(text, name = null, into = shown) {
  if (isHistory(text)) return importHistory(text);
  const found = await ask("convert", { text });
  const { kind } = found;
  const entry = { kind, name: name ?? kind.charAt(0).toUpperCase() + kind.slice(1), layout: found.layout?.text ?? null, game: found.game };
  entry.text = kind === "solution" ? text : found.board.text;
  entry.boards = found.boards.length ? found.boards : null;
  if (entry.game && !entry.layout) entry.layout = await layoutOf(entry.game);
  if (into === "play" && entry.game) await play.resume(entry.game, entry.layout);
  else if (into === "play" && kind === "layout") playLayout(entry.layout);
  else if (into === "history" || kind === "configurations") go("history"), history.add(entry);
  else analyse.load(Board.parse(found.board.text)), go("analyse");
  const notes = [...found.assumed, ...found.faults.map((fault) => fault.sentence)];
  if (found.assumed.length) toast(sentence(notes[0]));
}

async function layoutOf(game) {
  const first = [...game.history, ...game.undone].find(([action]) => action === "open");
  if (!first) return null;
  const { grid, mines, perCell } = Board.parse(game.board.text);
  const { rows, cols, topology, reach } = grid;
  const setup = { rows, cols, mines, topology, reach, max_per_cell: perCell, first_click: game.first_click, seed: game.seed };
  return (await ask("generate", { ...setup, start: [first[1], first[2]] })).layout.text;
}

function playLayout(text) {
  const counts = layoutCounts(text);
  const { grid, perCell } = Board.parse(text.replaceAll(/[*M]\d*/g, "."));
  const { rows, cols, topology, reach } = grid;
  const mines = counts.reduce((sum, count) => sum + count, 0);
  play.start({ rows, cols, mines, topology, reach, perCell, firstClick: "any", seed: null }, { counts, grid });
  go("play");
}

// Complaints about a text name lines and columns.
function complaint(error) {
  if (!error.faults?.length) return sentence(error.message);
  return error.faults.map((fault) => (fault.line ? `Line ${fault.line}${fault.column ? `, column ${fault.column}` : ""}: ${fault.sentence}` : sentence(fault.sentence))).join("\n");
}

async function receiveOrComplain(text, name, into) {
  try {
    await receive(text, name, into);
  } catch (error) {
    toast(complaint(error).split("\n")[0]);
  }
}

function isHistory(text) {
  try {
    return JSON.parse(text)?.kind === "history";
  } catch {
    return false;
  }
}

function importHistory(text) {
  try {
    const count = store.imported(text);
    go("history");
    history.show(store.entries[0] ?? null);
    toast(`${count} position${count === 1 ? "" : "s"} imported`);
  } catch (error) {
    toast(error.message);
  }
}

function askForText() {
  $("paste-text").value = "";
  $("paste-fault").textContent = "";
  openDialog("paste-dialog");
  $("paste-text").focus();
}

$("paste-dialog").querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await receive($("paste-text").value);
    $("paste-dialog").close();
  } catch (error) {
    $("paste-fault").textContent = complaint(error);
  }
});
for (const id of ["load-paste", "history-paste"]) $(id).addEventListener("click", askForText);

document.addEventListener("paste", (event) => {
  if (isTyping(event.target)) return;
  const text = event.clipboardData?.getData("text/plain");
  if (!text?.trim()) return;
  event.preventDefault();
  receiveOrComplain(text, null);
});

let fileFor = null;
function openFile(into) {
  fileFor = into;
  $("file").value = "";
  $("file").click();
}
for (const button of document.querySelectorAll("[data-open-file]")) button.addEventListener("click", () => openFile(button.dataset.openFile));
$("history-import").addEventListener("click", () => openFile("history"));
$("file").addEventListener("change", () => readFile($("file").files[0], fileFor));

async function readFile(file, into) {
  if (file) await receiveOrComplain(await file.text(), file.name, into);
}

let dragging = 0;
addEventListener("dragenter", (event) => {
  if (!event.dataTransfer) return;
  dragging += 1;
  $("drop").hidden = false;
});
addEventListener("dragleave", () => ($("drop").hidden = --dragging <= 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  dragging = 0;
  $("drop").hidden = true;
  const [file] = event.dataTransfer.files;
  if (file) readFile(file, shown);
  else receiveOrComplain(event.dataTransfer.getData("text/plain"), null);
});

// ---- what goes out

function keepQuietly(current) {
  try {
    store.add(named(current));
  } catch (error) {
    toast(error.message);
  }
}

function named(current) {
  const { grid, mines } = current.scene.board;
  return { ...current, name: `${current.name}, ${grid.rows} × ${grid.cols}, ${mines ?? "?"} mines` };
}

function keep() {
  const current = views[shown].current();
  if (!current || shown === "history") return;
  try {
    store.add(named(current));
    toast("Kept in History");
  } catch (error) {
    toast(error.message);
  }
}

async function link() {
  const current = views[shown].current();
  if (!current) return;
  $("link-text").value = `${location.origin}${location.pathname}${await fragmentOf(current.text)}`;
  openDialog("link-dialog");
  $("link-text").select();
}

function download() {
  const current = views[shown].current();
  if (current) offerDownloads(current);
}

for (const button of document.querySelectorAll("[data-keep]")) button.addEventListener("click", keep);
for (const button of document.querySelectorAll("[data-link]")) button.addEventListener("click", link);
for (const button of document.querySelectorAll("[data-download]")) button.addEventListener("click", download);
$("history-export").addEventListener("click", () => saveFile(`minemind_history_${stamp()}.json`, store.exported(), "application/json"));
$("link-copy").addEventListener("click", async () => {
  $("link-text").select();
  try {
    await navigator.clipboard.writeText($("link-text").value);
    toast("Copied");
  } catch {
    toast("Press Ctrl C to copy");
  }
});

const toAnalyse = (source) => {
  const current = source.current();
  if (!current) return;
  analyse.load(Board.parse(current.text));
  go("analyse");
};
$("analyse-game").addEventListener("click", () => toAnalyse(play));
$("load-game").addEventListener("click", () => toAnalyse(play));
$("entry-analyse").addEventListener("click", () => toAnalyse(history));
$("entry-play").addEventListener("click", async () => {
  const { entry } = history;
  if (!entry.game) return playLayout(entry.layout);
  await play.resume(entry.game, entry.layout);
  go("play");
});

// ---- links that come in

async function followLink() {
  const { hash } = location;
  if (hash.slice(1) in views) return go(hash.slice(1));
  try {
    const text = await textIn(hash);
    if (text !== null) return await receive(text, null, "analyse");
  } catch (error) {
    toast(`This link cannot be opened: ${error.message}`);
  }
  go(shown, { mark: false });
}
addEventListener("hashchange", followLink);

// ---- the dialog for a board of one's own

const setupForm = $("setup-dialog").querySelector("form");

$("custom").addEventListener("click", () => {
  const setup = { ...play.game.setup, seed: "" };
  for (const [name, value] of Object.entries(setup)) if (setupForm.elements[name]) setupForm.elements[name].value = value ?? "";
  $("setup-fault").textContent = "";
  openDialog("setup-dialog");
});

setupForm.addEventListener("input", () => {
  const { rows, cols, perCell, mines } = setupForm.elements;
  const most = Math.max(0, (rows.value * cols.value - 1) * perCell.value);
  mines.max = most;
  $("setup-fault").textContent = Number(mines.value) > most ? `This board takes 0 … ${most} mines.` : "";
});

setupForm.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(setupForm));
  const [rows, cols, mines, perCell] = [given.rows, given.cols, given.mines, given.perCell].map(Number);
  const seed = given.seed.trim() || null;
  play.start({ rows, cols, mines, perCell, topology: given.topology, firstClick: given.firstClick, reach: 1, seed });
  $("setup-dialog").close();
});

for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

// ---- keys

const isTyping = (target) => target.matches?.("input:not([type=range]), textarea, select");

addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (document.querySelector("dialog[open]") || isTyping(target)) return;
  if (target.matches("button, a") && [" ", "Enter"].includes(key)) return;
  if (target.matches("input[type=range]") && /^(Arrow|Home|End|Page)/.test(key)) return;
  if (handle(event)) event.preventDefault();
});

function handle(event) {
  const view = views[shown];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return pressAlt(view, event);
  if (event.ctrlKey || event.metaKey) return pressControl(view, event, key);
  if (key === "?") return showHelp(), true;
  if (!view.ownsArrows && view.view.walk(event)) return true;
  if (view.key(event)) return true;
  const actions = { k: keep, l: link, d: download, t: switchTheme, "+": () => view.view.zoom(1.2), "-": () => view.view.zoom(1 / 1.2) };
  actions[key]?.();
  return key in actions;
}

function pressAlt(view, { code }) {
  const actions = {
    Digit1: () => go("play"),
    Digit2: () => go("analyse"),
    Digit3: () => go("history"),
    Digit0: () => view.view.fit(),
    Equal: () => view.view.zoom(1.2),
    Minus: () => view.view.zoom(1 / 1.2),
  };
  actions[code]?.();
  return code in actions;
}

function pressControl(view, event, key) {
  if (key === "z" && event.shiftKey) return view.redo?.(), Boolean(view.redo);
  if (key === "z") return view.undo?.(), Boolean(view.undo);
  if (key === "y") return view.redo?.(), Boolean(view.redo);
  return /^(Arrow|Home|End)/.test(key) && !view.ownsArrows && view.view.walk(event);
}

// ---- help, theme, server

$("help-button").addEventListener("click", showHelp);

function switchTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("minemind.theme", root.dataset.theme);
  } catch {
    // then it lasts as long as the page
  }
  dispatchEvent(new Event("themechange"));
}
$("theme").addEventListener("click", switchTheme);

addEventListener("themechange", () => {
  analyse.paintPens();
  history.refreshThumbnails();
  for (const { view } of Object.values(views)) view.redraw();
});

onServer((online) => {
  $("gone").hidden = online;
  if (online) toast("The server is back");
});

// ---- for tests and the curious

const cells = (grid, indices) => [...(indices ?? [])].filter((index) => index >= 0).sort((a, b) => a - b).map((index) => grid.cell(index));

Object.defineProperty(window, "minemind", {
  value: Object.freeze({
    // The view that is shown, whether something is still on its way, and the text of its board.
    get view() {
      return shown;
    },
    get busy() {
      return views[shown].busy;
    },
    get text() {
      return String(views[shown].scene().board);
    },
    get state() {
      return play.game.state;
    },
    get seed() {
      return play.game.setup.seed;
    },
    get turns() {
      return play.game.history.length;
    },
    // Where the mines are, as [row, column], once they are dealt.
    get mines() {
      const { grid, counts } = play.game;
      return cells(grid, counts ? Array.from(counts.keys()).filter((index) => counts[index] > 0) : []);
    },
    // What lies on the board beside its faces: cells by what they are lit up as, and chances by row.
    get overlay() {
      const scene = views[shown].scene();
      const { grid } = scene.board;
      const chance = Array.from({ length: grid.rows }, (_, row) =>
        Array.from({ length: grid.cols }, (_, col) => {
          const value = scene.chance?.[grid.index(row, col)] ?? NaN;
          return Number.isNaN(value) ? null : value;
        }),
      );
      const sets = { safe: scene.safe, mines: scene.certainMines, lit: scene.lit, faults: scene.faults, target: [scene.target ?? -1] };
      return { chance, ...Object.fromEntries(Object.entries(sets).map(([name, indices]) => [name, cells(grid, indices)])) };
    },
    // What is painted on a cell, in words, and where its middle is on the screen.
    look: (row, col) => look(views[shown].scene(), views[shown].scene().board.grid.index(row, col)),
    point: (row, col) => views[shown].view.point(views[shown].scene().board.grid.index(row, col)),
    get zoom() {
      return views[shown].view.size;
    },
    get focus() {
      const { view } = views[shown];
      return view.scene.board.grid.cell(view.focus);
    },
  }),
});

followLink();
document.documentElement.dataset.ready = "yes";
