// A layout: where the mines are, the truth behind a board, as in layout.py.

import { headerText } from "../game/header.js";
import { HOLE } from "../game/notation.js";
import { written } from "../game/text.js";

/** @typedef {import("../game/grid.js").Grid} Grid */

export class Layout {
  /** @type {Int32Array | null} */
  #numbers = null;

  /**
   * @param {Grid} grid
   * @param {Int32Array} counts the mines at every index
   * @param {number} perCell
   * @param {Set<number>} revealed the cells that are open when a game on it starts
   */
  constructor(grid, counts, perCell = 1, revealed = new Set()) {
    this.grid = grid;
    this.counts = counts;
    this.perCell = perCell;
    this.revealed = revealed;
    this.mines = counts.reduce((sum, count) => sum + count, 0);
    this.free = counts.reduce((sum, count, index) => sum + Number(count === 0 && grid.exists(index)), 0);
  }

  // The mines around every cell, mined cells included.
  get numbers() {
    return (this.#numbers ??= this.counts.map((_, index) =>
      this.grid.around(index).reduce((sum, near) => sum + this.counts[near], 0),
    ));
  }

  /** @param {number} index */
  token(index) {
    if (!this.grid.exists(index)) return HOLE;
    if (this.revealed.has(index)) return String(this.numbers[index]);
    const count = this.counts[index];
    return count === 0 ? "." : count === 1 ? "*" : `*${count}`;
  }

  toString() {
    const { rows, cols, topology, reach } = this.grid;
    const { mines, perCell } = this;
    const header = headerText({ rows, cols, mines, topology, reach, perCell, density: null });
    return written(header, this.grid, (index) => this.token(index));
  }
}
