// JSON as Python reads it. JavaScript's own reader does not tell 1 from 1.0, loses digits of long numbers, and does not
// give the line of an error; all three matter when files are refused.

import { decimal, quote } from "../../game/quote.js";

// A number with a decimal point or an exponent.
export class Float {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}

/** @typedef {null | boolean | string | number | bigint | Float | JsonList | Map<string, unknown>} Json */
/** @typedef {Json[]} JsonList */

// A text is not JSON; `at` is where, from 0, or null if it is nowhere in particular.
export class NotJson extends Error {
  /** @param {number | null} at */
  constructor(at) {
    super("not JSON");
    this.at = at;
  }
}

const DEEPEST = 900; // nesting depth: beyond it, Python refuses, too
const LONGEST = 4300; // digits of a whole number, as in Python

const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y; // eslint-disable-line no-control-regex
const BLANKS = /[ \t\n\r]*/y;
const HEX = /[0-9a-fA-F]{4}/y;
/** @type {[string, Json][]} */
const WORDS = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", new Float(NaN)],
  ["Infinity", new Float(Infinity)],
  ["-Infinity", new Float(-Infinity)],
];
const ESCAPED = new Map([...'"\\/'].map((sign) => [sign, sign]));
for (const [letter, sign] of ["b\b", "f\f", "n\n", "r\r", "t\t"]) ESCAPED.set(letter, sign);

class Reader {
  #place = 0;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  whole() {
    if (this.text.startsWith("\ufeff")) throw new NotJson(0);
    this.#skip();
    const value = this.#value(0);
    this.#skip();
    if (this.#place < this.text.length) throw new NotJson(this.#place);
    return value;
  }

  /** @param {RegExp} pattern */
  #match(pattern) {
    pattern.lastIndex = this.#place;
    const found = pattern.exec(this.text);
    if (found) this.#place = pattern.lastIndex;
    return found;
  }

  #skip() {
    this.#match(BLANKS);
  }

  /** @param {string} sign */
  #takes(sign) {
    if (this.text[this.#place] !== sign) return false;
    this.#place++;
    return true;
  }

  /** @param {string} sign */
  #must(sign) {
    if (!this.#takes(sign)) throw new NotJson(this.#place);
  }

  /**
   * @param {number} depth
   * @returns {Json}
   */
  #value(depth) {
    if (depth > DEEPEST) throw new NotJson(null);
    if (this.#takes('"')) return this.#string(this.#place - 1);
    if (this.#takes("{")) return this.#object(depth + 1);
    if (this.#takes("[")) return this.#list(depth + 1);
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.#place));
    if (!word) return this.#number();
    this.#place += word[0].length;
    return word[1];
  }

  #number() {
    const found = this.#match(NUMBER);
    if (!found) throw new NotJson(this.#place);
    const [text, digits, ...parts] = found;
    if (parts.some((part) => part !== undefined)) return new Float(Number(text));
    if (digits.length > LONGEST) throw new NotJson(null);
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
  }

  /** @param {number} depth */
  #object(depth) {
    /** @type {Map<string, Json>} */
    const found = new Map();
    this.#skip();
    if (this.#takes("}")) return found;
    do {
      this.#skip();
      this.#must('"');
      const name = this.#string(this.#place - 1);
      this.#skip();
      this.#must(":");
      this.#skip();
      found.set(name, this.#value(depth));
    } while (this.#goesOn("}"));
    return found;
  }

  /** @param {number} depth */
  #list(depth) {
    /** @type {Json[]} */
    const found = [];
    this.#skip();
    if (this.#takes("]")) return found;
    do {
      this.#skip();
      found.push(this.#value(depth));
    } while (this.#goesOn("]"));
    return found;
  }

  /** @param {string} end */
  #goesOn(end) {
    this.#skip();
    if (this.#takes(end)) return false;
    this.#must(",");
    return true;
  }

  /** @param {number} start */
  #string(start) {
    let found = "";
    for (;;) {
      found += this.#match(PLAIN)?.[0] ?? "";
      if (this.#takes('"')) return found;
      if (this.#place >= this.text.length) throw new NotJson(start);
      this.#must("\\");
      found += this.#escape(start);
    }
  }

  /** @param {number} start */
  #escape(start) {
    if (this.#place >= this.text.length) throw new NotJson(start);
    const sign = this.text[this.#place++];
    if (sign !== "u") {
      const meant = ESCAPED.get(sign);
      if (meant === undefined) throw new NotJson(this.#place - 2);
      return meant;
    }
    const digits = this.#match(HEX);
    if (!digits) throw new NotJson(this.#place - 1);
    return String.fromCharCode(parseInt(digits[0], 16));
  }
}

/**
 * The values in a text; throws `NotJson`.
 * @param {string} text
 * @returns {Json}
 */
export const parsedJson = (text) => new Reader(text).whole();

/**
 * A value as a message shows it, cut to at most this many characters.
 * @type {(value: Json | undefined, most?: number) => string}
 */
export function represented(value, most = Infinity) {
  const text = inFull(/** @type {Json} */ (value));
  return most === Infinity ? text : [...text].slice(0, most).join("");
}

/**
 * @param {Json} value
 * @returns {string}
 */
function inFull(value) {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof Float) return decimal(value.value);
  if (Array.isArray(value)) return `[${value.map(inFull).join(", ")}]`;
  if (!(value instanceof Map)) return value === null || value === undefined ? "None" : String(value);
  const pairs = [...value].map(([name, each]) => `${quote(name)}: ${inFull(/** @type {Json} */ (each))}`);
  return `{${pairs.join(", ")}}`;
}

/**
 * JavaScript values, as this reader would have read them.
 * @param {unknown} value
 * @returns {Json}
 */
export function jsonOf(value) {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : new Float(value);
  if (typeof value !== "object" || value === null) return /** @type {Json} */ (value ?? null);
  return new Map(Object.entries(value).map(([name, each]) => [name, jsonOf(each)]));
}
