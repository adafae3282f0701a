// Size: boards that are too large are refused before memory is allocated for them, as in answers/asked.py.

import { AnswerError } from "../game/errors.js";
import { CELLS_ACROSS, LINKS, MINES_PER_CELL } from "../game/limits.js";

// The most cells of a text that is parsed at all, even if its size is refused afterwards.
const CELLS_READ = 10 * CELLS_ACROSS ** 2;

// No text needs more characters per cell, blanks included.
const LONGEST_TEXT = 16 * CELLS_READ;

// The error for a text that is too large to be parsed.
export const unread = () => tooLarge("this board, or its reach,");

/** @param {number} length */
export function checkLength(length) {
  if (length > LONGEST_TEXT) throw unread();
}

/** @type {(rows: number, cols: number, reach?: number) => void} */
export function checkCells(rows, cols, reach = 1) {
  const places = Math.min(2 * reach + 1, 2 * rows - 1) * Math.min(2 * reach + 1, 2 * cols + 1);
  if (rows * cols > CELLS_READ || rows * cols * places > LINKS) throw unread();
}

/**
 * Check that a board that was read is also small enough for questions.
 * @param {{ grid: { rows: number, cols: number }, perCell: number }} board
 */
export function checkSize({ grid: { rows, cols }, perCell }) {
  if (Math.max(rows, cols) > CELLS_ACROSS) throw tooLarge(`a board of ${rows}×${cols} cells`);
  if (perCell > MINES_PER_CELL) throw tooManyPerCell(perCell);
}

/** @param {string} what */
const tooLarge = (what) =>
  new AnswerError({
    kind: "TooLarge",
    message: `${what} is too large for this page; ask about a part of at most ${CELLS_ACROSS}×${CELLS_ACROSS} cells, or use the command line`,
  });

/** @param {number} perCell */
const tooManyPerCell = (perCell) =>
  new AnswerError({
    kind: "TooLarge",
    message: `up to ${perCell} mines per cell are more than this page's limit of ${MINES_PER_CELL}; use the command line`,
  });
