// Any value as a message shows it, with its middle left out if it is long. The same as `shown` in arguments.py, which
// shortens as Python's reprlib does.

import { quote, shownWhole } from "../../game/quote.js";
import { represented } from "./json.js";

/** @typedef {import("./json.js").Json} Json */

const SHOWN = 60; // characters of a text, and of the whole
const [DIGITS, ITEMS, PAIRS, LEVELS] = [40, 6, 4, 6];
const LEFT_OUT = "...";

/** @param {Json | undefined} value */
export function shown(value) {
  if (typeof value === "number" || typeof value === "bigint") return shownWhole(value);
  return [...short(value ?? null, LEVELS)].slice(0, SHOWN).join("");
}

/** @type {(value: Json, levels: number) => string} */
function short(value, levels) {
  if (typeof value === "string") return shortText([...value]);
  if (typeof value === "number" || typeof value === "bigint") return cut([...String(value)], DIGITS);
  if (Array.isArray(value)) return `[${listed(value, ITEMS, levels, (each) => short(each, levels - 1))}]`;
  if (!(value instanceof Map)) return cut([...represented(value)], SHOWN);
  const names = [...value.keys()].sort((one, other) => (one < other ? -1 : 1));
  const pair = (/** @type {string} */ name) =>
    `${shortText([...name])}: ${short(/** @type {Json} */ (value.get(name)), levels - 1)}`;
  return `{${listed(names, PAIRS, levels, pair)}}`;
}

/**
 * The first `most` values, separated by commas; none below the deepest level. Dots stand for those left out.
 * @template Value
 * @param {Value[]} values
 * @param {number} most
 * @param {number} levels
 * @param {(value: Value) => string} written
 */
function listed(values, most, levels, written) {
  if (levels <= 0 && values.length) return LEFT_OUT;
  return [...values.slice(0, most).map(written), ...(values.length > most ? [LEFT_OUT] : [])].join(", ");
}

/**
 * A text in quotation marks; of a long one, the start and the end.
 * @param {string[]} letters
 */
function shortText(letters) {
  const written = [...quote(letters.slice(0, SHOWN).join(""))];
  if (written.length <= SHOWN) return written.join("");
  const [start, end] = ends(SHOWN);
  return cut([...quote([...letters.slice(0, start), ...letters.slice(-end)].join(""))], SHOWN, true);
}

/** @type {(signs: string[], most: number, isLong?: boolean) => string} */
function cut(signs, most, isLong = signs.length > most) {
  if (!isLong) return signs.join("");
  const [start, end] = ends(most);
  return [...signs.slice(0, start), LEFT_OUT, ...signs.slice(-end)].join("");
}

/**
 * How many characters are kept at each end.
 * @param {number} most
 */
function ends(most) {
  const start = Math.floor((most - LEFT_OUT.length) / 2);
  return [start, most - LEFT_OUT.length - start];
}
