// Cells, probabilities and counts in words, as the server's sentences have them: cells are (row, column), from 0.

import { HIDDEN, NO_CELL, claimed } from "./board.js";

export const cellName = (grid, index) => `(${grid.cell(index).join(", ")})`;

export function percentText(chance) {
  if (chance === 0 || chance === 1) return `${100 * chance}%`;
  if (chance < 0.0005) return "<0.1%";
  if (chance > 0.9995) return ">99.9%";
  return `${(100 * chance).toFixed(1)}%`;
}

// about: what an analysis says beside chances, as analysis.js has it.
export function describe(board, index, chance = NaN, about = null) {
  const face = board.faces[index];
  const place = cellName(board.grid, index);
  if (face === NO_CELL) return `${place} no cell`;
  if (face >= 0) return `${place} open, ${face}`;
  if (face !== HIDDEN) return `${place} flag${claimed(face) > 1 ? ` for ${claimed(face)} mines` : ""}`;
  const hidden = `${place} hidden${MARKS[board.marks.get(index)] ?? ""}`;
  if (Number.isNaN(chance)) return hidden;
  if (chance === 0) return `${hidden}, certainly safe`;
  if (chance === 1) return `${hidden}, certainly a mine`;
  return `${hidden}, ${percentText(chance)} risk${remarks(board.grid, index, about)}`;
}

const MARKS = {
  o: ", safe in every solution",
  x: ", a mine in every solution",
  "#": ", unknown",
  "?": ", marked ?",
};

function remarks(grid, index, about) {
  const pair = about?.fifties?.find((cells) => cells.includes(index));
  const partner = pair && cellName(grid, pair.find((other) => other !== index));
  const dead = about?.dead?.has(index) ? "; dead: opening it tells nothing" : "";
  return `${partner ? `; 50/50 with ${partner}` : ""}${dead}`;
}

const MOST_LISTED = 8;

function listed(names) {
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(" ") + (more > 0 ? ` … and ${more} more` : "");
}

export const cellsText = (grid, indices) => listed(indices.map((index) => cellName(grid, index)));

export const pairsText = (grid, pairs) =>
  listed(pairs.map((pair) => pair.map((index) => cellName(grid, index)).join("–")));

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
