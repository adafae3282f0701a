// The outline of a board: the hidden cells that touch a number, and the clusters into which they fall because no number
// connects them. The configuration pipeline counts both in the same way, and a test holds the two equal.

import { HIDDEN } from "./board.js";

export function outlineOf(board) {
  const { grid, faces } = board;
  const cluster = new Map(); // every cell of the outline, and the set of cells that it shares a cluster with
  for (let index = 0; index < grid.length; index++) {
    if (faces[index] < 0) continue;
    const cells = grid.around(index).filter((other) => faces[other] === HIDDEN);
    if (cells.length) join(cluster, cells);
  }
  return { cells: cluster.size, clusters: new Set(cluster.values()).size };
}

// The larger cluster takes up the smaller ones, so that no cell moves more than a few times.
function join(cluster, cells) {
  const sets = cells.map((cell) => cluster.get(cell) ?? new Set([cell]));
  const largest = sets.reduce((one, other) => (other.size > one.size ? other : one));
  for (const set of sets) {
    if (set !== largest) for (const cell of set) largest.add(cell);
  }
  for (const set of new Set(sets)) {
    if (set !== largest) for (const cell of set) cluster.set(cell, largest);
  }
  for (const cell of cells) cluster.set(cell, largest);
}
