// The outline of a board: the hidden cells that touch a number, and the clusters into which they fall where no number
// connects them. The configuration pipeline counts both in the same way, and a test compares them.

import { HIDDEN } from "../game/board.js";

/** @param {import("../game/board.js").Board} board */
export function outlineOf(board) {
  const { grid, faces } = board;
  /** @type {Map<number, Set<number>>} */
  const cluster = new Map(); // for every cell of the outline, its cluster
  for (let index = 0; index < grid.length; index++) {
    if (faces[index] < 0) continue;
    const cells = grid.around(index).filter((other) => faces[other] === HIDDEN);
    if (cells.length) join(cluster, cells);
  }
  return { cells: cluster.size, clusters: new Set(cluster.values()).size };
}

/**
 * The largest cluster absorbs the others, so that no cell moves more than a few times.
 * @param {Map<number, Set<number>>} cluster
 * @param {number[]} cells
 */
function join(cluster, cells) {
  const sets = cells.map((cell) => cluster.get(cell) ?? new Set([cell]));
  const largest = sets.reduce((one, other) => (other.size > one.size ? other : one));
  const others = sets.filter((set) => set !== largest).flatMap((set) => [...set]);
  for (const cell of [...cells, ...others]) {
    largest.add(cell);
    cluster.set(cell, largest);
  }
}
