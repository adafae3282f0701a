// Graph: the neighbours of a grid as the engine sees them, and what follows from them alone. The same as the tables of
// minemind/grid.py; tests hold the two equal. Boards of one shape share a graph, because building one takes longer than
// most answers.

import { phrase } from "../words/catalogue.js";
import { AnswerError } from "../game/errors.js";
import { shownWhole } from "../game/quote.js";
import { checkCells } from "./size.js";

/** @typedef {import("../game/grid.js").Grid} Grid */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./module.js").EngineModule} EngineModule */

const MOST_GRAPHS = 8; // kept per engine

/** @type {WeakMap<EngineModule, Map<string, Graph>>} */
const known = new WeakMap();

export class Graph {
  /** @type {Int32Array | null} */
  #rank = null;

  /**
   * @param {EngineModule} engine
   * @param {Grid} grid
   */
  constructor(engine, grid) {
    this.grid = grid;
    const indices = Array.from({ length: grid.length }, (_, index) => index);
    this.cells = indices.filter((index) => grid.exists(index));
    const offsets = [0];
    for (const index of indices) offsets.push(offsets[index] + grid.around(index).length);
    const targets = indices.flatMap((index) => grid.around(index));
    this.address = engine.ask("make_graph", offsets, targets, this.cells, grid.cols).number();
  }

  /**
   * The index of a cell, which must exist.
   * @param {import("../ask/answers.js").Cell} cell
   */
  index([row, col]) {
    const { grid } = this;
    const index = grid.index(row, col);
    if (grid.exists(index)) return index;
    throw new AnswerError({ kind: "OffBoard", message: offBoard(grid, row, col), cells: [[row, col]] });
  }

  /** @type {(index: number) => number[]} */
  around(index) {
    return this.grid.around(index);
  }

  /** The squared distance from the centre, in units of half a cell. @type {(index: number) => number} */
  offCentre(index) {
    const [row, col] = this.grid.cell(index);
    return (2 * row - (this.grid.rows - 1)) ** 2 + (2 * col - (this.grid.cols - 1)) ** 2;
  }

  // The cell nearest to the centre; the first in reading order if there are several.
  get centre() {
    return this.cells.reduce((best, index) => (this.offCentre(index) < this.offCentre(best) ? index : best));
  }

  // For every index, its place in the order in which equally good cells are opened: those with few neighbours first, then
  // those near the centre.
  get rank() {
    return (this.#rank ??= this.#ranked());
  }

  #ranked() {
    const indices = Array.from({ length: this.grid.length }, (_, index) => index);
    const keys = indices.map((index) => [this.around(index).length, this.offCentre(index), index]);
    keys.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
    const rank = new Int32Array(indices.length);
    keys.forEach(([, , index], place) => (rank[index] = place));
    return rank;
  }

  /**
   * The sum of some values over the neighbours of a cell.
   * @type {(index: number, value: (other: number) => number) => number}
   */
  sumAround(index, value) {
    return this.around(index).reduce((sum, other) => sum + value(other), 0);
  }
}

/**
 * The graph of a grid, built on first use.
 * @type {(asking: Asking, grid: Grid) => Graph}
 */
export function graphOf(asking, grid) {
  const { engine } = asking;
  asking.cols = grid.cols;
  const graphs = known.get(engine) ?? new Map();
  known.set(engine, graphs);
  const key = [grid.rows, grid.cols, grid.topology, grid.reach, ...[...grid.holes].sort((a, b) => a - b)].join(" ");
  const graph = graphs.get(key) ?? made(engine, grid);
  graphs.delete(key);
  graphs.set(key, graph);
  forget(engine, graphs);
  return graph;
}

/** @type {(engine: EngineModule, grid: Grid) => Graph} */
function made(engine, grid) {
  checkCells(grid.rows, grid.cols, grid.reach);
  return new Graph(engine, grid);
}

/**
 * Drop the least recently used graph if there are too many.
 * @type {(engine: EngineModule, graphs: Map<string, Graph>) => void}
 */
function forget(engine, graphs) {
  const [oldest] = graphs;
  if (graphs.size <= MOST_GRAPHS) return;
  engine.drop("graph", oldest[1].address);
  graphs.delete(oldest[0]);
}

/**
 * The message for a cell that does not exist.
 * @type {(grid: Grid, row: number, col: number) => string}
 */
export function offBoard(grid, row, col) {
  if (grid.index(row, col) >= 0) return phrase("cell.hole", { cell: [row, col] });
  const last = { last_row: String(grid.rows - 1), last_col: String(grid.cols - 1) };
  return phrase("cell.off-board", { row: shownWhole(row), col: shownWhole(col), ...last });
}
