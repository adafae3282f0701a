// The position in a link to JSMinesweeper: `board=30x16x99` is the size, columns first; `analysis=` is the size again
// and the cells row by row, each run of equal cells as a number whose digits also tell the kind of cell. Open numbers
// are stored without the known mines around them. The same as address.py.

import { AnswerError, grouped } from "./errors.js";
import { TextError, fault } from "./header.js";

const SIZE = /(?:^|[?&#])board=([0-9]{1,4})x([0-9]{1,4})x([0-9]{1,8})(?=[&#]|$)/;
const CELLS = /[?&]analysis=([^&#]*)/;
const MOST_CELLS = 100_000; // more than any board of the page

// The digits of numbers. Each kind of cell has some of them to itself, with which the lengths of its runs are written:
// I is a hidden cell known to be a mine, F a flag, O a flag that does not lower the numbers around it, H any other
// hidden cell.
const DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const KINDS = "012345678IHFO";
const BASES = [10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1];
/** @type {Map<string, { kind: string, base: number, value: number }>} */
const MEANING = new Map();
BASES.reduce((start, base, place) => {
  for (let value = 0; value < base; value++) MEANING.set(DIGITS[start + value], { kind: KINDS[place], base, value });
  return start + base;
}, 0);

/**
 * Whether this is a link to JSMinesweeper, or the part of one that holds the board.
 * @param {string} text
 */
export const isAddress = (text) => !text.includes("\n") && SIZE.test(text);

/**
 * The position in an address, as JSMinesweeper would save it: a size, and rows of `0`–`8`, `H` and `F`.
 * @param {string} text
 */
export function unpacked(text) {
  const [, cols, rows, mines] = (SIZE.exec(text) ?? []).map(Number);
  const cells = CELLS.exec(text);
  if (cells) return unpackedCells(cells[1]);
  checkCells(cols, rows);
  const lines = Array.from({ length: rows }, () => "H".repeat(cols));
  return mineText(cols, rows, mines, lines);
}

/** @type {(cols: number, rows: number) => void} */
function checkCells(cols, rows) {
  if (cols * rows <= MOST_CELLS) return;
  const message = `the link has ${rows}×${cols} cells, more than the limit of ${grouped(MOST_CELLS)}`;
  throw new AnswerError({ kind: "TooLarge", message });
}

/** @param {string} packing */
function unpackedCells(packing) {
  if (!/^[a-zA-Z0-9]+$/.test(packing)) throw damaged("the position has characters that are neither letters nor digits");
  const [cols, rows, mines] = [packing.slice(0, 2), packing.slice(2, 4), packing.slice(4, 8)].map(unpackedNumber);
  const size = cols * rows;
  checkCells(cols, rows);
  const cells = unpackedRuns(packing.slice(8), size);
  if (!cells.length || cells.length !== size) throw damaged(`it does not hold ${rows}×${cols} cells`);
  const mined = cells.flatMap((cell, index) => ("IF".includes(cell) ? [index] : []));
  for (const near of mined.flatMap((index) => around(index, cols, size)))
    if (/[0-9]/.test(cells[near])) cells[near] = String(Number(cells[near]) + 1);
  if (cells.some((cell) => Number(cell) > 8)) throw damaged("a number is larger than 8");
  const text = cells.join("").replaceAll("I", "H").replaceAll("O", "F");
  const lines = Array.from({ length: rows }, (_, row) => text.slice(row * cols, (row + 1) * cols));
  return mineText(cols, rows, mines, lines);
}

/** @type {(cols: number, rows: number, mines: number, lines: string[]) => string} */
const mineText = (cols, rows, mines, lines) => [`${cols}x${rows}x${mines}`, ...lines].join("\n");

/** @type {(index: number, cols: number, size: number) => number[]} */
function around(index, cols, size) {
  const [row, col, found] = [Math.floor(index / cols), index % cols, /** @type {number[]} */ ([])];
  for (let other = Math.max(0, row - 1); other < Math.min(row + 2, size / cols); other++)
    for (let place = Math.max(0, col - 1); place < Math.min(col + 2, cols); place++)
      if (other !== row || place !== col) found.push(other * cols + place);
  return found;
}

/** @type {(digits: string) => number} */
const unpackedNumber = (digits) =>
  [...digits].reduce((number, digit) => number * DIGITS.length + DIGITS.indexOf(digit), 0);

/**
 * The cells; no more than `most` + 1 are unpacked, however long a run claims to be.
 * @type {(packing: string, most: number) => string[]}
 */
function unpackedRuns(packing, most) {
  /** @type {string[]} */
  const cells = [];
  let [kind, length] = ["", 0];
  const push = () => {
    for (let left = Math.min(length, most + 1 - cells.length); left > 0; left--) cells.push(kind);
  };
  for (const digit of packing) {
    const meaning = /** @type {{ kind: string, base: number, value: number }} */ (MEANING.get(digit));
    if (meaning.kind !== kind) {
      push();
      [kind, length] = [meaning.kind, 0];
    }
    length = Math.min(length * meaning.base + (meaning.base > 1 ? meaning.value : 1), most + 1);
  }
  push();
  return cells;
}

/** @type {(what: string) => TextError} */
const damaged = (what) => new TextError([fault(`this seems to be a damaged link to JSMinesweeper: ${what}`)]);
