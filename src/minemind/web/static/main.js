// The page as a whole: which view is shown, links, what is kept and taken away, the drawer, the state of the engine.

import { Analyse } from "./analyse/analyse.js";
import { Board } from "./game/board.js";
import { started } from "./shell/broken.js";
import { phrase } from "./words/catalogue.js";
import { isChallenge } from "./play/challenge.js";
import { $, buttons, button, icon, inform, input, make, openDialog, textarea, toast } from "./page/dom.js";
import { offerDownloads, saveFile, stamp } from "./files/download.js";
import { teach } from "./play/ending.js";
import { loadPresets, onEngine, startEngine } from "./ask/engine.js";
import { showHelp } from "./shell/help.js";
import { History } from "./history/history.js";
import { Incoming } from "./files/incoming.js";
import { inspectable } from "./shell/inspect.js";
import { listenForKeys } from "./shell/keys.js";
import { speak } from "./shell/language.js";
import { fragmentOf, moveIn, textIn } from "./files/link.js";
import { NewGame } from "./play/newgame.js";
import { keepOffline } from "./shell/offline.js";
import { Play } from "./play/play.js";
import { showPreferences } from "./shell/preferences.js";
import { Records } from "./play/records.js";
import { entryIn, settle } from "./page/addresses.js";
import { choose, setting, whenever } from "./page/settings.js";
import { pause } from "./page/waiting.js";
import { Statistics } from "./history/statistics.js";
import { Store } from "./history/store.js";
import { messageOf, sizeText } from "./game/words.js";

/** @typedef {import("./files/incoming.js").ViewName} ViewName */
/** @typedef {import("./history/store.js").Current} Current */

await Promise.all([speak(), loadPresets()]);
onEngine((state) => ($("loading").hidden = state === "ready"));
const loadedEngine = startEngine();

const store = new Store();
const play = started("play", () => new Play(end));
const analyse = started("analyse", () => new Analyse());
const history = started("history", () => new History(store));
const records = new Records();
const boards = { play, analyse, history };
const views = { ...boards, statistics: started("statistics", () => new Statistics(records)) };
/** @type {ViewName} */
let shown = "play";

// ---- views

/**
 * @param {string} name
 * @returns {name is ViewName}
 */
const isView = (name) => Object.hasOwn(views, name);

/** @param {ViewName} name */
function show(name) {
  shown = name;
  for (const view of Object.keys(views)) $(view).hidden = view !== name;
  for (const part of document.querySelectorAll("[data-of]"))
    if (part instanceof HTMLElement) part.hidden = part.dataset.of !== name;
  for (const tab of buttons("[data-view]")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = phrase("page.title", { view: name });
  document.body.dataset.view = name;
  views[name].enter();
}

/** @param {ViewName} name */
const addressOf = (name) => (name === "play" || name === "analyse" ? boards[name].address : null) ?? `#${name}`;

/**
 * Show a view at an address of its own, from which Back leads to where one was.
 * @param {ViewName} name
 */
function go(name) {
  settle(addressOf(name), true);
  show(name);
}

for (const tab of buttons("[data-view]"))
  tab.addEventListener("click", () => isView(tab.dataset.view ?? "") && go(/** @type {ViewName} */ (tab.dataset.view)));

for (const [name, { view }] of Object.entries(boards)) {
  /** @type {[name: string, label: string, action: () => void][]} */
  const actions = [
    ["minus", phrase("page.zoom-out"), () => view.zoom(1 / 1.2)],
    ["fit", phrase("page.fit"), () => view.fit()],
    ["plus", phrase("page.zoom-in"), () => view.zoom(1.2)],
  ];
  for (const [sign, label, action] of actions) {
    const made = make("button", { type: "button", className: "icon", "aria-label": label, title: label }, icon(sign));
    made.addEventListener("click", action);
    document.querySelector(`[data-zoom="${name}"]`)?.append(made);
  }
}

// ---- texts that come in, and links that carry one

const incoming = new Incoming({ play, analyse, history, store, records, go, show, view: () => shown });

async function followLink() {
  const { hash } = location;
  const name = hash.slice(1) || "play";
  if (isView(name)) return (show(name), settle(addressOf(name)));
  const entry = entryIn(hash);
  if (entry) return followEntry(entry);
  try {
    if (isChallenge(hash)) {
      show("play");
      return await play.modes.follow(hash);
    }
    const text = await textIn(hash);
    if (text !== null) {
      await incoming.receiveLink(text);
      const move = moveIn(hash);
      return void (move && history.openReview(history.entry, move));
    }
  } catch (error) {
    toast(phrase("link.failed", { why: messageOf(error) }));
  }
  show(shown);
}
addEventListener("hashchange", followLink);
for (const name of /** @type {const} */ (["play", "analyse"]))
  boards[name].onAddress = () => void (shown === name && settle(addressOf(name)));

// ---- the end of a game, and its review

/** @param {Current} current */
function end(current) {
  keep(current);
  teach(play, current, records);
}

/** @param {import("./page/addresses.js").EntryAddress} entry */
function followEntry(entry) {
  show("history");
  if (!history.follow(entry)) toast(phrase("review.not-here"));
}

function reviewGame() {
  if (play.game.state === "playing") return;
  const current = play.current();
  const game = JSON.stringify(current.game);
  const kept = store.entries.find((each) => each.text === current.text && JSON.stringify(each.game) === game);
  const entry = kept ?? { ...current, id: null, time: new Date().toISOString() };
  show("history");
  history.openReview(entry);
}
button("review-game").addEventListener("click", reviewGame);
history.onAddress = settle;
history.onRetry = async (game, layout) => {
  await play.resume(game, layout, { how: "retry" });
  go("play");
};

// ---- what goes out

/**
 * What is kept now; null if there was no room for it.
 * @param {Current} current
 */
function keep(current) {
  const { grid, mines } = current.scene.board;
  try {
    return store.add({ ...current, name: `${current.name} ${sizeText(grid.rows, grid.cols, mines)}` });
  } catch (error) {
    toast(messageOf(error));
    return null;
  }
}

function keepShown() {
  const current = views[shown].current();
  if (current && shown !== "history" && keep(current)) toast(phrase("message.saved"));
}

async function link() {
  const current = views[shown].current();
  if (!current) return;
  const page = `${location.origin}${location.pathname}`;
  const challenge = shown === "play" ? play.modes.link : null;
  const result = challenge && (await play.modes.result(page));
  $("link-title").textContent = phrase(challenge ? "challenge.title" : "link.title");
  $("link-about").textContent = phrase(challenge ? "challenge.text" : "link.text");
  $("result").hidden = !result;
  textarea("result-text").value = result ?? "";
  const fragment = challenge ?? (await fragmentOf(current.link ?? current.text)) + (current.linkTo ?? "");
  input("link-text").value = page + fragment;
  openDialog("link-dialog");
  input("link-text").select();
}

function download() {
  const current = views[shown].current();
  if (current) offerDownloads(current);
}

for (const each of buttons("[data-keep]")) each.addEventListener("click", keepShown);
for (const each of buttons("[data-link]")) each.addEventListener("click", link);
for (const each of buttons("[data-download]")) each.addEventListener("click", download);
button("history-export").addEventListener("click", () =>
  saveFile(`minemind_history_${stamp()}.json`, store.exported(), "application/json"),
);
/** @param {HTMLInputElement | HTMLTextAreaElement} from */
async function copy(from) {
  from.select();
  try {
    await navigator.clipboard.writeText(from.value);
    toast(phrase("link.copied"));
  } catch {
    toast(phrase("link.copy-yourself"));
  }
}
button("link-copy").addEventListener("click", () => copy(input("link-text")));
button("result-copy").addEventListener("click", () => copy(textarea("result-text")));

/** @param {{ current: () => Current | null }} source */
async function toAnalyse(source) {
  const current = source.current();
  if (!current) return;
  analyse.load(Board.parse(current.text));
  await pause(0); // to load and to lay out are two tasks, each shorter than a frame
  go("analyse");
}
button("analyse-game").addEventListener("click", () => toAnalyse(play));
button("load-game").addEventListener("click", () => toAnalyse(play));
button("entry-analyse").addEventListener("click", () => toAnalyse(history));
button("entry-play").addEventListener("click", async () => {
  const { game = null, layout = null } = history.entry ?? {};
  try {
    if (game) {
      await play.resume(game, layout);
      go("play");
    } else if (layout) incoming.playLayout(layout);
  } catch (error) {
    toast(phrase("message.not-playable", { why: messageOf(error) }));
  }
});

// ---- dialogs, keys, theme

new NewGame(play.modes);

for (const each of buttons("[data-close]")) each.addEventListener("click", () => each.closest("dialog")?.close());
for (const box of document.querySelectorAll("dialog"))
  box.addEventListener("click", (event) => event.target === box && box.close());

whenever("motion", () => (document.body.dataset.motion = setting("motion")));
whenever("drawer", () => {
  const isOpen = setting("drawer") === "open";
  document.body.dataset.drawer = setting("drawer");
  button("drawer").setAttribute("aria-expanded", String(isOpen));
  for (const line of document.querySelectorAll(".info")) if (line instanceof HTMLElement) inform(line, "");
});
const switchDrawer = () => choose("drawer", setting("drawer") === "open" ? "closed" : "open");
button("drawer").addEventListener("click", switchDrawer);
button("settings-button").addEventListener("click", showPreferences);
button("help-button").addEventListener("click", showHelp);

addEventListener("themechange", () => {
  analyse.pens.paint();
  history.refreshThumbnails();
  for (const { view } of Object.values(boards)) view.redraw();
});

listenForKeys(() => views[shown], { go, keep: keepShown, link, download, showPreferences, showHelp, switchDrawer });
inspectable(boards, () => shown);

followLink();
loadedEngine.then(keepOffline); // the network is the engine's until then
document.documentElement.dataset.ready = "yes";
