// Cells, probabilities and counts in words, as the server's sentences have them: cells are (row, column), from 0.

import { HIDDEN, NO_CELL, claimed } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./grid.js").Grid} Grid */

const MOST_LISTED = 8;

/** @type {(cell: readonly number[]) => string} */
export const cellText = (cell) => `(${cell.join(", ")})`;

/** @type {(grid: Grid, index: number) => string} */
export const cellName = (grid, index) => cellText(grid.cell(index));

/** @type {(grid: Grid, indices: Iterable<number>) => string} */
export const cellsText = (grid, indices) => listed([...indices].map((index) => cellName(grid, index)));

/** @type {(grid: Grid, pairs: number[][]) => string} */
export const pairsText = (grid, pairs) =>
  listed(pairs.map((pair) => pair.map((index) => cellName(grid, index)).join("–")));

/** @param {string[]} names */
function listed(names) {
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(" ") + (more > 0 ? ` … and ${more} more` : "");
}

/** @param {number} probability */
export function percentText(probability) {
  if (probability === 0 || probability === 1) return `${100 * probability}%`;
  if (probability < 0.0005) return "<0.1%";
  if (probability > 0.9995) return ">99.9%";
  return `${(100 * probability).toFixed(1)}%`;
}

/** @type {Record<import("./board.js").Mark, string>} */
const MARKS = {
  o: ", safe in every solution",
  x: ", a mine in every solution",
  "#": ", unknown",
  "?": ", marked ?",
};

/**
 * A cell, and what is known of it.
 * @param {Board} board
 * @param {number} index
 * @param {import("./analysis.js").Findings | null} known
 */
export function describe(board, index, known = null) {
  const face = board.faces[index];
  const place = cellName(board.grid, index);
  if (face === NO_CELL) return `${place} no cell`;
  if (face >= 0) return `${place} open, ${face}`;
  if (face !== HIDDEN) return `${place} flag${claimed(face) > 1 ? ` for ${claimed(face)} mines` : ""}`;
  const mark = board.marks.get(index);
  const hidden = `${place} hidden${mark ? MARKS[mark] : ""}`;
  const risk = known?.risk[index] ?? NaN;
  if (Number.isNaN(risk)) return hidden;
  if (risk === 0) return `${hidden}, certainly safe`;
  if (risk === 1) return `${hidden}, certainly a mine`;
  return `${hidden}, ${percentText(risk)} risk${known ? remarks(board.grid, index, known) : ""}`;
}

/** @type {(grid: Grid, index: number, known: import("./analysis.js").Findings) => string} */
function remarks(grid, index, { fifties, dead }) {
  const partner = fifties.find((pair) => pair.includes(index))?.find((other) => other !== index);
  const pair = partner === undefined ? "" : `; 50/50 with ${cellName(grid, partner)}`;
  return pair + (dead.has(index) ? "; dead: opening it tells nothing" : "");
}

/**
 * A large count: exact as far as it can be read, then in powers of ten.
 * @param {string} decimal
 */
export function countText(decimal) {
  if (decimal.length <= 15) return Number(decimal).toLocaleString("en");
  return `${decimal[0]}.${decimal.slice(1, 3)} × 10^${decimal.length - 1}`;
}

/** @type {(mines: number | null, unknown?: string) => string} */
export const minesText = (mines, unknown = "?") => `${mines ?? unknown} mine${mines === 1 ? "" : "s"}`;

/** @type {(ms: number) => string} */
export const secondsText = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** @type {(text: string) => string} */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {(text: string) => string} */
export const sentence = (text) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

/**
 * What an error says; anything can be thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
