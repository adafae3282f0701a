// The page as a whole: which view is shown, what is stored, the drawer, the state of the engine. The game is there from
// the start; everything else is loaded with shell/rest.js.

import { started } from "./shell/broken.js";
import { phrase } from "./words/catalogue.js";
import { isChallenge } from "./play/challenge.js";
import { $, buttons, button, inform, toast } from "./page/dom.js";
import { teach } from "./play/ending.js";
import { loadPresets, onEngine, startEngine } from "./ask/engine.js";
import { listenForArrivals } from "./files/arriving.js";
import { inspectable } from "./shell/inspect.js";
import { listenForKeys } from "./shell/keys.js";
import { speak } from "./shell/language.js";
import { keepOffline } from "./shell/offline.js";
import { Play } from "./play/play.js";
import { Records } from "./play/records.js";
import { arrive, settle } from "./page/addresses.js";
import { choose, setting, whenever } from "./page/settings.js";
import { whileWaiting } from "./page/waiting.js";
import { Store } from "./history/store.js";
import { messageOf, sentence, sizeText } from "./game/words.js";
import { addZoom } from "./shell/zoom.js";

/** @typedef {import("./files/incoming.js").ViewName} ViewName */
/** @typedef {import("./history/store.js").Current} Current */
/** @typedef {import("./shell/rest.js").Rest} Rest */
/** @typedef {{ play: Play } & Partial<Rest["views"]>} Views */

await Promise.all([speak(), loadPresets()]);
onEngine((state) => ($("loading").hidden = state === "ready"));
const loadedEngine = startEngine();

const store = new Store();
const records = new Records();
const play = started("play", () => new Play(end));
/** @type {Views} */
const views = { play }; // those that are loaded
/** @type {ViewName} */
let shown = "play";

// ---- the rest of the page

/** @type {Promise<Rest> | null} */
let loading = null;

async function load() {
  const { Rest } = await import("./shell/rest.js");
  const rest = new Rest({ play, store, records, go, show, view: () => shown });
  Object.assign(views, rest.views);
  return rest;
}

// Null if it could not be loaded; a message says so, and the next call tries again.
async function theRest() {
  const waiting = whileWaiting(() => toast(phrase("page.loading")));
  try {
    return await (loading ??= load());
  } catch {
    loading = null;
    toast(sentence(phrase("engine.unloaded")));
    return null;
  } finally {
    waiting.end();
  }
}

/**
 * An action of the rest of the page, which is loaded if necessary.
 * @param {(rest: Rest) => unknown} work
 */
const later = (work) => async () => {
  const rest = await theRest();
  if (rest) work(rest);
};

// ---- views

/** @param {ViewName} name of a view that is loaded */
function show(name) {
  shown = name;
  for (const view of document.querySelectorAll(".view"))
    if (view instanceof HTMLElement) view.hidden = view.id !== name;
  for (const part of document.querySelectorAll("[data-of]"))
    if (part instanceof HTMLElement) part.hidden = part.dataset.of !== name;
  for (const tab of buttons("[data-view]")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = phrase("page.title", { view: name });
  document.body.dataset.view = name;
  views[name]?.enter();
  tellLine();
}

// Update the line under the board that is shown: its text depends on what else is visible.
function tellLine() {
  const line = document.querySelector(".view:not([hidden]) .info");
  if (line instanceof HTMLElement) inform(line, "");
}

/**
 * @param {string} name
 * @returns {name is ViewName}
 */
const isThere = (name) => Object.hasOwn(views, name);

/** @param {ViewName} name */
const addressOf = (name) => (name === "play" || name === "analyse" ? views[name]?.address : null) ?? `#${name}`;

/**
 * Show a view at its own address, from which Back leads to the previous one.
 * @param {ViewName} name
 */
async function go(name) {
  if (!isThere(name) && !(await theRest())) return;
  arrive(location.hash); // abandons a link that is still being followed
  settle(addressOf(name), true);
  show(name);
}

for (const tab of buttons("[data-view]"))
  tab.addEventListener("click", () => void go(/** @type {ViewName} */ (tab.dataset.view)));
addZoom("play", play.view);

// ---- links and arrivals

/** @param {string} address */
const isOfTheRest = (address) => !["", "#play"].includes(address) && !isChallenge(address);

async function followLink() {
  const { hash } = location;
  const name = hash.slice(1) || "play";
  try {
    if (isChallenge(hash)) return (arrive(hash), show("play"), await play.modes.follow(hash));
    const rest = isOfTheRest(hash) ? await theRest() : null;
    if (location.hash !== hash) return; // the user has moved on while it was loading
    if (isThere(name)) return (arrive(hash), show(name), settle(addressOf(name)));
    if (await rest?.follow(hash)) return arrive(hash);
  } catch (error) {
    if (location.hash === hash) toast(phrase("link.failed", { why: messageOf(error) }));
  }
  if (location.hash !== hash) return;
  arrive(hash);
  show(shown);
}
addEventListener("hashchange", followLink);
play.onAddress = () => void (shown === "play" && settle(addressOf("play")));
listenForArrivals((what) => later(({ incoming }) => incoming.take(what))());

// ---- the history

let hasComplained = false; // that a game was not stored: once per visit is enough

/** @param {Current} current of a game that has ended */
function end(current) {
  const kept = keep(current, hasComplained);
  hasComplained ||= !kept;
  void teach(play, current, records);
}

/**
 * Store something in the history. Returns the entry, or null if it could not be stored; unless `isQuiet`, a message
 * says so.
 * @param {Current} current
 */
function keep(current, isQuiet = false) {
  const { grid, mines } = current.scene.board;
  try {
    return store.add({ ...current, name: `${current.name} ${sizeText(grid.rows, grid.cols, mines)}` });
  } catch (error) {
    if (!isQuiet) toast(messageOf(error));
    return null;
  }
}

const current = () => views[shown]?.current();

function keepShown() {
  const kept = current();
  if (kept && shown !== "history" && keep(kept)) toast(phrase("message.saved"));
}

// ---- buttons, dialogs, keys, theme

const link = later((rest) => rest.link(current()));
const download = later((rest) => rest.download(current()));
const showPreferences = later((rest) => rest.showPreferences());
const showHelp = later((rest) => rest.showHelp());

for (const each of buttons("[data-keep]")) each.addEventListener("click", keepShown);
for (const each of buttons("[data-link]")) each.addEventListener("click", link);
for (const each of buttons("[data-download]")) each.addEventListener("click", download);
button("review-game").addEventListener(
  "click",
  later((rest) => rest.review()),
);
button("analyse-game").addEventListener(
  "click",
  later((rest) => rest.toAnalyse(play)),
);
button("custom").addEventListener(
  "click",
  later((rest) => rest.newGame.open()),
);
button("settings-button").addEventListener("click", showPreferences);
button("help-button").addEventListener("click", showHelp);

for (const each of buttons("[data-close]")) each.addEventListener("click", () => each.closest("dialog")?.close());
for (const box of document.querySelectorAll("dialog")) {
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => document.body.append($("toast"))); // the last message must stay visible
}
document.querySelector(".skip")?.addEventListener("click", (event) => {
  const board = document.querySelector(".view:not([hidden]) .host:not([hidden]) .viewport");
  if (!(board instanceof HTMLElement)) return;
  event.preventDefault();
  board.focus();
});

whenever("motion", () => (document.body.dataset.motion = setting("motion")));
whenever("drawer", () => {
  const isOpen = setting("drawer") === "open";
  document.body.dataset.drawer = setting("drawer");
  button("drawer").setAttribute("aria-expanded", String(isOpen));
  tellLine();
});
const switchDrawer = () => choose("drawer", setting("drawer") === "open" ? "closed" : "open");
button("drawer").addEventListener("click", switchDrawer);

addEventListener("themechange", () => {
  for (const view of [play, views.analyse, views.history]) view?.view.redraw();
});

listenForKeys(() => views[shown] ?? play, {
  go,
  keep: keepShown,
  link,
  download,
  showPreferences,
  showHelp,
  switchDrawer,
});
inspectable(views, () => shown);

if (isOfTheRest(location.hash)) await theRest(); // what a link leads to is there as soon as the page is
void followLink();
document.documentElement.dataset.ready = "play";

await loadedEngine; // until then the engine has the network to itself
try {
  await (loading ??= load());
  document.documentElement.dataset.ready = "all";
} catch {
  loading = null; // the next attempt reports the failure
}
void keepOffline();
