// Links to boards of the PTT ZiNi calculator and LlamaSweeper: `b` is the size and `m` the mines, five cells per
// character, row by row, in base 32: ptta.py.

import { Grid } from "../../game/grid.js";
import { quote } from "../../game/quote.js";
import { Layout } from "../layout.js";
import { checkCells } from "../size.js";
import { oneWord, unreadable } from "./format.js";

// Rows and columns of their standard sizes, whatever ours become.
/** @type {Map<string, [rows: number, cols: number]>} */
const SIZES = new Map([
  ["1", [9, 9]],
  ["2", [16, 16]],
  ["3", [16, 30]],
]);
const DIGITS = "0123456789abcdefghijklmnopqrstuv";
const BITS = 5; // cells per character

/**
 * The link's query; null if it is not one of these.
 * @param {Uint8Array} content
 */
function queryIn(content) {
  const parts = oneWord(content)
    .split(/[?#]/)
    .map((part) => new URLSearchParams(part));
  return parts.find((given) => /^\p{Nd}+$/u.test(valueIn(given, "b"))) ?? null;
}

/** @type {(given: URLSearchParams, name: string) => string} */
const valueIn = (given, name) => given.getAll(name).find(Boolean) ?? "";

/** @param {Uint8Array} content */
export const isPtta = (content) => queryIn(content) !== null;

/** @param {Uint8Array} content */
export function readPtta(content) {
  const given = queryIn(content) ?? new URLSearchParams();
  const [rows, cols] = sizeOf(valueIn(given, "b"));
  checkCells(rows, cols);
  const bits = bitsIn([...valueIn(given, "m").toLowerCase()], rows, cols);
  const notes = valueIn(given, "c") ? ["the clicks in the link are left out"] : [];
  return { value: new Layout(new Grid(rows, cols), bits), notes };
}

/** @param {string} text */
function sizeOf(text) {
  const standard = SIZES.get(text);
  if (standard) return standard;
  const half = text.length / 2;
  const [cols, rows] = [Number(text.slice(0, half)), Number(text.slice(half))];
  if (text.length % 2 || !/^[0-9]+$/.test(text) || half > 6 || !(cols * rows))
    throw damaged(`${quote([...text].slice(0, 20).join(""))} is not a size`);
  return [rows, cols];
}

/**
 * One bit per cell.
 * @type {(digits: string[], rows: number, cols: number) => Int32Array}
 */
function bitsIn(digits, rows, cols) {
  const wanted = Math.ceil((rows * cols) / BITS);
  if (digits.length && digits.length !== wanted)
    throw damaged(`${rows}×${cols} cells need ${wanted} characters, not ${digits.length}`);
  const [strange] = digits.filter((digit) => !DIGITS.includes(digit)).sort();
  if (strange !== undefined) throw damaged(`${quote(strange)} is not a digit of base 32`);
  const bits = new Int32Array(rows * cols);
  if (digits.length)
    bits.forEach((_, index) => {
      const value = DIGITS.indexOf(digits[Math.floor(index / BITS)]);
      bits[index] = (value >> (BITS - 1 - (index % BITS))) & 1;
    });
  return bits;
}

/** @param {string} what */
const damaged = (what) => unreadable(`the link to this board is damaged: ${what}`);
