// Positions of JSMinesweeper: its .mine files, and links that carry a position. Both are text, which the grammar reads
// along with all other dialects; they are only recognised here: jsminesweeper.py.

import { isAddress } from "../../game/address.js";
import { oneWord } from "./format.js";

// The first line of a file: columns, rows, mines.
const FIRST = /^ *[0-9]{1,9} *[xX×] *[0-9]{1,9} *[xX×] *[0-9]{1,9} *(?:\r?\n|\r?$)/;
const LOOK = 200; // bytes

/** @param {Uint8Array} content */
export const isMine = (content) =>
  FIRST.test(new TextDecoder().decode(content.subarray(0, LOOK)).replace(/^[\ufeff \t\r\n]+/, ""));

/** @param {Uint8Array} content */
export const isMineLink = (content) => isAddress(oneWord(content));
