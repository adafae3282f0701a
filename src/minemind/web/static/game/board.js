// A board, which is what the player sees, and its text. notation.js splits a text into tokens; this file defines what
// the tokens of a position mean.

import { Grid, checkShape } from "./grid.js";
import { headerText, numberIn } from "./header.js";
import { HOLE, countAfter } from "./notation.js";
import { eachToken, understood, written } from "./text.js";

export const HIDDEN = -1;
export const NO_CELL = -(2 ** 31);

/**
 * A flag that claims n mines; with none the cell is hidden.
 * @type {(mines: number) => number}
 */
export const flagFace = (mines) => HIDDEN - mines;
/** @type {(face: number) => boolean} */
export const isFlag = (face) => face < HIDDEN && face !== NO_CELL;
/** @type {(face: number) => number} */
export const claimed = (face) => (isFlag(face) ? HIDDEN - face : 0);

/**
 * What can be kept of the promise if this is the first click: an opening needs room for all mines elsewhere.
 * @type {(board: Pick<Board, "grid" | "mines" | "perCell">, index: number, rule: "opening" | "safe" | "any") => "opening" | "safe" | "any"}
 */
export function keptAt({ grid, mines, perCell }, index, rule) {
  const elsewhere = grid.size - 1 - grid.around(index).length;
  return (mines ?? 0) <= perCell * elsewhere ? rule : "safe";
}

/** @typedef {"o" | "x" | "#" | "?"} Mark in a hidden cell: safe, mine, unknown, or the player's question mark */
export const QUESTION = "?";
const MARKS = new Set(["o", "x", "#", QUESTION]);
const HIDDEN_TOKENS = new Set([".", "H", ...MARKS]);

/**
 * @typedef {object} BoardParts
 * @property {Int32Array | null} [faces] null: all hidden
 * @property {number | null} [mines] null: unknown
 * @property {number | null} [density]
 * @property {number} [perCell]
 * @property {Map<number, Mark>} [marks]
 */

export class Board {
  /**
   * @param {Grid} grid
   * @param {BoardParts} parts
   */
  constructor(grid, { faces = null, mines = null, density = null, perCell = 1, marks = new Map() } = {}) {
    this.grid = grid;
    this.mines = mines;
    this.density = density;
    this.perCell = perCell;
    this.marks = marks;
    this.faces = faces ?? new Int32Array(grid.length).fill(HIDDEN);
    for (const hole of grid.holes) this.faces[hole] = NO_CELL;
  }

  /**
   * A position, with or without a header. Marks are stored apart from the faces: such cells are hidden.
   * @param {string} text
   */
  static parse(text) {
    const { header, rows } = understood(text, faceOf);
    /** @type {Set<number>} */
    const holes = new Set();
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    const faces = new Int32Array(header.rows * header.cols).fill(HIDDEN);
    eachToken(rows, header.cols, (index, token) => {
      faces[index] = faceOf(token) ?? HIDDEN;
      if (token === HOLE) holes.add(index);
      if (MARKS.has(token)) marks.set(index, /** @type {Mark} */ (token));
    });
    const { mines, density, perCell } = header;
    const grid = new Grid(header.rows, header.cols, header.topology, header.reach, holes);
    return new Board(grid, { faces, marks, mines, density, perCell });
  }

  header() {
    const { rows, cols, topology, reach } = this.grid;
    const { mines, density, perCell } = this;
    return headerText({ rows, cols, mines, topology, reach, perCell, density });
  }

  toString() {
    return written(this.header(), this.grid, (index) => this.token(index));
  }

  /** @param {number} index */
  token(index) {
    return this.isQuestion(index) ? QUESTION : tokenOf(this.faces[index]);
  }

  /** @param {number} index */
  isQuestion(index) {
    return this.faces[index] === HIDDEN && this.marks.get(index) === QUESTION;
  }

  /**
   * The cells with a question mark, the only mark that a position keeps.
   * @returns {Map<number, Mark>}
   */
  questions() {
    return new Map([...this.marks].filter(([, mark]) => mark === QUESTION));
  }

  flags() {
    return this.faces.reduce((sum, face) => sum + claimed(face), 0);
  }

  /** @param {BoardParts & { grid?: Grid }} changes */
  copy({ grid = this.grid, ...changes } = {}) {
    const { faces, mines, density, perCell, marks } = this;
    return new Board(grid, { faces: faces.slice(), mines, density, perCell, marks, ...changes });
  }

  /**
   * A copy with another face, and possibly a mark, in one cell.
   * @param {number} index
   * @param {number} face
   * @param {Mark | null} mark
   */
  with(index, face, mark = null) {
    const board = this.copy({ marks: new Map(this.marks) });
    board.faces[index] = face;
    board.marks.delete(index);
    if (mark) board.marks.set(index, mark);
    return board;
  }

  /**
   * The same faces on a grid of another size or shape, as far as they fit.
   * @param {number} rows
   * @param {number} cols
   * @param {string} topology
   * @param {number} perCell
   */
  onGrid(rows, cols, topology, perCell) {
    const { reach } = this.grid;
    checkShape({ rows, cols, topology, reach });
    const grid = new Grid(rows, cols, topology, reach);
    const faces = new Int32Array(grid.length).fill(HIDDEN);
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    for (let row = 0; row < Math.min(rows, this.grid.rows); row++) {
      for (let col = 0; col < Math.min(cols, this.grid.cols); col++) {
        const [from, to] = [this.grid.index(row, col), grid.index(row, col)];
        const face = this.faces[from];
        if (face === NO_CELL) grid.holes.add(to);
        if (this.isQuestion(from)) marks.set(to, QUESTION);
        faces[to] = isFlag(face) ? flagFace(Math.min(perCell, claimed(face))) : face;
      }
    }
    return this.copy({ grid, faces, perCell, marks });
  }
}

/** @param {number} face */
function tokenOf(face) {
  if (face >= 0) return String(face);
  if (face === NO_CELL) return HOLE;
  const mines = claimed(face);
  return mines === 0 ? "." : mines === 1 ? "!" : `!${mines}`;
}

/**
 * The face that a token of a position stands for; null for any other token.
 * @param {string} token
 */
function faceOf(token) {
  if (token === HOLE) return NO_CELL;
  if (HIDDEN_TOKENS.has(token)) return HIDDEN;
  const flags = countAfter("!F", token);
  return flags === null ? numberIn(token) : flagFace(flags);
}
