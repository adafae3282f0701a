// The setup of a game: that of a preset, and its description.

import { phrase } from "../words/catalogue.js";
import { $, buttons, facts, pressed } from "../page/dom.js";
import { USUAL } from "../game/game.js";
import { PRESETS, preset } from "../game/presets.js";
import { sizeText } from "../game/words.js";

/** @typedef {import("../words/catalogue.js").Key} Key */
/** @typedef {import("../game/game.js").Setup} Setup */

/**
 * @param {string} name
 * @returns {Setup}
 */
export const presetSetup = (name) => ({ ...USUAL, ...preset(name) });

/**
 * Show which preset a game is, and the facts about it.
 * @param {import("../game/game.js").Game} game
 * @param {string} mode the name of its mode
 */
export function showSetup({ setup, given }, mode) {
  const { rows, cols, mines, topology, perCell, firstClick, seed } = setup;
  const name = given || setup.layout ? undefined : presetOf(setup);
  for (const each of buttons("[data-preset]")) pressed(each, each.dataset.preset === name);
  pressed($("custom"), name === undefined);
  $("custom").textContent = mode;
  facts($("game-facts"), [
    [phrase("mode.label"), mode],
    [phrase("play.board"), sizeText(rows, cols, mines)],
    [phrase("page.shape"), topology === "square" ? null : phrase(/** @type {Key} */ (`page.shape.${topology}`))],
    [phrase("page.mines-per-cell"), perCell === 1 ? null : phrase("play.per-cell", { count: perCell })],
    [phrase("page.first-click"), given ? phrase("play.given-layout") : phrase(`page.first-click.${firstClick}`)],
    [phrase("page.seed"), given ? null : (seed ?? phrase("play.seed-later"))],
  ]);
}

/** @param {Setup} setup */
export function presetOf({ rows, cols, mines, topology, holes, perCell }) {
  if (topology !== "square" || holes?.length || perCell !== 1) return undefined;
  const isSize = (/** @type {import("../game/presets.js").Size} */ size) =>
    size.rows === rows && size.cols === cols && size.mines === mines;
  return [...PRESETS].find(([, size]) => isSize(size))?.[0];
}
