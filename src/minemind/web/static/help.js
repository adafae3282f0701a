// The built-in help: what the keys, the mouse and fingers do in each view.

import { $, make, openDialog } from "./dom.js";

/** @type {Record<string, [key: string, meaning: string][]>} */
const PARTS = {
  Play: [
    ["← ↑ → ↓", "move; with Shift, five cells at once"],
    ["Space", "open, or open around a number"],
    ["F", "flag"],
    ["C", "chord: open around a number"],
    ["U / R", "undo / redo"],
    ["N / G", "new game / same game again"],
  ],
  "Help while playing": [
    ["H", "hint, with its proof"],
    ["S", "one step"],
    ["A", "autoplay, and stop"],
    ["E", "show certain cells"],
    ["M", "heatmap"],
    ["B", "best guess, with a table"],
  ],
  "Mouse and touch": [
    ["left", "open; on a number, chord"],
    ["right", "flag"],
    ["middle, or both", "chord"],
    ["tap", "open; with Flag mode, flag"],
    ["long press", "flag; with Flag mode, open"],
    ["Ctrl + wheel, pinch", "zoom"],
  ],
  Analyse: [
    ["0 … 8", "write a number"],
    ["F", "flag"],
    ["Q", "question mark (hidden)"],
    [". or Del", "hidden"],
    ["Space", "write what the pen holds"],
    ["Esc", "put the pen down: only look"],
    ["drag", "paint; right button paints flags"],
    ["M / P", "percentages / components"],
    ["H / B", "hint / best guess"],
    ["U / R", "undo / redo (also Ctrl Z / Ctrl Y)"],
  ],
  History: [
    ["← →", "through turns or configurations"],
    ["↑ ↓", "later, earlier position"],
    ["Del / U", "remove / bring back"],
  ],
  Everywhere: [
    ["1 2 3 with Alt", "Play, Analyse, History"],
    ["+ − 0 with Alt", "zoom in, out, fit"],
    ["K / L / D", "keep / link / download"],
    ["Ctrl V", "load what was copied"],
    ["T", "dark or light"],
    ["?", "this help"],
  ],
};

export function showHelp() {
  const body = $("help-body");
  if (!body.children.length) body.append(...Object.entries(PARTS).map(part), closing());
  openDialog("help-dialog");
}

/** @param {[title: string, keys: [key: string, meaning: string][]]} part */
function part([title, keys]) {
  const list = keys.flatMap(([key, meaning]) => [
    make("dt", {}, make("kbd", { text: key })),
    make("dd", { text: meaning }),
  ]);
  return make("section", {}, make("h3", { text: title }), make("dl", {}, ...list));
}

function closing() {
  return make("p", {
    text:
      "Cells are named (row, column), from 0 at the top left. Files can be dropped anywhere on the page. " +
      "Nothing you play or draw is stored on the server.",
  });
}
