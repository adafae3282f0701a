// The engine's analysis, indexed by cell: for the heat map of a game and for the editor.

import { HIDDEN, isFlag } from "../game/board.js";
import { middleOf, outsideOf } from "../canvas/heat.js";

/** @typedef {import("../game/board.js").Board} Board */

/**
 * @typedef {object} Findings
 * @property {string} text of the board they belong to
 * @property {Float64Array} risk NaN where a cell is open, or where its probability is unknown
 * @property {Set<number>} safe
 * @property {Set<number>} mines
 * @property {Set<number>} wrong flagged cells that are certainly safe
 * @property {Set<number>} dead cells that tell nothing
 * @property {Set<number>} outside cells that no number sees
 * @property {number} outsideLabel the outside cell nearest to their middle, -1 if there is none
 * @property {number[][]} fifties pairs of cells that only a guess can tell apart
 * @property {string | null} [promise] what is known of all cells before the first click
 * @property {import("../ask/answers.js").Analysis | null} answer null where there is none
 */

/**
 * Flagged cells are claims, not findings, so they are not listed among the certain ones.
 * @param {Board} board
 * @param {import("../ask/answers.js").Analysis} answer
 * @param {string} text
 * @returns {Findings}
 */
export function findings(board, answer, text) {
  const { grid, faces } = board;
  const risk = new Float64Array(grid.length).fill(NaN);
  answer.probability.forEach((row, r) => row.forEach((value, c) => (risk[grid.index(r, c)] = value ?? NaN)));
  const indices = (/** @type {import("../ask/answers.js").Cell[]} */ cells) => cells.map((cell) => grid.index(...cell));
  const isHidden = (/** @type {number} */ index) => faces[index] === HIDDEN;
  const outside = outsideOf(board);
  return {
    text,
    risk,
    outside,
    outsideLabel: middleOf(grid, outside),
    safe: new Set(indices(answer.safe).filter(isHidden)),
    mines: new Set(indices(answer.certain_mines).filter(isHidden)),
    wrong: new Set(indices(answer.safe).filter((index) => isFlag(faces[index]))),
    dead: new Set(indices(answer.dead ?? []).filter(isHidden)),
    fifties: (answer.fifty_fifties ?? []).map(indices).filter((pair) => pair.every(isHidden)),
    answer,
  };
}

/**
 * The findings for a board that has no analysis.
 * @param {Board} board
 * @param {string} text
 * @returns {Findings}
 */
export const nothingFound = (board, text) => ({
  text,
  risk: new Float64Array(board.grid.length).fill(NaN),
  outside: new Set(),
  outsideLabel: -1,
  safe: new Set(),
  mines: new Set(),
  wrong: new Set(),
  dead: new Set(),
  fifties: [],
  answer: null,
});

/**
 * The component number of each cell, -1 if it is in none.
 * @param {import("../game/grid.js").Grid} grid
 * @param {import("../ask/answers.js").Analysis | null} answer
 */
export function componentsOf(grid, answer) {
  const numbers = new Int32Array(grid.length).fill(-1);
  (answer?.components ?? []).forEach(({ cells }, place) =>
    cells.forEach((cell) => (numbers[grid.index(...cell)] = place)),
  );
  return numbers;
}
