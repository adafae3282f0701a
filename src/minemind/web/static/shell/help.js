// The built-in help: the rules, what mouse, fingers and keys do in each view, and the modes of play.

import { phrase } from "../words/catalogue.js";
import { $, make, openDialog } from "../page/dom.js";
import { OFFERED } from "../play/modes.js";

/** @typedef {import("../words/catalogue.js").Key} Key */

// Keys with the same name in every language are written out here; the others, and all meanings, are in the catalogue.
/** @type {[part: Key, keys: [key: string, meaning: Key][]][]} */
const PARTS = [
  [
    "help.pointer",
    [
      ["help.key.left", "help.click"],
      ["help.key.right", "help.flag"],
      ["help.key.middle", "help.chord"],
      ["help.key.tap", "help.tap"],
      ["help.key.long-press", "help.long-press"],
      ["help.key.wheel", "help.zoom"],
    ],
  ],
  ["help.modes", OFFERED.map((name) => /** @type {const} */ ([`mode.${name}`, `mode.${name}.text`]))],
  [
    "help.play",
    [
      ["← ↑ → ↓", "help.move"],
      ["help.key.space", "help.open"],
      ["F", "help.flag"],
      ["C", "help.chord"],
      ["U / R", "help.undo-redo"],
      ["N / G", "help.new-again"],
      ["P", "help.review"],
    ],
  ],
  [
    "help.help",
    [
      ["H", "help.hint"],
      ["S", "help.step"],
      ["A", "help.auto"],
      ["E", "help.certain"],
      ["M", "help.heatmap"],
      ["B", "help.guess"],
      ["V", "help.coach"],
      ["W", "help.walk"],
    ],
  ],
  [
    "help.analyse",
    [
      ["0 … 8", "help.number"],
      ["F", "help.flag"],
      ["Q", "help.question"],
      ["help.key.del-or-point", "help.hidden"],
      ["help.key.space", "help.write"],
      ["Esc", "help.look"],
      ["help.key.drag", "help.drag"],
      ["Enter", "help.next-row"],
      ["Z", "help.fill"],
      ["help.key.shift-click", "help.shift-click"],
      ["M / P", "help.overlays"],
      ["H / B", "help.hint-guess"],
      ["U / R", "help.undo-redo-ctrl"],
    ],
  ],
  [
    "help.history",
    [
      ["← →", "help.frames"],
      ["P / Esc", "help.review-close"],
      ["↑ ↓", "help.entries"],
      ["help.key.del-u", "help.remove"],
    ],
  ],
  [
    "help.everywhere",
    [
      ["Alt + 1 2 3 4", "help.views"],
      ["Alt + + − 0", "help.zoom-keys"],
      ["K / L / D", "help.save"],
      ["help.key.paste", "help.paste"],
      ["T", "help.settings"],
      ["O", "help.drawer"],
      ["?", "help.this"],
    ],
  ],
];

export function showHelp() {
  const body = $("help-body");
  if (!body.children.length)
    body.append(
      make("p", { text: phrase("help.rules") }),
      ...PARTS.map(part),
      note("statistics.rating", phrase("statistics.formula")),
      make("p", { text: phrase("help.closing") }),
    );
  openDialog("help-dialog");
}

/** @param {[title: Key, keys: [key: string, meaning: Key][]]} part */
function part([title, keys]) {
  const list = keys.flatMap(([key, meaning]) => [
    make("dt", {}, make("kbd", { text: keyText(key) })),
    make("dd", { text: phrase(meaning) }),
  ]);
  return make("section", {}, make("h3", { text: phrase(title) }), make("dl", {}, ...list));
}

/** @param {string} key */
const keyText = (key) => (/^(help\.key|mode)\./.test(key) ? phrase(/** @type {Key} */ (key)) : key);

/** @type {(title: Key, text: string) => HTMLElement} */
const note = (title, text) =>
  make("section", { className: "wide" }, make("h3", { text: phrase(title) }), make("p", { text }));
