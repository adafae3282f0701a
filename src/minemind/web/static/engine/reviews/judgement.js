// Judgement: what a review says about one click: its kind, its risk, what would have been better, and what it cost. The
// same as judgement.py.

import { phrase, renderer } from "../../words/catalogue.js";
import { TECHNIQUES } from "../proofs.js";
import { halfEven } from "./sums.js";

/** @typedef {import("../../game/grid.js").Cell} Cell */
/** @typedef {import("../../game/grid.js").Grid} Grid */
/** @typedef {import("../module.js").Reply} Reply */
/** @typedef {import("../played.js").Click} Click */
/** @typedef {{ value: number, margin: number, exact: boolean }} Odds the probability of winning */

// In the order in which the engine numbers them.
const KINDS = [
  "safe",
  "promised",
  "forced guess",
  "needless guess",
  "bad guess",
  "opened mine",
  "flag proven",
  "flag unproven",
  "flag wrong",
  "unflag",
  "wasted",
  "uncounted",
];

// Risks that differ by no more than this count as equal: nobody reads so many digits.
const SAME_RISK = 0.0005;

const RISKS = new Set(["forced guess", "needless guess", "bad guess", "opened mine"]);

export class ReviewedMove {
  /**
   * The next click, as engine/wasm/reviews.cpp writes it.
   * @param {Reply} reply
   * @param {number} number of the click, from 1
   * @param {Click} click
   * @param {number | null} pause since the previous click, in seconds
   * @param {Grid} grid
   */
  constructor(reply, number, click, pause, grid) {
    const cell = (/** @type {number | null} */ index) => (index === null ? null : grid.cell(index));
    this.number = number;
    this.click = click;
    this.pause = pause;
    this.kind = KINDS[reply.number()];
    this.risk = known(reply.number()); // null if the position is too complex to count
    this.opened = reply.number();
    this.certain = reply.number();
    this.best = cell(reply.known());
    this.bestRisk = reply.number();
    this.overlooked = cell(reply.known());
    const [technique, grade] = [TECHNIQUES[reply.number()], reply.number()];
    this.technique = this.overlooked ? technique : null;
    this.grade = this.overlooked ? grade : 0;
    this.before = oddsIn(reply);
    this.chosen = oddsIn(reply);
    this.after = oddsIn(reply);
    this.costMargin = reply.number();
  }

  // Whether a mine could have been opened.
  get isRisk() {
    return RISKS.has(this.kind);
  }

  // The probability of winning that the choice gave away; an estimate below 0 is noise, and counts as 0.
  get cost() {
    if (!this.before || !this.chosen) return this.isRisk ? null : 0;
    return Math.max(0, this.before.value - this.chosen.value);
  }

  // Whether the probability of winning is known exactly, before the move and with this choice.
  get isExact() {
    return Boolean(this.before?.exact && this.chosen?.exact);
  }

  // How far the outcome raised or lowered the probability of winning.
  get luck() {
    if (!this.isRisk) return 0;
    return this.swing === null || this.cost === null ? null : this.swing + this.cost;
  }

  // How far the move changed the probability of winning: its luck minus its cost.
  get swing() {
    return this.before && this.after ? this.after.value - this.before.value : null;
  }

  // How the best cell is better: it is safe, or a guess of another risk; at the same risk it wins more often, unless
  // the probability of winning is unknown. Null if no cell is better.
  get alternative() {
    if (!this.best || this.kind === "forced guess") return null;
    if (this.certain) return "safe";
    if (this.risk === null || !isClose(this.bestRisk, this.risk)) return "guess";
    return this.before && this.chosen ? "wins" : "same risk";
  }

  get sentence() {
    const { isRisk, cost } = this;
    return phrase("review.move", {
      number: this.number,
      action: this.click.action,
      cell: this.click.cell,
      kind: phrase("review.kind", { kind: this.kind }),
      risk: isRisk ? this.risk : null,
      alternative: this.alternative,
      best: this.best,
      best_risk: this.bestRisk,
      best_win: this.before?.value,
      win: this.chosen?.value,
      before: isRisk && this.before ? oddsText(this.before) : null,
      after: isRisk && this.after ? oddsText(this.after) : null,
      cost: isRisk && cost ? points(cost) : null,
    });
  }

  toJSON() {
    return {
      number: this.number,
      cell: this.click.cell,
      action: this.click.action,
      mines: this.click.mines,
      seconds: this.click.seconds,
      pause: this.pause,
      kind: this.kind,
      risk: this.risk,
      opened: this.opened,
      certain: this.certain,
      best: this.best,
      best_risk: this.bestRisk,
      overlooked: this.overlooked,
      technique: this.technique,
      grade: this.grade,
      before: this.before,
      chosen: this.chosen,
      after: this.after,
      cost: this.cost,
      cost_margin: this.costMargin,
      luck: this.luck,
      sentence: this.sentence,
    };
  }
}

/** @type {(one: number, other: number) => boolean} */
const isClose = (one, other) => Math.abs(one - other) <= SAME_RISK;

/** @type {(value: number) => number | null} */
export const known = (value) => (Number.isNaN(value) ? null : value);

/**
 * @param {Reply} reply
 * @returns {Odds | null}
 */
function oddsIn(reply) {
  const [value, margin, exact] = [reply.number(), reply.number(), reply.flag()];
  return Number.isNaN(value) ? null : { value, margin, exact };
}

/** @param {Odds} odds */
const oddsText = (odds) => renderer().figures.known(odds);

/**
 * A difference of probabilities, in percentage points.
 * @param {number} probability
 */
export const points = (probability) =>
  (probability < 0 ? "−" : "") + renderer().figures.fixed(halfEven(Math.abs(probability) * 1000), 1);
