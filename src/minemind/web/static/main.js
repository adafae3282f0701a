// The page as a whole: which view is shown, links, what is kept and taken away, keys, theme, the state of the server.

import { Analyse } from "./analyse.js";
import { onServer } from "./api.js";
import { Board } from "./board.js";
import { started } from "./broken.js";
import { $, icon, isTyping, make, openDialog, toast } from "./dom.js";
import { offerDownloads, saveFile, stamp } from "./download.js";
import { showHelp } from "./help.js";
import { History } from "./history.js";
import { Incoming } from "./incoming.js";
import { inspectable } from "./inspect.js";
import { fragmentOf, textIn } from "./link.js";
import { Play } from "./play.js";
import { Store } from "./store.js";
import { minesText } from "./words.js";

const store = new Store();
const play = started("play", () => new Play(keepQuietly));
const analyse = started("analyse", () => new Analyse());
const history = started("history", () => new History(store));
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
  const actions = {
    minus: ["Zoom out", () => view.zoom(1 / 1.2)],
    fit: ["Fit", () => view.fit()],
    plus: ["Zoom in", () => view.zoom(1.2)],
  };
  for (const [name, [label, action]] of Object.entries(actions)) {
    const button = make("button", { type: "button", className: "icon", "aria-label": label, title: label }, icon(name));
    button.addEventListener("click", action);
    place.append(button);
  }
}

// ---- texts that come in, and links that carry one

const incoming = new Incoming({ play, analyse, history, store, go, view: () => shown });

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
  return { ...current, name: `${current.name} ${grid.rows}×${grid.cols}, ${minesText(mines)}` };
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
$("history-export").addEventListener("click", () =>
  saveFile(`minemind_history_${stamp()}.json`, store.exported(), "application/json"),
);
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
  try {
    if (!entry.game) return incoming.playLayout(entry.layout);
    await play.resume(entry.game, entry.layout);
    go("play");
  } catch (error) {
    toast(`This cannot be played: ${error.message}`);
  }
});

// ---- links that come in

async function followLink() {
  const { hash } = location;
  if (Object.hasOwn(views, hash.slice(1))) return go(hash.slice(1));
  try {
    const text = await textIn(hash);
    if (text !== null) return await incoming.receiveLink(text);
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
  for (const [name, value] of Object.entries(setup))
    if (setupForm.elements[name]) setupForm.elements[name].value = value ?? "";
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

for (const button of document.querySelectorAll("[data-close]"))
  button.addEventListener("click", () => button.closest("dialog").close());
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

// ---- keys

addEventListener("keydown", (event) => {
  const { key } = event;
  const target = event.target instanceof Element ? event.target : document.body;
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
  if (key === "?") return (showHelp(), true);
  if (!view.ownsArrows && view.view.walk(event)) return true;
  if (view.key(event)) return true;
  const actions = {
    k: keep,
    l: link,
    d: download,
    t: switchTheme,
    "+": () => view.view.zoom(1.2),
    "-": () => view.view.zoom(1 / 1.2),
  };
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
  if (key === "z" && event.shiftKey) return (view.redo?.(), Boolean(view.redo));
  if (key === "z") return (view.undo?.(), Boolean(view.undo));
  if (key === "y") return (view.redo?.(), Boolean(view.redo));
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

inspectable(views, () => shown);

followLink();
document.documentElement.dataset.ready = "yes";
