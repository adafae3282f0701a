// Words for cells, sizes and errors, from the catalogue of the page's language. Cells are (row, column), from 0.

import { HIDDEN, NO_CELL, claimed } from "./board.js";
import { LEAST_MS } from "./limits.js";
import { phrase, renderer } from "../words/catalogue.js";
import { cellText } from "../words/template.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./grid.js").Grid} Grid */

/** @type {(grid: Grid, indices: Iterable<number>) => string} */
export const cellsText = (grid, indices) => renderer().cut([...indices].map((index) => cellText(grid.cell(index))));

/** @type {(grid: Grid, pairs: number[][]) => string} */
export const pairsText = (grid, pairs) =>
  renderer().cut(
    pairs.map(([one, other]) => phrase("analysis.fifty-fifty", { one: grid.cell(one), other: grid.cell(other) })),
    ", ",
  );

/**
 * A cell and what is known about it, in words.
 * @param {Board} board
 * @param {number} index
 * @param {import("../advice/analysis.js").Findings | null} known
 */
export function describe(board, index, known = null) {
  const face = board.faces[index];
  const cell = board.grid.cell(index);
  if (face === NO_CELL) return phrase("cell.none", { cell });
  if (face >= 0) return phrase("cell.open", { cell, number: face });
  if (face !== HIDDEN) return phrase("cell.flag", { cell, count: claimed(face) });
  return phrase("cell.hidden", {
    cell,
    promise: known?.promise,
    mark: board.marks.get(index),
    ...(known ? remarks(board.grid, index, known) : {}),
  });
}

/** @type {(grid: Grid, index: number, known: import("../advice/analysis.js").Findings) => import("../words/template.js").Values} */
function remarks(grid, index, { risk, fifties, dead }) {
  const value = risk[index];
  if (Number.isNaN(value)) return {};
  const partner = fifties.find((pair) => pair.includes(index))?.find((other) => other !== index);
  const isUncertain = value > 0 && value < 1;
  return {
    risk: value,
    partner: isUncertain && partner !== undefined ? grid.cell(partner) : null,
    dead: (isUncertain && dead.has(index)) || null,
  };
}

/** @type {(mines: number | null) => string} */
export const minesText = (mines) =>
  mines === null ? phrase("page.mines-unknown") : phrase("page.mine-count", { count: mines });

/** @type {(rows: number, cols: number, mines: number | null) => string} */
export const sizeText = (rows, cols, mines) => phrase("page.size", { rows, cols, mines: minesText(mines) });

/** @type {(ms: number) => string} */
export const secondsText = (ms) =>
  phrase("page.seconds", { seconds: renderer().figures.fixed(Math.round(ms / 100), 1) });

/**
 * 3BV per second; null for a game too short to have a speed.
 * @type {(threeBv: number, ms: number) => string | null}
 */
export const speedText = (threeBv, ms) =>
  ms < LEAST_MS ? null : renderer().figures.fixed(Math.round((threeBv * 100_000) / ms), 2);

/** @type {(text: string) => string} */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {(text: string) => string} */
export const sentence = (text) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

/**
 * The message of an error, or of anything else that was thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
