// The one door to the server: questions as JSON, errors with what the server says is wrong, newer questions that
// replace older ones of the same kind, and a watch that notices when the server is gone and when it is back.

import { language, phrase } from "./catalogue.js";

/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {import("./answers.js").Trouble} Trouble */

const PATIENCE = 10_000; // ms; the server itself gives up after two seconds of work
const RETRIES = 3; // when the server says that too many ask at once
const WATCH = 700; // ms between two looks for a server that is gone

export class ApiError extends Error {
  /** @param {Partial<Trouble>} trouble */
  constructor({ kind = "Error", message = phrase("server.silent"), cells = [], faults = [] } = {}) {
    super(message);
    this.kind = kind;
    this.cells = cells;
    this.faults = faults;
  }
}

export class Gone extends Error {
  constructor() {
    super(phrase("server.gone"));
  }
}

// Thrown when a newer question made this one pointless.
export class Outdated extends Error {}

/** @type {Map<string, AbortController>} */
const running = new Map();
/** @type {Set<(online: boolean) => void>} */
const listeners = new Set();
let online = true;

/**
 * Be told when the server goes and when it comes back.
 * @param {(online: boolean) => void} listener
 */
export function onServer(listener) {
  listeners.add(listener);
}

/** @param {boolean} value */
function setOnline(value) {
  if (online === value) return;
  online = value;
  for (const listener of listeners) listener(online);
  if (!online) setTimeout(watch, WATCH);
}

async function watch() {
  if (await isThere()) setOnline(true);
  else setTimeout(watch, WATCH);
}

// Whether the server answers what needs no computing, and so no place in its queue.
async function isThere() {
  try {
    const answer = await fetch("api/about", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Ask a question. Of questions with the same slot only the newest is answered.
 * @template {keyof Answers} Name
 * @param {Name} name
 * @param {object} [body] none for what needs no question
 * @param {string | null} slot
 * @returns {Promise<Answers[Name]>}
 */
export async function ask(name, body, slot = null) {
  const mine = new AbortController();
  if (slot) {
    running.get(slot)?.abort();
    running.set(slot, mine);
  }
  try {
    return await answerTo(name, body, mine.signal);
  } catch (error) {
    if (mine.signal.aborted) throw new Outdated();
    throw error;
  } finally {
    if (slot && running.get(slot) === mine) running.delete(slot);
  }
}

// What the server says of itself, however long that takes: without it no view can be made.
export async function askAbout() {
  for (;;) {
    try {
      return await ask("about");
    } catch {
      await pause(WATCH);
    }
  }
}

/**
 * @param {string} name
 * @param {object | undefined} body
 * @param {AbortSignal} signal
 */
async function answerTo(name, body, signal) {
  for (let attempt = 0; ; attempt++) {
    const answer = await send(name, body, signal);
    if (answer.status === 503 && attempt < RETRIES) {
      await pause(1000 * Number(answer.headers.get("Retry-After") || 1), signal);
      continue;
    }
    const said = await answer.json().catch(() => ({}));
    if (signal.aborted) throw new Outdated();
    if (!answer.ok) throw new ApiError(said.error);
    return said;
  }
}

/**
 * @param {string} name
 * @param {object | undefined} body
 * @param {AbortSignal} signal
 */
async function send(name, body, signal) {
  try {
    const answer = await fetch(`api/${name}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify({ lang: language(), ...body }),
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    setOnline(true);
    return answer;
  } catch (error) {
    if (signal.aborted) throw new Outdated();
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    if (isLate && (await isThere())) throw new ApiError({ kind: "Busy", message: phrase("server.busy") });
    setOnline(false);
    throw new Gone();
  }
}

/**
 * @param {number} ms
 * @param {AbortSignal | null} signal
 * @returns {Promise<void>}
 */
export function pause(ms, signal = null) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(new Outdated())), { once: true });
  });
}

/**
 * Runs `work` at once; while it runs, any number of further calls make it run once more afterwards. What follows a
 * pen thus always ends with the newest board, and an answer is never starved by the next stroke.
 * @param {() => Promise<void>} work
 */
export function following(work) {
  let busy = false;
  let again = false;
  return async function run() {
    if (busy) return void (again = true);
    busy = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      busy = false;
    }
  };
}
