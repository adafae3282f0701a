// What a game is played by: the usual values, their words, and the dialog for a board of one's own.

import { phrase } from "./catalogue.js";
import { $, buttons, dialog, facts, inside, openDialog, pressed } from "./dom.js";
import { preset, served } from "./served.js";
import { sizeText } from "./words.js";

/** @typedef {import("./catalogue.js").Key} Key */
/** @typedef {import("./game.js").Setup} Setup */

/** @type {Pick<Setup, "topology" | "reach" | "perCell" | "firstClick" | "seed">} */
export const USUAL = { topology: "square", reach: 1, perCell: 1, firstClick: "opening", seed: null };

/**
 * @param {string} name
 * @returns {Setup}
 */
export const presetSetup = (name) => ({ ...USUAL, ...preset(name) });

/**
 * Show which preset a game is, and the facts about it.
 * @param {import("./game.js").Game} game
 */
export function showSetup({ setup, given }) {
  const { rows, cols, mines, topology, perCell, firstClick, seed } = setup;
  const name = given || setup.layout ? undefined : presetOf(setup);
  for (const each of buttons("[data-preset]")) pressed(each, each.dataset.preset === name);
  pressed($("custom"), name === undefined);
  facts($("game-facts"), [
    [phrase("play.board"), sizeText(rows, cols, mines)],
    [phrase("page.shape"), topology === "square" ? null : phrase(/** @type {Key} */ (`page.shape.${topology}`))],
    [phrase("page.mines-per-cell"), perCell === 1 ? null : phrase("play.per-cell", { count: perCell })],
    [phrase("page.first-click"), given ? phrase("play.given-layout") : phrase(`page.first-click.${firstClick}`)],
    [phrase("page.seed"), given ? null : (seed ?? phrase("play.seed-later"))],
  ]);
}

/** @param {Setup} setup */
function presetOf({ rows, cols, mines, topology, holes, perCell }) {
  if (topology !== "square" || holes?.length || perCell !== 1) return undefined;
  const isSize = (/** @type {import("./served.js").Size} */ size) =>
    size.rows === rows && size.cols === cols && size.mines === mines;
  return [...served.presets].find(([, size]) => isSize(size))?.[0];
}

/**
 * The dialog for a board of one's own.
 * @param {() => Setup} current what the fields show at first
 * @param {(setup: Setup) => void} start
 */
export function setupDialog(current, start) {
  const form = inside(dialog("setup-dialog"), "form");
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const number = (/** @type {string} */ name) => Number(field(name).value);
  field("rows").max = String(served.limits.rows);
  field("cols").max = String(served.limits.cols);

  $("custom").addEventListener("click", () => {
    for (const [name, value] of Object.entries({ ...current(), seed: "" }))
      if (field(name)) field(name).value = String(value);
    $("setup-fault").textContent = "";
    openDialog("setup-dialog");
  });

  form.addEventListener("input", () => {
    const most = Math.max(0, (number("rows") * number("cols") - 1) * number("perCell"));
    field("mines").max = String(most);
    $("setup-fault").textContent = number("mines") > most ? phrase("setup.range", { most }) : "";
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const size = { rows: number("rows"), cols: number("cols"), mines: number("mines"), perCell: number("perCell") };
    const firstClick = /** @type {Setup["firstClick"]} */ (field("firstClick").value);
    const seed = field("seed").value.trim() || null;
    start({ ...USUAL, ...size, topology: field("topology").value, firstClick, seed });
    dialog("setup-dialog").close();
  });
}
