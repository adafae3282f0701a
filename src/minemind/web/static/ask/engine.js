// The engine, from the page's side: questions go to a worker, and come back as promises with the JSON of the API. Three
// workers are kept ready. A newer question makes an older one of its slot outdated, whose worker is ended if it does not
// finish soon; only then the newest goes to one that is free, so that a burst of questions does not cost one worker each.
// A worker that dies, hangs or grows is replaced.

import { language, phrase, renderer } from "../words/catalogue.js";
import { AnswerError } from "../game/errors.js";
import { MODULE, PRESET_SIZES, WORKER } from "../page/places.js";
import { PRESETS, learnPresets } from "../game/presets.js";
import { pause } from "../page/waiting.js";
import { startWorker } from "./workers.js";

/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {import("../engine/worker.js").Told} Told */

const WORKERS = 3; // it takes longer to replace one than to end it
const GRACE = 20; // ms that an outdated question may still take before its worker is ended
const SETTLED = 20; // ms after which a question is not likely to be outdated by the next one of the same movement
const PATIENCE = 10_000; // ms without a sign of life; the engine tells of its work many times a second
const AGAIN = 700; // ms until a module or a worker that could not be loaded is asked for again

// Thrown when a newer question made this one pointless.
export class Outdated extends Error {}

/** @typedef {"loading" | "ready"} State */

/**
 * @typedef {object} Asked a question that waits, or that a worker is busy with
 * @property {string} name
 * @property {object} body
 * @property {string | null} slot
 * @property {boolean} isSettled
 * @property {(share: number) => void} onProgress
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** One worker, and the question that it is busy with. */
class Helper {
  /** @type {Asked | null} */
  asked = null;
  isReady = false;
  isOutdated = false; // what it is busy with
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

  // What it is busy with is not wanted any more.
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

  // Compile the module once, and keep workers ready. The first is loaded at the same time; the others follow when it is
  // there, so that it shares neither network nor processor with them.
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

  // Whatever was asked in this slot is not wanted any more.
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

  // Give what waits to whoever is free. While others are replaced, the last one is kept from questions that are likely to
  // be outdated at once.
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
   * A worker is ended, and another takes its place.
   * @param {Helper} helper
   * @param {string | null} why null if nobody has to know
   */
  async lost(helper, why) {
    if (!this.#helpers.includes(helper)) return;
    helper.end();
    this.#helpers = this.#helpers.filter((each) => each !== helper);
    helper.asked?.reject(new AnswerError({ kind: "TooHard", message: why ?? "" }));
    this.next();
    if (!helper.isReady) await pause(AGAIN); // it could not even be loaded
    this.start();
  }
}

// The module, however long it takes to come.
async function loaded() {
  for (;;) {
    try {
      return await compile();
    } catch {
      await pause(AGAIN);
    }
  }
}

// The browser compiles while it loads, where the server names the type of the file.
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

// Load the engine; questions may be asked before it is there.
export const startEngine = () => engine.start();

/**
 * Be told when questions wait for the engine to be loaded, and when it is there.
 * @param {(state: State) => void} listener
 */
export const onEngine = (listener) => engine.onState(listener);

/**
 * Ask a question. Of questions with the same slot only the newest is answered.
 * @template {keyof Answers} Name
 * @param {Name} name
 * @param {object} body
 * @param {string | null} slot
 * @param {(share: number) => void} onProgress is told the share of the work that an answer may take
 * @returns {Promise<Answers[Name]>}
 */
export function ask(name, body, slot = null, onProgress = nothing) {
  const { promise, resolve, reject } = Promise.withResolvers();
  engine.ask({ name, body: { lang: language(), ...body }, slot, isSettled: false, onProgress, resolve, reject });
  return promise;
}

/**
 * Nobody waits for the answer in this slot any longer.
 * @param {string} slot
 */
export const cancel = (slot) => engine.outdate(slot);
