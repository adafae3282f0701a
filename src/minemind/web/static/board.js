// A board, which is what the player sees, and its text; and the text of a layout. How a text is taken apart is in
// notation.js, what its tokens mean is here.

import { Grid, checkShape } from "./grid.js";
import { fault, headerText, numberIn } from "./header.js";
import { HOLE, TextError, columnOf, countAfter, isToken, readText } from "./notation.js";

export const HIDDEN = -1;
export const NO_CELL = -(2 ** 31);

// A flag that claims n mines; with none the cell is hidden.
export const flagFace = (mines) => HIDDEN - mines;
export const isFlag = (face) => face < HIDDEN && face !== NO_CELL;
export const claimed = (face) => (isFlag(face) ? HIDDEN - face : 0);

export const QUESTION = "?"; // a hidden cell that the player has marked
const MARKS = new Set(["o", "x", "#", QUESTION]);
const HIDDEN_TOKENS = new Set([".", "H", ...MARKS]);

export class Board {
  // mines: a number, or null where the count is unknown.
  constructor(grid, { faces = null, mines = null, density = null, perCell = 1, marks = new Map() } = {}) {
    Object.assign(this, { grid, mines, density, perCell, marks });
    this.faces = faces ?? new Int32Array(grid.length).fill(HIDDEN);
    for (const hole of grid.holes) this.faces[hole] = NO_CELL;
  }

  static empty(rows, cols, mines = null, topology = "square") {
    return new Board(new Grid(rows, cols, topology), { mines });
  }

  // A position, with or without header. The marks o, x and # of a solution and the player's ? are kept apart: such
  // cells are hidden.
  static parse(text) {
    const { header, rows } = understood(text, faceOf);
    const holes = new Set();
    const marks = new Map();
    const faces = new Int32Array(header.rows * header.cols).fill(HIDDEN);
    eachToken(rows, header.cols, (index, token) => {
      faces[index] = faceOf(token);
      if (token === HOLE) holes.add(index);
      if (MARKS.has(token)) marks.set(index, token);
    });
    const grid = new Grid(header.rows, header.cols, header.topology, header.reach, holes);
    return new Board(grid, { faces, marks, mines: header.mines, density: header.density, perCell: header.perCell });
  }

  header() {
    const { rows, cols, topology, reach } = this.grid;
    const { mines, density, perCell } = this;
    return headerText({ rows, cols, mines, topology, reach, perCell, density });
  }

  toString() {
    const isQuestion = (index) => this.faces[index] === HIDDEN && this.marks.get(index) === QUESTION;
    return written(this.header(), this.grid, (index) => (isQuestion(index) ? QUESTION : tokenOf(this.faces[index])));
  }

  // The cells that carry a question mark, the one mark that a position keeps.
  questions() {
    return new Map([...this.marks].filter(([, mark]) => mark === QUESTION));
  }

  // The same with another face, and possibly a mark, in one cell.
  with(index, face, mark = null) {
    const board = this.copy({ marks: new Map(this.marks) });
    board.faces[index] = face;
    board.marks.delete(index);
    if (mark) board.marks.set(index, mark);
    return board;
  }

  flags() {
    return this.faces.reduce((sum, face) => sum + claimed(face), 0);
  }

  copy(changes = {}) {
    const { faces, mines, density, perCell, marks } = this;
    return new Board(changes.grid ?? this.grid, { faces: faces.slice(), mines, density, perCell, marks, ...changes });
  }

  // The same faces on a grid of another size or shape, as far as they fit.
  onGrid(rows, cols, topology, perCell) {
    const grid = new Grid(rows, cols, topology, this.grid.reach);
    const faces = new Int32Array(grid.length).fill(HIDDEN);
    const questions = this.questions();
    const marks = new Map();
    const fitting = (face) => (isFlag(face) ? flagFace(Math.min(perCell, claimed(face))) : face);
    for (let row = 0; row < Math.min(rows, this.grid.rows); row++) {
      for (let col = 0; col < Math.min(cols, this.grid.cols); col++) {
        const face = this.faces[this.grid.index(row, col)];
        const index = grid.index(row, col);
        if (face === NO_CELL) grid.holes.add(index);
        if (questions.has(this.grid.index(row, col))) marks.set(index, QUESTION);
        faces[index] = fitting(face);
      }
    }
    return this.copy({ grid, faces, perCell, marks });
  }
}

export function tokenOf(face) {
  if (face >= 0) return String(face);
  if (face === NO_CELL) return "_";
  const mines = claimed(face);
  return mines === 0 ? "." : mines === 1 ? "!" : `!${mines}`;
}

// What a token of a position stands for; null if it is none.
function faceOf(token) {
  if (token === HOLE) return NO_CELL;
  if (HIDDEN_TOKENS.has(token)) return HIDDEN;
  const flags = countAfter("!F", token);
  return flags === null ? numberIn(token) : flagFace(flags);
}

// How many mines every cell holds, from the text of a layout.
export function layoutCounts(text) {
  const { header, rows } = understood(text, minesIn);
  const counts = new Int32Array(header.rows * header.cols);
  eachToken(rows, header.cols, (index, token) => (counts[index] = minesIn(token) ?? 0));
  return counts;
}

// The mines that a token of a layout stands for; null if it is none.
function minesIn(token) {
  const isFree = [".", " ", HOLE].includes(token) || numberIn(token) !== null;
  return isFree ? 0 : countAfter("*M", token);
}

// A text of which every token has a meaning; a shape that is too large is refused before room is made for it.
function understood(text, meaning) {
  const { header, rows, faults } = readText(text);
  checkShape(header);
  const wrong = rows.flatMap((row) =>
    row.tokens.flatMap((token, place) => {
      const sentence = isToken(token) && objection(token, meaning(token), header.perCell);
      return sentence ? [fault(sentence, row.line, columnOf(row, place))] : [];
    }),
  );
  if (faults.length || wrong.length) throw new TextError([...faults, ...wrong]);
  return { header, rows };
}

function objection(token, meaning, perCell) {
  if (meaning === null) return `'${token}' is not a valid cell`;
  const mines = countAfter("!F*M", token) ?? 0;
  return mines > perCell ? `'${token}' is more mines than the ${perCell} that a cell can hold` : null;
}

function eachToken(rows, cols, visit) {
  rows.forEach((row, r) => row.tokens.forEach((token, c) => visit(r * cols + c, token)));
}

export function layoutText(board, counts) {
  const mines = counts.reduce((sum, count) => sum + count, 0);
  const token = (index) => {
    if (!board.grid.exists(index)) return "_";
    return counts[index] === 0 ? "." : counts[index] === 1 ? "*" : `*${counts[index]}`;
  };
  return written(board.copy({ mines, density: null }).header(), board.grid, token);
}

function written(header, grid, token) {
  const tokens = Array.from({ length: grid.length }, (_, index) => token(index));
  const separator = tokens.some((word) => word.length > 1) ? " " : "";
  const lines = [header];
  for (let row = 0; row < grid.rows; row++)
    lines.push(tokens.slice(row * grid.cols, (row + 1) * grid.cols).join(separator));
  return lines.join("\n");
}
