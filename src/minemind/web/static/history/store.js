// The store of the history: a list in the browser's local storage, newest first, that can be exported and imported as a
// file. If the storage is full or forbidden, every change throws an error that says so.

import { Board } from "../game/board.js";
import { phrase } from "../words/catalogue.js";

/** @typedef {import("../ask/answers.js").SavedGame} SavedGame */

/**
 * @typedef {object} Found what can be stored
 * @property {string} kind
 * @property {string} name
 * @property {string} text
 * @property {string | null} [layout]
 * @property {SavedGame | null} [game]
 * @property {string[] | null} [boards] configurations
 */
/** @typedef {Found & { id: string | null, time: string }} Entry without an id it is shown, but not stored */
/**
 * @typedef {Found & { scene: import("../canvas/scene.js").Scene, link?: string, linkTo?: string }} Current what a view shows and
 *   links carry; `linkTo` is the place in it that a link leads to
 */

const STORE = "minemind.history";
const MOST = 300; // entries; the oldest are dropped first

class NotStored extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
    super(phrase(isFull ? "history.full" : "history.forbidden"));
  }
}

export class Store {
  /** @type {() => void} */
  onChange = () => {};

  constructor() {
    this.entries = read();
    // Another tab may change the store too.
    addEventListener("storage", (event) => {
      if (event.key !== STORE) return;
      this.entries = read();
      this.onChange();
    });
  }

  /**
   * @param {Found} found
   * @returns {Entry}
   */
  add({ kind, name, text, layout = null, game = null, boards = null }) {
    const time = new Date().toISOString();
    const id = `${time}-${Math.random().toString(36).slice(2, 8)}`;
    const entry = { id, time, kind, name, text, layout, game, boards };
    this.#write([entry, ...this.entries].slice(0, MOST));
    return entry;
  }

  /**
   * @param {string | null} id
   * @param {string} name
   */
  rename(id, name) {
    this.#write(this.entries.map((entry) => (entry.id === id ? { ...entry, name } : entry)));
  }

  /** @param {string | null} id */
  remove(id) {
    this.#write(this.entries.filter((entry) => entry.id !== id));
  }

  /** @param {Entry} entry */
  putBack(entry) {
    this.#write([...this.entries, entry].sort(newestFirst));
  }

  exported() {
    return JSON.stringify({ minemind: 1, kind: "history", entries: this.entries }, null, 1);
  }

  /**
   * Add the entries that can be read and are not there yet, as far as there is room: an import never pushes out what is
   * already stored. Returns how many entries were added, how many did not fit, and how many could not be read.
   * @param {string} text
   */
  imported(text) {
    const { kind, entries } = JSON.parse(text);
    if (kind !== "history" || !Array.isArray(entries)) throw new Error(phrase("history.not-a-history"));
    const known = new Set(this.entries.map((entry) => entry.id));
    const readable = entries.filter(isReadable);
    const foreign = new Map(readable.map((entry) => [entry.id, foreignEntry(entry)]));
    const fresh = [...foreign.values()].filter((entry) => !known.has(entry.id)).sort(newestFirst);
    const fitting = fresh.slice(0, Math.max(0, MOST - this.entries.length));
    if (fitting.length) this.#write([...this.entries, ...fitting].sort(newestFirst));
    const counts = { added: fitting.length, left: fresh.length - fitting.length };
    return { ...counts, unreadable: entries.length - readable.length };
  }

  /** @param {Entry[]} entries */
  #write(entries) {
    try {
      localStorage.setItem(STORE, JSON.stringify(entries));
    } catch (error) {
      throw new NotStored(error);
    }
    this.entries = entries;
    this.onChange();
  }
}

/** @type {(one: Entry, other: Entry) => number} */
const newestFirst = (one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0);

/**
 * @param {any} entry
 * @returns {entry is Entry}
 */
const isEntry = (entry) => ["id", "time", "kind", "name", "text"].every((field) => typeof entry?.[field] === "string");

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const SKEW = 300_000; // ms that the clock of another machine may be ahead

/**
 * @param {unknown} entry
 * @returns {entry is Entry}
 */
function isReadable(entry) {
  if (!isEntry(entry) || !ISO.test(entry.time) || !(Date.parse(entry.time) <= Date.now() + SKEW)) return false;
  try {
    return Boolean(Board.parse(entry.text));
  } catch {
    return false;
  }
}

/**
 * Only the fields of an entry. Times are compared as text, so they are all written in the same form.
 * @param {Entry} entry
 * @returns {Entry}
 */
function foreignEntry({ id, time, kind, name, text, layout = null, game = null, boards = null }) {
  return { id, time: new Date(time).toISOString(), kind, name, text, layout, game, boards };
}

/** @returns {Entry[]} */
function read() {
  try {
    const entries = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}
