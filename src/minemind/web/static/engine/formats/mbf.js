// Minesweeper board files, .mbf and .abf: columns, rows, two bytes for the mine count, and two bytes per mine. Nothing
// marks such a file: it is recognised by its numbers, which must all be consistent: mbf.py.

import { counted } from "../../game/errors.js";
import { Grid } from "../../game/grid.js";
import { Layout } from "../layout.js";
import { bytesOfHex, pairAt, signs } from "./bytes.js";

const HEADER = 4; // columns, rows, and the mine count in two bytes

// Bytes written as hexadecimal text, as board editors show them.
const HEX = /^[ \t\n\r\v\f]*[0-9a-fA-F]{2}(?:[ \t]+[0-9a-fA-F]{2}){5,}[ \t\n\r\v\f]*$/;

/** @param {Uint8Array} content */
export const isMbf = (content) => content.length === end(content) && minesIn(content) !== null;

/**
 * Whether more bytes follow the mines, which readers of such files ignore.
 * @param {Uint8Array} content
 */
export const isAbf = (content) => content.length > end(content) && end(content) > HEADER && minesIn(content) !== null;

/** @param {Uint8Array} content */
export function isMbfText(content) {
  const text = signs(content);
  return HEX.test(text) && isMbf(bytesIn(text));
}

/**
 * Whether this looks like a truncated file: some mines are there, and all of them are on the board.
 * @param {Uint8Array} content
 */
export function seemsCutOff(content) {
  const there = (content.length - HEADER) >> 1;
  return there > 0 && content.length < end(content) && minesIn(content, there) !== null;
}

/** @param {Uint8Array} content */
const mines = (content) => pairAt(content, 2);

/** @param {Uint8Array} content */
const end = (content) => HEADER + 2 * mines(content);

/** @param {string} text */
const bytesIn = (text) => bytesOfHex(text.replaceAll(/\s/g, ""));

/**
 * The mines of every cell, from the first `count` coordinates; null if these bytes are no board file.
 * @type {(content: Uint8Array, count?: number) => Int32Array | null}
 */
function minesIn(content, count = mines(content)) {
  const [cols = 0, rows = 0] = content;
  const isWhole = content.length >= HEADER + 2 * count;
  if (!isWhole || !cols || !rows || mines(content) > rows * cols) return null;
  const counts = new Int32Array(rows * cols);
  for (let place = HEADER; place < HEADER + 2 * count; place += 2) {
    const [col, row] = content.subarray(place, place + 2);
    if (col >= cols || row >= rows || counts[row * cols + col]++) return null;
  }
  return counts;
}

/**
 * The layout in a file already recognised.
 * @param {Uint8Array} content
 */
export function readMbf(content) {
  const [cols, rows] = content;
  const counts = /** @type {Int32Array} */ (minesIn(content));
  return { value: new Layout(new Grid(rows, cols), counts), notes: [] };
}

/** @param {Uint8Array} content */
export function readAbf(content) {
  const note = `${counted(content.length - end(content), "byte")} after the last mine left out`;
  return { ...readMbf(content), notes: [note] };
}

/** @param {Uint8Array} content */
export const readMbfText = (content) => readMbf(bytesIn(signs(content)));
