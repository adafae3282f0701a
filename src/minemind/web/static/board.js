// A board, which is what the player sees, and its text: the grammar of docs/notation.md as far as the page needs it.
// What people paste goes through the server, which knows the whole grammar and names every fault; this file reads
// texts that the server or the page wrote.

import { Grid, checkShape } from "./grid.js";

export const HIDDEN = -1;
export const NO_CELL = -(2 ** 31);

// A flag that claims n mines; with none the cell is hidden.
export const flagFace = (mines) => HIDDEN - mines;
export const isFlag = (face) => face < HIDDEN && face !== NO_CELL;
export const claimed = (face) => (isFlag(face) ? HIDDEN - face : 0);

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

  // A position, with or without header. The marks o, x and # of a solution are kept apart: such cells are hidden.
  static parse(text) {
    const { header, rows } = takeApart(text);
    const holes = new Set();
    const marks = new Map();
    const faces = new Int32Array(header.rows * header.cols).fill(HIDDEN);
    rows.forEach((tokens, row) =>
      tokens.forEach((token, col) => {
        const index = row * header.cols + col;
        faces[index] = faceOf(token);
        if (token === "_") holes.add(index);
        if ("ox#".includes(token)) marks.set(index, token);
      }),
    );
    const grid = new Grid(header.rows, header.cols, header.topology, header.reach, holes);
    return new Board(grid, { faces, marks, mines: header.mines, density: header.density, perCell: header.perCell });
  }

  header() {
    const { rows, cols, topology, reach } = this.grid;
    const words = [rows, cols, this.mines ?? "?"];
    if (topology !== "square") words.push(`topology=${topology}`);
    if (reach !== 1) words.push(`reach=${reach}`);
    if (this.perCell !== 1) words.push(`k=${this.perCell}`);
    if (this.density !== null && this.mines === null) words.push(`density=${this.density}`);
    return words.join(" ");
  }

  toString() {
    return written(this.header(), this.grid, (index) => tokenOf(this.faces[index]));
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
    const fitting = (face) => (isFlag(face) ? flagFace(Math.min(perCell, claimed(face))) : face);
    for (let row = 0; row < Math.min(rows, this.grid.rows); row++) {
      for (let col = 0; col < Math.min(cols, this.grid.cols); col++) {
        const face = this.faces[this.grid.index(row, col)];
        if (face === NO_CELL) grid.holes.add(grid.index(row, col));
        faces[grid.index(row, col)] = fitting(face);
      }
    }
    return this.copy({ grid, faces, perCell, marks: new Map() });
  }
}

export function tokenOf(face) {
  if (face >= 0) return String(face);
  if (face === NO_CELL) return "_";
  const mines = claimed(face);
  return mines === 0 ? "." : mines === 1 ? "!" : `!${mines}`;
}

function faceOf(token) {
  if (/^[0-9]+$/.test(token)) return Number(token);
  if (token === "_") return NO_CELL;
  if ("!F".includes(token[0])) return flagFace(Number(token.slice(1) || 1));
  return HIDDEN;
}

// How many mines every cell holds, from the text of a layout.
export function layoutCounts(text) {
  const { header, rows } = takeApart(text);
  const counts = new Int32Array(header.rows * header.cols);
  rows.forEach((tokens, row) =>
    tokens.forEach((token, col) => {
      if ("*M".includes(token[0])) counts[row * header.cols + col] = Number(token.slice(1) || 1);
    }),
  );
  return counts;
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

const HEADER = /^(\d+) (\d+) (\d+|\?)((?: [a-z]+=\S+)*)$/;

function takeApart(text) {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  while (lines.length && !lines.at(-1)) lines.pop();
  while (lines.length && !lines[0]) lines.shift();
  const match = HEADER.exec(lines[0] ?? "");
  const header = match ? readHeader(match) : null;
  const body = header ? lines.slice(1) : lines;
  const split = body.map((line) => line.split(/ +/).filter(Boolean));
  const separated = split.length > 0 && split[0].length > 1 && split.every((row) => row.length === split[0].length);
  const oneColumn = header?.cols === 1;
  const rows = separated || oneColumn ? split : body.map((line) => [...line]);
  const cols = Math.max(1, ...rows.map((row) => row.length));
  const usual = { rows: rows.length, cols, mines: null, topology: "square", reach: 1, perCell: 1, density: null };
  const found = { ...usual, ...header, rows: rows.length };
  checkShape(found);
  if (cols > found.cols || !(Number.isInteger(found.perCell) && found.perCell >= 1))
    throw new Error("The board is not what its first line says.");
  return { header: found, rows };
}

function readHeader([, rows, cols, mines, words]) {
  const options = Object.fromEntries(
    words
      .trim()
      .split(" ")
      .filter(Boolean)
      .map((word) => word.split("=")),
  );
  return {
    rows: Number(rows),
    cols: Number(cols),
    mines: mines === "?" ? null : Number(mines),
    topology: options.topology ?? "square",
    reach: Number(options.reach ?? 1),
    perCell: Number(options.k ?? 1),
    density: options.density === undefined ? null : Number(options.density),
  };
}
