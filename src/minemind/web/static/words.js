// Cells, chances and counts in words, as the server's sentences have them: cells are (row, column), from 0.

import { HIDDEN, NO_CELL, claimed } from "./board.js";

export const cellName = (grid, index) => `(${grid.cell(index).join(", ")})`;

export function percentText(chance) {
  if (chance === 0 || chance === 1) return `${100 * chance}%`;
  if (chance < 0.0005) return "<0.1%";
  if (chance > 0.9995) return ">99.9%";
  return `${(100 * chance).toFixed(1)}%`;
}

export function describe(board, index, chance = NaN) {
  const face = board.faces[index];
  const place = cellName(board.grid, index);
  if (face === NO_CELL) return `${place} no cell`;
  if (face >= 0) return `${place} open, ${face}`;
  if (face !== HIDDEN) return `${place} flag${claimed(face) > 1 ? ` for ${claimed(face)} mines` : ""}`;
  const mark = { o: ", safe in every solution", x: ", a mine in every solution", "#": ", not certain" }[
    board.marks.get(index)
  ];
  if (Number.isNaN(chance)) return `${place} hidden${mark ?? ""}`;
  if (chance === 0) return `${place} hidden, certainly safe`;
  if (chance === 1) return `${place} hidden, certainly a mine`;
  return `${place} hidden, a mine with ${percentText(chance)}`;
}

// A large count: exact as far as it can be read, then in powers of ten.
export function countText(decimal) {
  if (decimal.length <= 15) return Number(decimal).toLocaleString("en");
  return `${decimal[0]}.${decimal.slice(1, 3)} × 10^${decimal.length - 1}`;
}

export const minesText = (mines, unknown = "?") => `${mines ?? unknown} mine${mines === 1 ? "" : "s"}`;

export function secondsText(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

export const sentence = (text) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");
