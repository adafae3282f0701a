// What the server's analysis says, by index: for the heatmap of a game and for the editor.

import { HIDDEN } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @typedef {object} Findings
 * @property {string} text of the board that they are about
 * @property {Float64Array} risk NaN where a cell is open, or where its probability is unknown
 * @property {Set<number>} safe
 * @property {Set<number>} mines
 * @property {Set<number>} dead cells that tell nothing
 * @property {number[][]} fifties pairs of cells that only a guess can tell apart
 * @property {import("./answers.js").Analysis | null} answer null where there is none
 */

/**
 * Flagged cells are claims, not findings, and are left out of the certain ones.
 * @param {Board} board
 * @param {import("./answers.js").Analysis} answer
 * @param {string} text
 * @returns {Findings}
 */
export function findings(board, answer, text) {
  const { grid, faces } = board;
  const risk = new Float64Array(grid.length).fill(NaN);
  answer.probability.forEach((row, r) => row.forEach((value, c) => (risk[grid.index(r, c)] = value ?? NaN)));
  const indices = (/** @type {import("./answers.js").Cell[]} */ cells) => cells.map((cell) => grid.index(...cell));
  const isHidden = (/** @type {number} */ index) => faces[index] === HIDDEN;
  return {
    text,
    risk,
    safe: new Set(indices(answer.safe).filter(isHidden)),
    mines: new Set(indices(answer.certain_mines).filter(isHidden)),
    dead: new Set(indices(answer.dead ?? []).filter(isHidden)),
    fifties: (answer.fifty_fifties ?? []).map(indices).filter((pair) => pair.every(isHidden)),
    answer,
  };
}

/**
 * What is known of a board that has no analysis.
 * @param {Board} board
 * @param {string} text
 * @returns {Findings}
 */
export const nothingFound = (board, text) => ({
  text,
  risk: new Float64Array(board.grid.length).fill(NaN),
  safe: new Set(),
  mines: new Set(),
  dead: new Set(),
  fifties: [],
  answer: null,
});

/**
 * The number of each cell's component, -1 where it is in none.
 * @param {import("./grid.js").Grid} grid
 * @param {import("./answers.js").Analysis | null} answer
 */
export function componentsOf(grid, answer) {
  const numbers = new Int32Array(grid.length).fill(-1);
  (answer?.components ?? []).forEach(({ cells }, place) =>
    cells.forEach((cell) => (numbers[grid.index(...cell)] = place)),
  );
  return numbers;
}
