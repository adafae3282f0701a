// Files to take away: the position as text, named as `minemind pipeline --latest` looks for it, the layout, the saved
// game, and pictures.

import { ask } from "./api.js";
import { $, openDialog, toast } from "./dom.js";
import { picture } from "./draw.js";

const CELL = 32; // px of a cell in a PNG, at twice the pixels

// 20261115_120000, in local time.
export function stamp(time = new Date()) {
  const two = (value) => String(value).padStart(2, "0");
  const date = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  return `${date}_${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`;
}

export function saveFile(name, content, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const WAYS = {
  text: ({ text }) => saveFile(`board_${stamp()}.txt`, `${text.trimEnd()}\n`, "text/plain"),
  layout: ({ layout }) => saveFile(`layout_${stamp()}.txt`, `${layout}\n`, "text/plain"),
  game: ({ game }) => saveFile(`game_${stamp()}.json`, `${JSON.stringify(game)}\n`, "application/json"),
  svg: async ({ text }) =>
    saveFile(`board_${stamp()}.svg`, (await ask("convert", { text, to: ["svg"] })).svg, "image/svg+xml"),
  png: async ({ scene }) => {
    const canvas = picture(scene, CELL, 2);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    saveFile(`board_${stamp()}.png`, blob);
  },
};

let chosen = null;

// current: what the view shows, as text, layout, game and scene.
export function offerDownloads(current) {
  chosen = current;
  const dialog = openDialog("download-dialog");
  for (const button of dialog.querySelectorAll("[data-as]")) {
    const way = button.dataset.as;
    button.disabled = (way === "layout" && !current.layout) || (way === "game" && !canBeSaved(current.game));
  }
}

// A game whose seed is not drawn yet has nothing to be dealt from.
const canBeSaved = (game) => Boolean(game && (game.layout || game.history.some(([action]) => action === "open")));

for (const button of $("download-dialog").querySelectorAll("[data-as]")) {
  button.addEventListener("click", async () => {
    try {
      await WAYS[button.dataset.as](chosen);
      $("download-dialog").close();
    } catch (error) {
      toast(`Not downloaded: ${error.message}`);
    }
  });
}
