// A layout, which says where the mines are, as counts by index; and its text.

import { numberIn } from "./header.js";
import { HOLE, countAfter } from "./notation.js";
import { eachToken, understood, written } from "./text.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * The mine count of every index, from the text of a layout.
 * @param {string} text
 */
export function layoutCounts(text) {
  const { header, rows } = understood(text, minesIn);
  const counts = new Int32Array(header.rows * header.cols);
  eachToken(rows, header.cols, (index, token) => (counts[index] = minesIn(token) ?? 0));
  return counts;
}

/**
 * The mines that a token of a layout stands for; null for any other token.
 * @param {string} token
 */
function minesIn(token) {
  const isFree = [".", " ", HOLE].includes(token) || numberIn(token) !== null;
  return isFree ? 0 : countAfter("*M", token);
}

/**
 * @param {Board} board whose grid it is
 * @param {Int32Array} counts
 */
export function layoutText(board, counts) {
  const mines = counts.reduce((sum, count) => sum + count, 0);
  const token = (/** @type {number} */ index) => {
    if (!board.grid.exists(index)) return HOLE;
    return counts[index] === 0 ? "." : counts[index] === 1 ? "*" : `*${counts[index]}`;
  };
  return written(board.copy({ mines, density: null }).header(), board.grid, token);
}
