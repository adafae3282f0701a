// Downloads: the position as text, with the file name that `minemind pipeline --latest` looks for, the layout, the
// saved game, and pictures.

import { phrase } from "../words/catalogue.js";
import { buttons, dialog, openDialog, toast } from "../page/dom.js";
import { picture } from "../canvas/draw.js";
import { ask } from "../ask/engine.js";
import { messageOf } from "../game/words.js";

/** @typedef {import("../history/store.js").Current} Current */

const CELL = 32; // px per cell of a PNG, which is drawn at twice the resolution

// 20261115_120000, in local time.
export function stamp(time = new Date()) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const date = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  return `${date}_${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`;
}

/**
 * @param {string} name
 * @param {string | Blob} content
 * @param {string} [type] of a text
 */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @type {Record<string, (current: Current) => void | Promise<void>>} */
const WAYS = {
  text: ({ text }) => saveFile(`board_${stamp()}.txt`, `${text.trimEnd()}\n`, "text/plain"),
  layout: ({ layout }) => saveFile(`layout_${stamp()}.txt`, `${layout}\n`, "text/plain"),
  game: ({ game }) => saveFile(`game_${stamp()}.json`, `${JSON.stringify(game)}\n`, "application/json"),
  svg: async ({ text }) => {
    const { svg = "" } = await ask("convert", { text, to: ["svg"] });
    saveFile(`board_${stamp()}.svg`, svg, "image/svg+xml");
  },
  png: async ({ scene }) => {
    const canvas = picture(scene, CELL, 2);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error(phrase("download.too-large"));
    saveFile(`board_${stamp()}.png`, blob);
  },
};

/** @type {Current | null} */
let chosen = null;

const choices = () => buttons("#download-dialog [data-as]");

/** @param {Current} current */
export function offerDownloads(current) {
  chosen = current;
  openDialog("download-dialog");
  for (const choice of choices()) {
    const way = choice.dataset.as;
    choice.disabled = (way === "layout" && !current.layout) || (way === "game" && !canBeSaved(current.game));
  }
}

/**
 * Without a layout, only from the first open cell on: before that, the seed has not been drawn.
 * @param {import("../ask/answers.js").SavedGame | null} [game]
 */
const canBeSaved = (game) => Boolean(game && (game.layout || game.history.some(([action]) => action === "open")));

for (const choice of choices()) {
  choice.addEventListener("click", async () => {
    if (!chosen) return;
    try {
      await WAYS[choice.dataset.as ?? ""]?.(chosen);
      dialog("download-dialog").close();
    } catch (error) {
      toast(phrase("download.failed", { why: messageOf(error) }));
    }
  });
}
