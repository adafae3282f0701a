// A grid: which cells exist and which are neighbours. The same rules as in minemind/grid.py. A cell's index is
// row * cols + col; a hole keeps its index and has no neighbours.

import { phrase } from "../words/catalogue.js";
import { invalid } from "./errors.js";
import { CELLS_ACROSS } from "./limits.js";

/** @typedef {[row: number, col: number]} Cell */
/** @typedef {"square" | "torus" | "hex"} Topology */
/** @typedef {(row: number, col: number, rows: number, cols: number, reach: number) => Iterable<Cell>} Neighbours */

/** @type {Record<Topology, Neighbours>} */
const TOPOLOGIES = {
  *square(row, col, rows, cols, reach) {
    for (const [down, right] of steps(rows, cols, reach)) yield [row + down, col + right];
  },
  // Opposite edges are glued together.
  *torus(row, col, rows, cols, reach) {
    for (const [down, right] of steps(rows, cols, reach)) {
      yield [modulo(row + down, rows), modulo(col + right, cols)];
    }
  },
  // Every odd row is shifted half a cell to the right. With slanted columns, a step is the same difference of
  // coordinates everywhere, and the distance is the largest of |down|, |right| and |down + right|.
  *hex(row, col, rows, cols, reach) {
    const slanted = col - Math.floor(row / 2);
    const most = Math.min(reach, rows - 1);
    for (let down = -most; down <= most; down++) {
      const leftmost = Math.max(-reach - Math.min(down, 0), -cols - Math.floor(down / 2));
      const rightmost = Math.min(reach - Math.max(down, 0), cols - Math.floor(down / 2));
      for (let right = leftmost; right <= rightmost; right++) {
        yield [row + down, slanted + right + Math.floor((row + down) / 2)];
      }
    }
  },
};

export const TOPOLOGY_NAMES = Object.keys(TOPOLOGIES).sort();

/**
 * Throws if a shape is invalid or too large. Texts and stores may contain any shape, so check it before allocating.
 * @param {{ rows: number, cols: number, topology?: string, reach?: number }} shape
 */
export function checkShape({ rows, cols, topology = "square", reach = 1 }) {
  const fits = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= CELLS_ACROSS;
  if (!fits(rows) || !fits(cols)) throw invalid(phrase("message.size", { most: CELLS_ACROSS }));
  if (!fits(reach) || !Object.hasOwn(TOPOLOGIES, topology)) throw invalid(phrase("message.bad-shape"));
}

/**
 * @param {number} rows
 * @param {number} cols
 * @param {number} reach
 * @returns {Generator<[down: number, right: number]>}
 */
function* steps(rows, cols, reach) {
  const down = Math.min(reach, rows - 1);
  const right = Math.min(reach, cols - 1);
  for (let d = -down; d <= down; d++) for (let r = -right; r <= right; r++) yield [d, r];
}

/** @type {(value: number, size: number) => number} */
const modulo = (value, size) => ((value % size) + size) % size;

/**
 * The grid of a game.
 * @param {{ rows: number, cols: number, topology?: string, reach?: number, holes?: Cell[] }} shape
 */
export function gridOf({ rows, cols, topology = "square", reach = 1, holes = [] }) {
  checkShape({ rows, cols, topology, reach });
  const grid = new Grid(rows, cols, topology, reach);
  const found = holes.map(([row, col]) => grid.index(row, col));
  if (!found.every((index) => grid.exists(index))) throw invalid(phrase("message.bad-shape"));
  return found.length ? new Grid(rows, cols, topology, reach, new Set(found)) : grid;
}

/**
 * The inverse of `gridOf`.
 * @param {Grid} grid
 */
export function shapeOf(grid) {
  const { rows, cols, topology, reach } = grid;
  return { rows, cols, topology, reach, holes: [...grid.holes].map((index) => grid.cell(index)) };
}

// The caller must have checked the shape.
export class Grid {
  /** @type {number[][]} */
  #neighbours;

  /**
   * @param {number} rows
   * @param {number} cols
   * @param {string} topology
   * @param {number} reach
   * @param {Set<number>} holes
   */
  constructor(rows, cols, topology = "square", reach = 1, holes = new Set()) {
    this.rows = rows;
    this.cols = cols;
    this.topology = /** @type {Topology} */ (topology);
    this.reach = reach;
    this.holes = holes;
    this.length = rows * cols;
    this.#neighbours = new Array(rows * cols);
  }

  // The number of cells that exist.
  get size() {
    return this.length - this.holes.size;
  }

  /** @param {number} index */
  exists(index) {
    return index >= 0 && index < this.length && !this.holes.has(index);
  }

  /**
   * The index of a cell, -1 off the board.
   * @param {number} row
   * @param {number} col
   */
  index(row, col) {
    return row >= 0 && row < this.rows && col >= 0 && col < this.cols ? row * this.cols + col : -1;
  }

  /**
   * @param {number} index
   * @returns {Cell}
   */
  cell(index) {
    return [Math.floor(index / this.cols), index % this.cols];
  }

  /**
   * The neighbours of an index, ascending; computed on first use.
   * @param {number} index
   */
  around(index) {
    return (this.#neighbours[index] ??= this.#around(index));
  }

  /** @param {number} index */
  #around(index) {
    if (!this.exists(index)) return [];
    const [row, col] = this.cell(index);
    /** @type {Set<number>} */
    const found = new Set();
    for (const place of TOPOLOGIES[this.topology](row, col, this.rows, this.cols, this.reach)) {
      const other = this.index(...place);
      if (other !== index && this.exists(other)) found.add(other);
    }
    return [...found].sort((a, b) => a - b);
  }

  /**
   * Where an arrow key leads: across the edge on a torus; on other boards it stops at the edge.
   * @param {number} index
   * @param {number} down
   * @param {number} right
   */
  step(index, down, right) {
    const [row, col] = this.cell(index);
    if (this.topology === "torus") return this.index(modulo(row + down, this.rows), modulo(col + right, this.cols));
    const clamp = (/** @type {number} */ value, /** @type {number} */ size) => Math.max(0, Math.min(size - 1, value));
    return this.index(clamp(row + down, this.rows), clamp(col + right, this.cols));
  }
}
