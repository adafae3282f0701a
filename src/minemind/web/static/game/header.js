// The header, the first line of a text: rows, columns and mines, then options for anything unusual about the board. It
// is optional in a text that is read, and always written.

import { phrase } from "../words/catalogue.js";
import { AnswerError, unreadable } from "./errors.js";
import { TOPOLOGY_NAMES } from "./grid.js";
import { decimal, quote } from "./quote.js";

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
/** @typedef {{ sentence: string, cell: [row: number, col: number] | null, line: number | null, column: number | null }} Fault */

export const HEADER = /^([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9}|\?)((?: [^ ]+)*)$/;
const NUMBER = /^[0-9]{1,9}$/;
const DECIMAL = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e-?[0-9]+)?$/i;
const MAX_PER_CELL = 255; // as in Python: the grammar is the same, even though the page accepts less
const MAX_NUMBER = 999_999_999;

/** A text that is not a board, with all its faults and where they are. */
export class TextError extends AnswerError {
  /** @param {Fault[]} faults */
  constructor(faults) {
    super(unreadable(faults).toJSON());
  }
}

/** @type {(sentence: string, line?: number | null, column?: number | null, cell?: [number, number] | null) => Fault} */
export const fault = (sentence, line = null, column = null, cell = null) => ({ sentence, cell, line, column });

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
 * The header, with the default value for every faulty option, and the faults.
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
    const wrong = (/** @type {string} */ sentence) => faults.push(fault(sentence, line));
    if (!option) wrong(phrase("text.option", { option: quote(word), known: NAMES }));
    else if (options.has(option.field)) wrong(phrase("text.option-twice", { option: name }));
    else if (value !== null) options.set(option.field, value);
    else wrong(phrase("text.option-value", { option: name, value: quote(text ?? ""), allowed: option.allowed() }));
  }
  if (mines !== "?" && options.has("density")) faults.push(fault(phrase("text.count-and-density"), line));
  return { header: /** @type {Header} */ ({ ...count, ...Object.fromEntries(options) }), faults };
}

/** @param {Header} header */
export function headerText({ rows, cols, mines, topology, reach, perCell, density }) {
  const words = [rows, cols, mines ?? "?"];
  if (topology !== "square") words.push(`topology=${topology}`);
  if (reach !== 1) words.push(`reach=${reach}`);
  if (perCell !== 1) words.push(`k=${perCell}`);
  if (density !== null && mines === null) words.push(`density=${decimal(density)}`);
  return words.join(" ");
}

/** @type {(most: number) => (text: string) => number | null} */
const countTo = (most) => (text) => {
  const value = numberIn(text);
  return value !== null && value >= 1 && value <= most ? value : null;
};

/** @type {(text: string) => number | null} */
const readDensity = (text) => (DECIMAL.test(text) && 0 < Number(text) && Number(text) < 1 ? Number(text) : null);

/** @typedef {{ field: string, read: (text: string) => string | number | null, allowed: () => string }} Option */
/** @type {Map<string, Option>} */
const OPTIONS = new Map([
  [
    "topology",
    {
      field: "topology",
      read: (/** @type {string} */ text) => (TOPOLOGY_NAMES.includes(text) ? text : null),
      allowed: () => TOPOLOGY_NAMES.reduce((first, last) => phrase("text.or", { first, last })),
    },
  ],
  ["reach", { field: "reach", read: countTo(MAX_NUMBER), allowed: () => phrase("text.allowed", { kind: "whole" }) }],
  [
    "k",
    {
      field: "perCell",
      read: countTo(MAX_PER_CELL),
      allowed: () => phrase("text.allowed", { kind: "whole to", most: String(MAX_PER_CELL) }),
    },
  ],
  ["density", { field: "density", read: readDensity, allowed: () => phrase("text.allowed", { kind: "fraction" }) }],
]);
const NAMES = [...OPTIONS.keys()].join(", ");
