// Asking: calls the engine within the work allowed for one answer. A refusal becomes an error with the same sentence as
// in _native/asking.py; whatever the answer needed in the engine is released when it is done.

import { phrase } from "../words/catalogue.js";
import { TooHard, grouped, invalid } from "../game/errors.js";
import { Refusal } from "./module.js";

/** @typedef {import("./module.js").Argument} Argument */
/** @typedef {import("./module.js").EngineModule} EngineModule */
/** @typedef {"analysis" | "prover" | "ending"} Kind */

// The work allowed for an answer, in units of some nanoseconds: about two seconds. Thinking about a guess comes on top.
// No clock affects an answer.
export const WORK = 200_000_000;

// The work allowed for dealing a no-guess board: it reports its progress, and can be cancelled.
export const DEALING_WORK = 10 * WORK;

// What to say when a question other than about one component is too hard.
/** @type {Record<string, string>} */
const TOO_HARD = {
  dead: "the board is too large to find its dead cells; open more of it first",
  fifty_fifties: "there are more than a million 50/50s, too many to list",
  prove: "all solutions agree on this cell, but the numbers that prove it are too hard to find",
  make_ending: "too many solutions are left to search the game to its end; open more cells first",
  ending_won: "too many solutions are left to search the game to its end; open more cells first",
};

export class Asking {
  #begun;
  /** @type {[Kind, number][]} */
  #owned = [];
  cols = 1; // of the current board

  /**
   * @param {EngineModule} engine
   * @param {number} work
   */
  constructor(engine, work = WORK) {
    this.engine = engine;
    this.work = work;
    this.#begun = engine.worked;
  }

  // The work left; never none, so that a question that needs next to nothing is always answered.
  get left() {
    return Math.max(1, this.work - (this.engine.worked - this.#begun));
  }

  get isOver() {
    return this.left === 1;
  }

  /**
   * Ask a question that takes work; the limit is passed as the last argument.
   * @param {string} name
   * @param {Argument[]} given
   */
  ask(name, ...given) {
    return this.look(name, ...given, this.left);
  }

  /**
   * Ask a question that takes next to none, or that has its own limit.
   * @param {string} name
   * @param {Argument[]} given
   */
  look(name, ...given) {
    try {
      return this.engine.ask(name, ...given);
    } catch (error) {
      throw error instanceof Refusal ? translated(error, name, this.cols) : error;
    }
  }

  /**
   * Keep the engine's object at this address until the whole question is answered.
   * @type {(kind: Kind, address: number) => number}
   */
  keep(kind, address) {
    this.#owned.push([kind, address]);
    return address;
  }

  // Dropped in reverse order: proofs and endings refer to analyses made before them.
  close() {
    for (const [kind, address] of this.#owned.reverse()) this.engine.drop(kind, address);
    this.#owned = [];
  }
}

/**
 * The error to throw. A contradiction is kept as it is: the caller with the board finds out why.
 * @type {(refusal: Refusal, name: string, cols: number) => Error}
 */
function translated(refusal, name, cols) {
  const { status, uncountable } = refusal;
  if (status === "out of work") return new TooHard(phrase("engine.work"), true);
  if (status === "out of memory") return new TooHard(phrase("engine.memory"));
  if (status === "invalid") return invalid(refusal.message);
  if (uncountable) return new TooHard(TOO_HARD[name] ?? tooComplex(uncountable.states, uncountable.cell, cols));
  return refusal;
}

/** @type {(states: number, index: number, cols: number) => string} */
function tooComplex(states, index, cols) {
  const why = states ? `it needs more than ${grouped(states)} states` : "it has too many hidden cells";
  const around = `(${Math.floor(index / cols)}, ${index % cols})`;
  return `the component around ${around} is too complex to count: ${why}; open more of its cells first`;
}
