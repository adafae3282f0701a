// The first line of a text: rows, columns and mines, then whatever is not usual about the board. It is optional when a
// text is read, and always written.

import { TOPOLOGY_NAMES } from "./grid.js";

/**
 * @typedef {object} Header
 * @property {number} rows
 * @property {number} cols
 * @property {number | null} mines null: unknown
 * @property {string} topology
 * @property {number} reach
 * @property {number} perCell
 * @property {number | null} density
 */
/** @typedef {{ sentence: string, line: number | null, column: number | null }} Fault */

export const HEADER = /^([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9}|\?)((?: [^ ]+)*)$/;
const NUMBER = /^[0-9]{1,9}$/;
const DECIMAL = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e-?[0-9]+)?$/i;
const MAX_PER_CELL = 255;
const MAX_NUMBER = 999_999_999;

/** A text that is not a board, with all its faults and where they are. */
export class TextError extends Error {
  /** @param {Fault[]} faults */
  constructor(faults) {
    super(faults.map(faultText).join("; "));
    this.faults = faults;
  }
}

/** @param {Fault} fault */
function faultText({ sentence, line, column }) {
  const place = line === null ? "" : column === null ? `line ${line}: ` : `line ${line}, column ${column}: `;
  return place + sentence;
}

/** @type {(sentence: string, line?: number | null, column?: number | null) => Fault} */
export const fault = (sentence, line = null, column = null) => ({ sentence, line, column });

/**
 * So many of something: `1 row`, `2 rows`.
 * @type {(number: number, noun: string) => string}
 */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** @type {(text: string) => number | null} */
export const numberIn = (text) => (NUMBER.test(text) ? Number(text) : null);

/**
 * The header of a text that has none.
 * @type {(rows: number, cols: number) => Header}
 */
export const plain = (rows, cols) => ({
  rows,
  cols,
  mines: null,
  topology: "square",
  reach: 1,
  perCell: 1,
  density: null,
});

/**
 * The header, with the usual value wherever an option is wrong, and what is wrong.
 * @param {RegExpExecArray} match
 * @param {number} line
 */
export function readHeader([, rows, cols, mines, words], line) {
  const count = { ...plain(Number(rows), Number(cols)), mines: mines === "?" ? null : Number(mines) };
  const options = new Map();
  const faults = [];
  for (const word of words.split(" ").filter(Boolean)) {
    const [name, text] = word.split(/=(.*)/s, 2);
    const option = OPTIONS.get(name);
    const value = option?.read(text ?? "") ?? null;
    if (!option) faults.push(fault(`'${word}' is not a header option; use ${NAMES}`, line));
    else if (options.has(option.field)) faults.push(fault(`${name} is given twice; give it once`, line));
    else if (value === null) faults.push(fault(`${name} cannot be '${text ?? ""}'; give ${option.allowed}`, line));
    else options.set(option.field, value);
  }
  if (mines !== "?" && options.has("density"))
    faults.push(fault("both a mine count and a density; write ? for the count, or remove the density", line));
  return { header: /** @type {Header} */ ({ ...count, ...Object.fromEntries(options) }), faults };
}

/** @param {Header} header */
export function headerText({ rows, cols, mines, topology, reach, perCell, density }) {
  const words = [rows, cols, mines ?? "?"];
  if (topology !== "square") words.push(`topology=${topology}`);
  if (reach !== 1) words.push(`reach=${reach}`);
  if (perCell !== 1) words.push(`k=${perCell}`);
  if (density !== null && mines === null) words.push(`density=${density}`);
  return words.join(" ");
}

/** @type {(most: number) => (text: string) => number | null} */
const countTo = (most) => (text) => {
  const value = numberIn(text);
  return value !== null && value >= 1 && value <= most ? value : null;
};

/** @type {(text: string) => number | null} */
const readDensity = (text) => (DECIMAL.test(text) && 0 < Number(text) && Number(text) < 1 ? Number(text) : null);

/** @typedef {{ field: string, read: (text: string) => string | number | null, allowed: string }} Option */
/** @type {Map<string, Option>} */
const OPTIONS = new Map([
  [
    "topology",
    {
      field: "topology",
      read: (/** @type {string} */ text) => (TOPOLOGY_NAMES.includes(text) ? text : null),
      allowed: TOPOLOGY_NAMES.join(" or "),
    },
  ],
  ["reach", { field: "reach", read: countTo(MAX_NUMBER), allowed: "a whole number from 1" }],
  ["k", { field: "perCell", read: countTo(MAX_PER_CELL), allowed: `a whole number from 1 to ${MAX_PER_CELL}` }],
  ["density", { field: "density", read: readDensity, allowed: "a number between 0 and 1" }],
]);
const NAMES = [...OPTIONS.keys()].join(", ");
