// The positions that are kept in this browser: a list in local storage, newest first, that can be exported and imported
// as a file. Where the store is full or forbidden, whoever keeps something is told so.

import { Board } from "./board.js";

const STORE = "minemind.history";
const MOST = 300; // positions; the oldest go first

export class Full extends Error {
  constructor() {
    super("The browser's storage is full or switched off: export what you need, then remove something.");
  }
}

export class Store {
  constructor() {
    this.entries = read();
    // Another tab may keep something too.
    addEventListener("storage", (event) => event.key === STORE && (this.entries = read()) && this.onChange?.());
  }

  // entry: kind, name, text, and where there are: layout, game, boards.
  add({ kind, name, text, layout = null, game = null, boards = null }) {
    const time = new Date().toISOString();
    const id = `${time}-${Math.random().toString(36).slice(2, 8)}`;
    const entry = { id, time, kind, name, text, layout, game, boards };
    this.#write([entry, ...this.entries].slice(0, MOST));
    return entry;
  }

  rename(id, name) {
    this.#write(this.entries.map((entry) => (entry.id === id ? { ...entry, name } : entry)));
  }

  remove(id) {
    this.#write(this.entries.filter((entry) => entry.id !== id));
  }

  putBack(entry) {
    this.#write([...this.entries, entry].sort(newestFirst));
  }

  exported() {
    return JSON.stringify({ minemind: 1, kind: "history", entries: this.entries }, null, 1);
  }

  // Adds what can be read and is not there yet, as far as there is room: what is kept here is never pushed out by what
  // comes from elsewhere. Says how many positions were added, how many had no room, and how many could not be read.
  imported(text) {
    const { kind, entries } = JSON.parse(text);
    if (kind !== "history" || !Array.isArray(entries)) throw new Error("This is no history of MineMind.");
    const known = new Set(this.entries.map((entry) => entry.id));
    const readable = entries.filter(isReadable);
    const foreign = new Map(readable.map((entry) => [entry.id, foreignEntry(entry)]));
    const fresh = [...foreign.values()].filter((entry) => !known.has(entry.id)).sort(newestFirst);
    const fitting = fresh.slice(0, Math.max(0, MOST - this.entries.length));
    if (fitting.length) this.#write([...this.entries, ...fitting].sort(newestFirst));
    const counts = { added: fitting.length, left: fresh.length - fitting.length };
    return { ...counts, unreadable: entries.length - readable.length };
  }

  #write(entries) {
    try {
      localStorage.setItem(STORE, JSON.stringify(entries));
    } catch {
      throw new Full();
    }
    this.entries = entries;
    this.onChange?.();
  }
}

const newestFirst = (one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0);

const isEntry = (entry) => ["id", "time", "kind", "name", "text"].every((field) => typeof entry?.[field] === "string");

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const SKEW = 300_000; // ms that the clock of another machine may be ahead

function isReadable(entry) {
  if (!isEntry(entry) || !ISO.test(entry.time) || !(Date.parse(entry.time) <= Date.now() + SKEW)) return false;
  try {
    return Boolean(Board.parse(entry.text));
  } catch {
    return false;
  }
}

// Nothing but what an entry has; times are compared as texts, so that they are written in one way.
function foreignEntry({ id, time, kind, name, text, layout = null, game = null, boards = null }) {
  return { id, time: new Date(time).toISOString(), kind, name, text, layout, game, boards };
}

function read() {
  try {
    const entries = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}
