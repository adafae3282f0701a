// The keys of the page: those that work everywhere, and those that go to the view that is shown.

import { isTyping } from "../page/dom.js";

/** @typedef {import("../files/incoming.js").ViewName} ViewName */

/**
 * @typedef {object} View as far as keys go
 * @property {import("../canvas/view.js").BoardView} [view] without one it has no board
 * @property {boolean} [ownsArrows] whether arrow keys belong to the view, not to its board
 * @property {(event: KeyboardEvent) => boolean} key returns whether it was one of the view's keys
 * @property {() => void} [undo]
 * @property {() => void} [redo]
 */

/**
 * @typedef {object} Actions
 * @property {(name: ViewName) => void} go
 * @property {() => void} keep
 * @property {() => void} link
 * @property {() => void} download
 * @property {() => void} showPreferences
 * @property {() => void} switchDrawer
 * @property {() => void} showHelp
 */

/** @typedef {Record<string, (() => void) | undefined>} Keys */

/**
 * @param {() => View} shown
 * @param {Actions} actions
 */
export function listenForKeys(shown, actions) {
  addEventListener("keydown", (event) => {
    const { key } = event;
    const target = event.target instanceof Element ? event.target : document.body;
    if (document.querySelector("dialog[open]") || isTyping(target)) return;
    if (target.matches("button, a") && [" ", "Enter"].includes(key)) return;
    if (target.matches("input[type=range]") && /^(Arrow|Home|End|Page)/.test(key)) return;
    if (handle(event, shown(), actions)) event.preventDefault();
  });
}

/** @type {(event: KeyboardEvent, shown: View, actions: Actions) => boolean} */
function handle(event, shown, actions) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return press(withAlt(shown, actions), event.code);
  if (event.ctrlKey || event.metaKey) return withControl(event, shown, key);
  if (key === "?") return (actions.showHelp(), true);
  if (!shown.ownsArrows && shown.view?.walk(event)) return true;
  return shown.key(event) || press(everywhere(shown, actions), key);
}

/** @type {(keys: Keys, key: string) => boolean} */
function press(keys, key) {
  keys[key]?.();
  return key in keys;
}

/** @type {(shown: View, actions: Actions) => Keys} */
const everywhere = ({ view }, { keep, link, download, showPreferences, switchDrawer }) => ({
  k: keep,
  l: link,
  d: download,
  o: switchDrawer,
  t: showPreferences,
  "+": () => view?.zoom(1.2),
  "-": () => view?.zoom(1 / 1.2),
});

/** @type {(shown: View, actions: Actions) => Keys} */
const withAlt = ({ view }, { go }) => ({
  Digit1: () => go("play"),
  Digit2: () => go("analyse"),
  Digit3: () => go("history"),
  Digit4: () => go("statistics"),
  Digit0: () => view?.fit(),
  Equal: () => view?.zoom(1.2),
  Minus: () => view?.zoom(1 / 1.2),
});

/** @type {(event: KeyboardEvent, shown: View, key: string) => boolean} */
function withControl(event, shown, key) {
  if (key === "y" || (key === "z" && event.shiftKey)) return (shown.redo?.(), Boolean(shown.redo));
  if (key === "z") return (shown.undo?.(), Boolean(shown.undo));
  return /^(Arrow|Home|End)/.test(key) && !shown.ownsArrows && Boolean(shown.view?.walk(event));
}
