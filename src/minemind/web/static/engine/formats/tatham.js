// Game IDs of Mines in Simon Tatham's Portable Puzzle Collection: `9x9:4,4,m…`, a size, a first click and a bitmap.
// After an `m` the bitmap is masked: each half of its bytes is XORed with SHA-1 hashes of the other. The same as
// tatham.py.

import { Grid } from "../../game/grid.js";
import { Layout } from "../layout.js";
import { checkCells } from "../size.js";
import { bytesOf, bytesOfHex } from "./bytes.js";
import { oneWord, unreadable } from "./format.js";
import { SHA1_BYTES, sha1 } from "./sha1.js";

// The parameters, perhaps after the address of a page, and the description, or a seed after a `#`. An ID ends at what
// Python counts as white space: more characters than in JavaScript, but not the byte-order mark.
// eslint-disable-next-line no-control-regex
const ID = /^(?:[^#]*\.html#)?([0-9]{1,6})(?:x([0-9]{1,6}))?(?:n[0-9]+%?)?a?([:#])((?:[^\s\x1c-\x1f\x85]|\ufeff)*)$/;
const DESCRIPTION = /^(?:([0-9]+),([0-9]+),)?([mu]?)([0-9a-fA-F]*)$/;

/** @param {Uint8Array} content */
export const isTatham = (content) => ID.test(oneWord(content));

/** @param {Uint8Array} content */
export function readTatham(content) {
  const [, width, height, sign, description] = ID.exec(oneWord(content)) ?? [];
  const [cols, rows] = [Number(width), Number(height ?? width)];
  if (sign === "#" || description.startsWith("r"))
    throw unreadable(
      "this game ID of Mines holds only the seed of a game, which Mines alone can deal; " +
        "make the first click there, and copy the ID of the game then",
    );
  checkCells(rows, cols);
  const { bits, notes } = described(description, rows, cols);
  return { value: new Layout(new Grid(rows, cols), bits), notes };
}

/**
 * One bit per cell, and a note about the first click.
 * @type {(text: string, rows: number, cols: number) => { bits: Int32Array, notes: string[] }}
 */
function described(text, rows, cols) {
  const found = DESCRIPTION.exec(text);
  if (!found) throw damaged("it is not a first click and a bitmap of hexadecimal digits");
  const [, x, y, mask, digits] = found;
  const size = rows * cols;
  const wanted = Math.ceil(size / 4);
  if (!size || digits.length !== wanted)
    throw damaged(`${rows}×${cols} cells need ${wanted} digits, not ${digits.length}`);
  if (x !== undefined && !((x + y).length < 12 && Number(x) < cols && Number(y) < rows))
    throw damaged("the first click is off the board");
  const given = bytesOfHex(digits + "0".repeat(digits.length % 2));
  const bitmap = mask === "m" ? unmasked(given, size) : given;
  const bits = Int32Array.from({ length: size }, (_, index) => (bitmap[index >> 3] >> (7 - (index & 7))) & 1);
  const note = `the game starts with a click at (${Number(y)}, ${Number(x)}), which is not part of the layout`;
  return { bits, notes: x ? [note] : [] };
}

/**
 * @param {Uint8Array} bitmap
 * @param {number} bits
 */
function unmasked(bitmap, bits) {
  const half = bitmap.length >> 1;
  const first = bitmap.subarray(0, half);
  const second = combined(bitmap.subarray(half), first);
  const spare = 8 * bitmap.length - bits; // zeros after the last cell, at most seven
  for (let bit = 0; bit < spare; bit++) second[second.length - 1 - (bit >> 3)] &= ~(1 << (bit & 7));
  return Uint8Array.of(...combined(first, second), ...second);
}

/**
 * The target XORed with a stream of bytes: the hashes of the seed with 0, 1, 2 … appended.
 * @type {(target: Uint8Array, seed: Uint8Array) => Uint8Array}
 */
function combined(target, seed) {
  const blocks = Array.from({ length: Math.ceil(target.length / SHA1_BYTES) }, (_, block) =>
    sha1(Uint8Array.of(...seed, ...bytesOf(String(block)))),
  );
  return target.map((byte, place) => byte ^ blocks[Math.floor(place / SHA1_BYTES)][place % SHA1_BYTES]);
}

/** @param {string} what */
const damaged = (what) => unreadable(`this game ID of Mines is damaged: ${what}`);
