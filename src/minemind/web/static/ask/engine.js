// The engine, from the page's side: questions go to a worker and come back as promises of the API's JSON. Three workers
// are kept ready. A newer question in a slot makes the older one outdated, and its worker is ended if it does not
// finish soon; only then does the newest go to a free worker, so that a burst of questions does not cost a worker each.
// A worker that dies, hangs or grows too large is replaced.

import { language, phrase, renderer } from "../words/catalogue.js";
import { AnswerError } from "../game/errors.js";
import { MODULE, PRESET_SIZES, WORKER } from "../page/places.js";
import { PRESETS, learnPresets } from "../game/presets.js";
import { pause } from "../page/waiting.js";
import { startWorker } from "./workers.js";

/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {import("../engine/worker.js").Told} Told */

const WORKERS = 3; // replacing a worker takes longer than ending it
const GRACE = 20; // ms that an outdated question may still take before its worker is ended
const SETTLED = 20; // ms after which a question is unlikely to be outdated by the next one of the same movement
const PATIENCE = 10_000; // ms without a sign of life; the engine reports progress many times a second
const AGAIN = 700; // ms before retrying a module or worker that failed to load

// Thrown when a newer question made this one pointless.
export class Outdated extends Error {}

/** @typedef {"loading" | "ready"} State */

/**
 * @typedef {object} Asked a question that is waiting or being answered
 * @property {string} name
 * @property {object} body
 * @property {string | null} slot
 * @property {boolean} isSettled
 * @property {(share: number) => void} onProgress
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** One worker, and the question it is busy with. */
class Helper {
  /** @type {Asked | null} */
  asked = null;
  isReady = false;
  isOutdated = false; // the question it is busy with
  #id = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;

  /**
   * @param {Promise<WebAssembly.Module>} module which may come after the worker
   * @param {Engine} engine
   */
  constructor(module, engine) {
    this.engine = engine;
    this.worker = startWorker(WORKER);
    this.worker.addEventListener("message", ({ data }) => this.#heard(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.engine.lost(this, phrase("engine.died"));
    });
    const words = { name: language(), entries: renderer().entries };
    module.then((compiled) =>
      this.worker.postMessage({ module: compiled, words, presets: Object.fromEntries(PRESETS) }),
    );
  }

  /** @param {Asked} asked */
  ask(asked) {
    this.asked = asked;
    this.isOutdated = false;
    this.#id += 1;
    this.worker.postMessage({ id: this.#id, name: asked.name, body: asked.body });
    this.#watch();
  }

  #watch() {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.engine.lost(this, phrase("engine.hung")), PATIENCE);
  }

  // The question it is busy with is no longer wanted.
  outdate() {
    if (!this.asked || this.isOutdated) return;
    this.asked.reject(new Outdated());
    this.asked = { ...this.asked, resolve: nothing, reject: nothing };
    this.isOutdated = true;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.engine.lost(this, null), GRACE);
  }

  /** @param {number} share */
  #progressed(share) {
    if (this.isOutdated) return;
    this.#watch();
    this.asked?.onProgress(share);
  }

  end() {
    clearTimeout(this.#alarm);
    this.worker.terminate();
  }

  /** @param {Told} told */
  #heard({ id, progress, answer, error, isBroken = false }) {
    if (id === undefined) {
      this.isReady = true;
      this.engine.next();
      return void this.engine.start();
    }
    if (progress !== undefined) return this.#progressed(progress);
    clearTimeout(this.#alarm);
    const { asked } = this;
    this.asked = null;
    if (error) asked?.reject(new AnswerError(error));
    else asked?.resolve(answer);
    if (isBroken) this.engine.lost(this, phrase("engine.died"));
    else this.engine.next();
  }
}

const nothing = () => {};

class Engine {
  /** @type {Helper[]} */
  #helpers = [];
  /** @type {Asked[]} */
  #waiting = [];
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {Set<(state: State) => void>} */
  #listeners = new Set();
  /** @type {State} */
  state = "ready";

  /** @param {(state: State) => void} listener */
  onState(listener) {
    this.#listeners.add(listener);
  }

  // Compile the module once, and keep workers ready. The first one loads alongside the module; the others follow once
  // it is ready, so that it shares neither network nor processor with them.
  start() {
    const module = (this.#module ??= loaded());
    const wanted = this.#helpers.some(({ isReady }) => isReady) ? WORKERS : 1;
    while (this.#helpers.length < wanted) this.#helpers.push(new Helper(module, this));
    return module;
  }

  /** @param {Asked} asked */
  ask(asked) {
    const { slot } = asked;
    asked.isSettled = !this.#isBusyWith(slot) && !this.#waiting.some((each) => slot !== null && each.slot === slot);
    if (slot !== null) this.outdate(slot);
    this.#waiting.push(asked);
    this.next();
    if (!asked.isSettled) setTimeout(() => this.#settle(asked), SETTLED);
  }

  // Whatever was asked in this slot is no longer wanted.
  outdate(/** @type {string} */ slot) {
    for (const old of this.#waiting.filter((each) => each.slot === slot)) old.reject(new Outdated());
    this.#waiting = this.#waiting.filter((each) => each.slot !== slot);
    this.#helpers.find((helper) => helper.asked?.slot === slot)?.outdate();
  }

  /** @param {Asked} asked */
  #settle(asked) {
    asked.isSettled = true;
    this.next();
  }

  // Give waiting questions to free workers. While others are being replaced, the last free one is kept from questions
  // that are likely to be outdated at once.
  next() {
    const free = this.#helpers.filter(({ isReady, asked }) => isReady && !asked);
    for (const helper of free) {
      const isLast = helper === free.at(-1) && this.#helpers.some(({ isReady }) => !isReady);
      const place = this.#waiting.findIndex(({ slot, isSettled }) => !this.#isBusyWith(slot) && (isSettled || !isLast));
      if (place >= 0) helper.ask(this.#waiting.splice(place, 1)[0]);
    }
    this.#tell(this.#waiting.length && !this.#helpers.some((helper) => helper.isReady) ? "loading" : "ready");
  }

  /** @param {string | null} slot */
  #isBusyWith(slot) {
    return slot !== null && this.#helpers.some(({ asked }) => asked?.slot === slot);
  }

  /** @param {State} state */
  #tell(state) {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }

  /**
   * End a worker and start another in its place.
   * @param {Helper} helper
   * @param {string | null} why the message; null if nobody needs one
   */
  async lost(helper, why) {
    if (!this.#helpers.includes(helper)) return;
    helper.end();
    this.#helpers = this.#helpers.filter((each) => each !== helper);
    helper.asked?.reject(new AnswerError({ kind: "TooHard", message: why ?? "" }));
    this.next();
    if (!helper.isReady) await pause(AGAIN); // it did not even load
    this.start();
  }
}

// The module, however long it takes to load.
async function loaded() {
  for (;;) {
    try {
      return await compile();
    } catch {
      await pause(AGAIN);
    }
  }
}

// Browsers compile while loading, provided the server sends the right content type.
async function compile() {
  try {
    return await WebAssembly.compileStreaming(fetch(MODULE));
  } catch {
    const answer = await fetch(MODULE);
    if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
}

const engine = new Engine();

export async function loadPresets() {
  learnPresets(await (await fetch(PRESET_SIZES)).json());
}

// Load the engine; questions may be asked before it is ready.
export const startEngine = () => engine.start();

/**
 * Be told when questions are waiting for the engine to load, and when it has loaded.
 * @param {(state: State) => void} listener
 */
export const onEngine = (listener) => engine.onState(listener);

/**
 * Ask a question. Only the newest question of a slot is answered.
 * @template {keyof Answers} Name
 * @param {Name} name
 * @param {object} body
 * @param {string | null} slot
 * @param {(share: number) => void} onProgress is called with the share of the allowed work done so far
 * @returns {Promise<Answers[Name]>}
 */
export function ask(name, body, slot = null, onProgress = nothing) {
  const { promise, resolve, reject } = Promise.withResolvers();
  engine.ask({ name, body: { lang: language(), ...body }, slot, isSettled: false, onProgress, resolve, reject });
  return promise;
}

/**
 * The answer in this slot is no longer wanted.
 * @param {string} slot
 */
export const cancel = (slot) => engine.outdate(slot);
