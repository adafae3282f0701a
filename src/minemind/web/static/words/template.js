// Templates: make a sentence from an entry of the catalogue and some values. The same as words/template.py; a test
// holds the two equal. An entry is a text with placeholders, a choice by a value, or parts that are joined.

import { Figures } from "./figures.js";

/** @typedef {string | { [name: string]: unknown }} Entry */
/** @typedef {{ [name: string]: unknown }} Values */

const PLACEHOLDER = /\{([a-z_]+)(?::([a-z0-9 .-]+))?\}/g;
const LISTED = 10; // cells or other items, before a list says how many more there are

/** @type {(cell: readonly number[]) => string} */
export const cellText = ([row, col]) => `(${row}, ${col})`;

export class Renderer {
  /** @param {{ [key: string]: Entry }} entries */
  constructor(entries) {
    this.entries = entries;
    this.figures = new Figures(String(entries["figures.decimal"]), String(entries["figures.group"]));
    const { figures } = this;
    /** @type {Record<string, (value: any) => string>} */
    this.formats = {
      cell: cellText,
      cells: (cells) => this.cut(cells.map(cellText)),
      joined: (cells) => this.#some(cells.map(cellText)),
      percent: (probability) => figures.percent(probability),
      percent1: (probability) => figures.percent(probability, 1),
      odds: (probability) => figures.odds(probability),
      odds1: (probability) => figures.odds(probability, 1),
      lead: ([difference, margin]) => figures.lead(difference, margin),
      count: (count) => figures.count(count),
    };
  }

  /**
   * The sentence with this key.
   * @param {string} key
   * @param {Values} values
   */
  phrase(key, values = {}) {
    const said = this.#rendered(this.entries[key], values);
    if (said === null) throw new Error(`${key} lacks a value: ${JSON.stringify(values)}`);
    return said;
  }

  /**
   * The text of an entry; null if a value is missing.
   * @param {any} entry
   * @param {Values} values
   * @returns {string | null}
   */
  #rendered(entry, values) {
    if (typeof entry === "string") return this.#filled(entry, values);
    if (!entry.parts) return this.#rendered(chosen(entry, values[entry.by ?? "count"] ?? null), values);
    const parts = entry.parts.map((/** @type {string} */ key) => this.#rendered(this.entries[key], values));
    return parts.filter((/** @type {string | null} */ part) => part !== null).join(entry.join);
  }

  /**
   * @param {string} text
   * @param {Values} values
   */
  #filled(text, values) {
    const isLacking = [...text.matchAll(PLACEHOLDER)].some(([, name]) => (values[name] ?? null) === null);
    return isLacking ? null : text.replaceAll(PLACEHOLDER, (_, name, format) => this.#format(format, values[name]));
  }

  /**
   * A value in its format. Without one: texts as they are, whole numbers with grouped digits, and lists of both.
   * @param {string | undefined} name
   * @param {any} value
   * @returns {string}
   */
  #format(name, value) {
    if (name === undefined) return this.#plain(value);
    if (!name.startsWith("each ")) return this.formats[name](value);
    const key = name.slice("each ".length);
    return this.#some(value.map((/** @type {Values} */ item) => this.phrase(key, item)));
  }

  /**
   * @param {string | number | (string | number)[]} value
   * @returns {string}
   */
  #plain(value) {
    if (Array.isArray(value)) return this.joined(value.map((item) => this.#plain(item)));
    return typeof value === "string" ? value : this.figures.integer(value);
  }

  /**
   * A list within a sentence: one, two and three.
   * @param {string[]} texts
   */
  joined(texts) {
    if (texts.length < 2) return texts.join("");
    return this.phrase("list.and", { first: texts.slice(0, -1).join(", "), last: texts.at(-1) });
  }

  // A list within a sentence; of a long one, only the first items.
  /** @param {string[]} texts */
  #some(texts) {
    return texts.length <= LISTED ? this.joined(texts) : this.cut(texts, ", ");
  }

  /**
   * A list on a line of its own; of a long one, only the first items.
   * @param {string[]} texts
   */
  cut(texts, separator = " ") {
    const shown = texts.slice(0, LISTED).join(separator);
    const more = texts.length - LISTED;
    return more > 0 ? this.phrase("list.more", { listed: shown, count: more }) : shown;
  }
}

/** @type {(entry: any, value: unknown) => Entry} */
function chosen(entry, value) {
  const name = String(value);
  if (name !== "by" && Object.hasOwn(entry, name)) return entry[name];
  return name === "1" && entry.one !== undefined ? entry.one : entry.other;
}
