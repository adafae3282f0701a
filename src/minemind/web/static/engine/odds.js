// What is known of one hidden cell: its risk, the numbers it may show, and how often it leads to a win. Only the page asks
// for it, about the cell pointed at.

import { MILLION, candidate, playedOn } from "./guesses.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */

// Enough for a quick estimate: millions of units of work, and games.
export const THINK = 25;
const GAMES = 1500;

/** @type {(analysis: Analysis, index: number, wins?: boolean) => object} */
export function oddsJson(analysis, index, wins = false) {
  const numbers = analysis.numbers(index);
  return {
    risk: analysis.probability[index],
    numbers: numbers && Object.fromEntries(numbers.shown),
    ...((wins && winBy(analysis, index)) || { win: null, margin: 0 }),
  };
}

/**
 * Estimated by some games that begin with this cell, even if other cells are safe: that shows what a needless guess
 * costs.
 * @type {(analysis: Analysis, index: number) => { win: number | null, margin: number } | null}
 */
function winBy(analysis, index) {
  const { probability, position } = analysis;
  const risk = probability[index];
  if (!(risk > 0 && risk < 1) || !position.isBegun || position.board.mines === null) return null;
  const alone = candidate({ index, risk, next: null, progress: null, partner: null }, null);
  const effort = { think: THINK, games: GAMES, seed: 0n, work: THINK * MILLION };
  const { found } = playedOn(analysis, effort, [alone], { index, win: null });
  return found.length ? { win: found[0].win, margin: found[0].margin } : null;
}
