// Asking: the engine, asked within the work that one answer may take. What it refuses becomes an error with the sentence
// that _native/asking.py has for it; what an answer needed meanwhile is given back at its end.

import { phrase } from "../words/catalogue.js";
import { TooHard, grouped, invalid } from "../game/errors.js";
import { Refusal } from "./module.js";

/** @typedef {import("./module.js").Argument} Argument */
/** @typedef {import("./module.js").EngineModule} EngineModule */
/** @typedef {"analysis" | "prover" | "ending"} Kind */

// What an answer may take, in units of some nanoseconds: about two seconds. What is thought about a guess comes on top.
// No clock decides what is answered.
export const WORK = 200_000_000;

// What dealing without a guess may take: it shows how far it is, and can be cancelled.
export const DEALING_WORK = 10 * WORK;

// What is too hard about a question that is not about one component.
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
  cols = 1; // of the board in question

  /**
   * @param {EngineModule} engine
   * @param {number} work
   */
  constructor(engine, work = WORK) {
    this.engine = engine;
    this.work = work;
    this.#begun = engine.worked;
  }

  // The work that is left; never none, so that what takes next to nothing is answered all the same.
  get left() {
    return Math.max(1, this.work - (this.engine.worked - this.#begun));
  }

  get isOver() {
    return this.left === 1;
  }

  /**
   * Ask what takes work; the limit is the door's last argument.
   * @param {string} name
   * @param {Argument[]} given
   */
  ask(name, ...given) {
    return this.look(name, ...given, this.left);
  }

  /**
   * Ask what takes next to none, or has its limit already.
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
   * Keep what an answer named by its address until the whole question is answered.
   * @type {(kind: Kind, address: number) => number}
   */
  keep(kind, address) {
    this.#owned.push([kind, address]);
    return address;
  }

  // Proofs and endings look at analyses, which were there first.
  close() {
    for (const [kind, address] of this.#owned.reverse()) this.engine.drop(kind, address);
    this.#owned = [];
  }
}

/**
 * What to throw. A contradiction stays what it is: whoever has the board finds out why.
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
