// Analysis: everything that the numbers and the mine count of a position imply. It matches solve/exact.py, and tests
// compare the two. The engine does the work; costly parts are computed on first use.

import { explainContradiction } from "./impossible.js";
import { Refusal } from "./module.js";

/** @typedef {import("./module.js").Reply} Reply */
/** @typedef {import("./position.js").Position} Position */

const MODELS = ["counted", "uncounted", "density"]; // in the engine's order

/** @typedef {{ groups: number[][], constraints: { number: number, need: number }[] }} Part */
/** @typedef {{ mine: number, shown: Map<number, number> }} Numbers what opening a cell may show, with probabilities */

export class Analysis {
  /** @param {Position} position */
  constructor(position) {
    this.position = position;
    this.asking = position.asking;
    const reply = asked(position);
    this.address = this.asking.keep("analysis", reply.number());
    this.probability = reply.values();
    this.safe = reply.list();
    this.mines = reply.list();
    this.outside = reply.number(); // NaN if no cell is outside, or the count is unknown
    this.outsideCells = reply.number();
    this.knownMines = reply.number();
    this.components = reply.number();
  }

  // The hidden cells that are certainly safe, in reading order.
  get hiddenSafe() {
    return this.safe.filter((index) => this.position.isHidden(index));
  }

  get hiddenMines() {
    return this.mines.filter((index) => this.position.isHidden(index));
  }

  /**
   * A component: its groups, and how many mines its numbers still need.
   * @param {number} index
   * @returns {Part}
   */
  component(index) {
    const reply = this.asking.look("component", this.address, index);
    const groups = reply.many(() => reply.list());
    return { groups, constraints: reply.many(() => ({ number: reply.number(), need: reply.number() })) };
  }

  dead() {
    return this.asking.ask("dead", this.address).list();
  }

  /** @returns {number[][]} */
  fiftyFifties() {
    const reply = this.asking.ask("fifty_fifties", this.address);
    return reply.many(() => [reply.number(), reply.number()]);
  }

  /**
   * What opening a cell may show; null next to cells whose probability is unknown.
   * @param {number} index
   * @returns {Numbers | null}
   */
  numbers(index) {
    const mine = this.probability[index];
    if (this.#seesUnknown(index)) return null;
    const odds = this.asking.ask("numbers", this.address, index).list();
    const shown = odds.map((odd, number) => /** @type {const} */ ([number, (1 - mine) * odd, odd]));
    return { mine, shown: new Map(shown.flatMap(([number, share, odd]) => (odd > 0 ? [[number, share]] : []))) };
  }

  /** @param {number} index */
  #seesUnknown(index) {
    const { board, graph } = this.position;
    if (board.mines !== null || board.density !== null) return false;
    return graph.around(index).some((other) => this.position.isHidden(other) && Number.isNaN(this.probability[other]));
  }
}

/** @type {(position: Position) => Reply} */
function asked(position) {
  const { asking, board, graph, faces } = position;
  const { mines, density, perCell } = board;
  const model = density !== null ? "density" : mines === null ? "uncounted" : "counted";
  const odds = density === null ? 1 : density / (1 - density);
  try {
    return asking.ask("analyse", graph.address, faces, perCell, MODELS.indexOf(model), mines ?? 0, odds);
  } catch (error) {
    throw error instanceof Refusal ? explainContradiction(position, error.numbers) : error;
  }
}
