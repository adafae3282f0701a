// The page as a whole: which view is shown, links, what is kept and taken away, theme, the state of the server.

import { Analyse } from "./analyse.js";
import { askAbout, onServer } from "./api.js";
import { Board } from "./board.js";
import { started } from "./broken.js";
import { phrase } from "./catalogue.js";
import { $, buttons, button, icon, input, make, openDialog, toast } from "./dom.js";
import { offerDownloads, saveFile, stamp } from "./download.js";
import { showHelp } from "./help.js";
import { History } from "./history.js";
import { Incoming } from "./incoming.js";
import { inspectable } from "./inspect.js";
import { listenForKeys } from "./keys.js";
import { offerLanguages, speak } from "./language.js";
import { fragmentOf, textIn } from "./link.js";
import { Play } from "./play.js";
import { learn } from "./served.js";
import { setupDialog } from "./setup.js";
import { Store } from "./store.js";
import { messageOf, sizeText } from "./words.js";

/** @typedef {import("./incoming.js").ViewName} ViewName */
/** @typedef {import("./store.js").Current} Current */

await speak();
onServer((online) => {
  $("gone").hidden = online;
  if (online) toast(phrase("server.back"));
});
learn(await askAbout());

const store = new Store();
const play = started("play", () => new Play(keep));
const analyse = started("analyse", () => new Analyse());
const history = started("history", () => new History(store));
const views = { play, analyse, history };
/** @type {ViewName} */
let shown = "play";

// ---- views

/**
 * @param {string} name
 * @returns {name is ViewName}
 */
const isView = (name) => Object.hasOwn(views, name);

/**
 * @param {ViewName} name
 * @param {{ mark?: boolean }} options mark: whether the address says so
 */
function go(name, { mark = true } = {}) {
  shown = name;
  for (const view of Object.keys(views)) $(view).hidden = view !== name;
  for (const tab of buttons("[data-view]")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (mark) window.history.replaceState(null, "", `#${name}`);
  document.title = phrase("page.title", { view: name });
  views[name].enter();
}

for (const tab of buttons("[data-view]"))
  tab.addEventListener("click", () => isView(tab.dataset.view ?? "") && go(/** @type {ViewName} */ (tab.dataset.view)));

for (const name of /** @type {ViewName[]} */ (Object.keys(views))) {
  const { view } = views[name];
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

const incoming = new Incoming({ play, analyse, history, store, go, view: () => shown });

async function followLink() {
  const { hash } = location;
  const name = hash.slice(1);
  if (isView(name)) return go(name);
  try {
    const text = await textIn(hash);
    if (text !== null) return await incoming.receiveLink(text);
  } catch (error) {
    toast(phrase("link.failed", { why: messageOf(error) }));
  }
  go(shown, { mark: false });
}
addEventListener("hashchange", followLink);

// ---- what goes out

/**
 * Says whether there was room for it.
 * @param {Current} current
 */
function keep(current) {
  const { grid, mines } = current.scene.board;
  try {
    store.add({ ...current, name: `${current.name} ${sizeText(grid.rows, grid.cols, mines)}` });
    return true;
  } catch (error) {
    toast(messageOf(error));
    return false;
  }
}

function keepShown() {
  const current = views[shown].current();
  if (current && shown !== "history" && keep(current)) toast(phrase("message.saved"));
}

async function link() {
  const current = views[shown].current();
  if (!current) return;
  input("link-text").value = `${location.origin}${location.pathname}${await fragmentOf(current.link ?? current.text)}`;
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
button("link-copy").addEventListener("click", async () => {
  input("link-text").select();
  try {
    await navigator.clipboard.writeText(input("link-text").value);
    toast(phrase("link.copied"));
  } catch {
    toast(phrase("link.copy-yourself"));
  }
});

/** @param {{ current: () => Current | null }} source */
function toAnalyse(source) {
  const current = source.current();
  if (!current) return;
  analyse.load(Board.parse(current.text));
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

setupDialog(
  () => play.game.setup,
  (setup) => play.start(setup),
);

for (const each of buttons("[data-close]")) each.addEventListener("click", () => each.closest("dialog")?.close());
for (const box of document.querySelectorAll("dialog"))
  box.addEventListener("click", (event) => event.target === box && box.close());

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
button("theme").addEventListener("click", switchTheme);
button("help-button").addEventListener("click", showHelp);
offerLanguages(button("language"));

addEventListener("themechange", () => {
  analyse.pens.paint();
  history.refreshThumbnails();
  for (const { view } of Object.values(views)) view.redraw();
});

listenForKeys(() => views[shown], { go, keep: keepShown, link, download, switchTheme, showHelp });
inspectable(views, () => shown);

followLink();
document.documentElement.dataset.ready = "yes";
