// Metrics: how many clicks a layout takes if its mines are known, and how hard it is to solve without a guess. The same
// as minemind/worth.py and no_guess/grading.py; tests hold them equal.

import { TooHard } from "../game/errors.js";
import { givenLayout } from "./deals.js";
import { graphOf } from "./graph.js";
import { about } from "./position.js";
import { readProof } from "./proofs.js";

/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("../game/grid.js").Grid} Grid */

/** @typedef {import("./graph.js").Graph} Graph */
/** @typedef {import("./layout.js").Layout} Layout */

const [GREEDY, HUMAN] = [0, 1]; // forms of ZiNi

// The work allowed for all proofs of a board; an Expert board takes some hundred thousand.
const PATH_WORK = 2_000_000_000;

/** @type {(asking: Asking, body: { layout: { text: string } }) => object} */
export function metricsJson(asking, { layout }) {
  const { layout: given, notes } = givenLayout(layout.text);
  const { grid, counts } = given;
  const graph = graphOf(asking, grid);
  const reply = asking.ask("metrics", graph.address, counts, scanOrders(grid), GREEDY);
  const [openings, islands, threeBv, ways] = [reply.number(), reply.number(), reply.number(), reply.list()];
  const human = asking.ask("metrics", graph.address, counts, graph.cells, HUMAN).numbers[4];
  return {
    ...about(given, notes),
    openings,
    islands,
    three_bv: threeBv,
    zini: ways[0],
    eight_way_zini: Math.min(...ways),
    human_zini: human,
    start: grid.cell(graph.centre),
    grade: gradeOf(asking, given, graph),
  };
}

/**
 * The grade of the hardest step on the easiest path from the centre; null if the board needs a guess, has a mine at the
 * centre, or is too hard.
 * @type {(asking: Asking, layout: Layout, graph: Graph) => number | null}
 */
function gradeOf(asking, { counts, perCell }, graph) {
  if (counts[graph.centre]) return null;
  try {
    const reply = asking.ask("easiest_path", graph.address, counts, perCell, graph.centre, PATH_WORK);
    const grades = reply.many(() => readProof(reply, reply.number(), reply.number() > 0).grade);
    reply.list(); // the faces at its end
    return reply.flag() ? Math.max(1, ...grades) : null;
  } catch (error) {
    if (error instanceof TooHard) return null;
    throw error;
  }
}

/**
 * All cells in eight orders, concatenated: by rows and by columns, from each corner; reading order first.
 * @param {Grid} grid
 */
function scanOrders(grid) {
  const order = (/** @type {number} */ size, /** @type {boolean} */ isForward) =>
    Array.from({ length: size }, (_, place) => (isForward ? place : size - 1 - place));
  const orders = [];
  for (const isDown of [true, false]) {
    for (const isRight of [true, false]) {
      const [rows, cols] = [order(grid.rows, isDown), order(grid.cols, isRight)];
      orders.push(...rows.flatMap((row) => cols.map((col) => grid.index(row, col))));
      orders.push(...cols.flatMap((col) => rows.map((row) => grid.index(row, col))));
    }
  }
  return orders.filter((index) => grid.exists(index));
}
