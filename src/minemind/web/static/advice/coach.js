// The coach: what it would do now. It marks the best move and up to two others on the board, with one sentence. For any
// hidden cell pointed at, it shows the proof, or else the risk, the numbers it may show, and how often it leads to a
// win.

import { HIDDEN } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { say } from "../page/dom.js";
import { Outdated, ask } from "../ask/engine.js";
import { isOn } from "../page/settings.js";
import { saferThan } from "./advice.js";
import { following, pause } from "../page/waiting.js";
import { sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("../ask/answers.js").Move} Move */

const RARE = 0.005; // less likely outcomes are not mentioned
const CHOICES = 3;
const EFFORT = { think: 25, games: 1500 }; // enough to rank them at once; the table of guesses takes longer
const CLOSE = 0.03; // a win probability with a larger margin is not shown
const DWELL = 120; // ms to point at a cell before it is asked about

export const isCoached = () => isOn("coach");

export class Coach {
  /** @type {number[]} */
  choices = [];
  areGuesses = false; // otherwise certain moves
  #isPending = false;
  /** @type {import("../page/dom.js").Message | null} */
  #told = null;

  /** @param {import("./advice.js").Advice} advice the coach uses its place, and adds to it */
  constructor(advice) {
    this.advice = advice;
    this.follow = following(() => this.#look());
  }

  get busy() {
    return this.#isPending;
  }

  get #place() {
    return this.advice.place;
  }

  // The board has changed: the marks are out of date.
  clear() {
    this.choices = [];
    this.#told = null;
    this.#isPending = isCoached();
  }

  async #look() {
    const text = String(this.#place.board());
    try {
      if (isCoached() && this.#place.isOpen()) await this.#advise(text);
      else this.choices = [];
    } catch (error) {
      if (!(error instanceof Outdated)) this.choices = []; // asking for a hint shows what is wrong
    } finally {
      if (String(this.#place.board()) === text) this.#isPending = false;
    }
    this.#place.show();
  }

  /** @param {string} text */
  async #advise(text) {
    const { moves } = await this.#ask("hint", { all: true });
    this.areGuesses = !moves.length;
    if (moves.length) return this.#tellCertain(text, moves);
    const { candidates } = await this.#ask("guesses", EFFORT);
    if (!candidates.length) return this.#start(text);
    const [best] = candidates.filter(({ recommended }) => recommended);
    const { cell, risk, progress } = best;
    const odds = sentence(phrase("coach.odds", { risk, win: winOf(best), progress }));
    const reason = [odds, ...saferThan(risk, candidates), ...this.advice.flaggedAt(best)];
    this.#tell(text, cells([best, ...candidates]), phrase("coach.guess", { cell }), reason.join(" "));
  }

  /**
   * @template {keyof import("../ask/answers.js").Answers} Name
   * @param {Name} name
   * @param {object} extra
   */
  #ask(name, extra = {}) {
    return ask(name, { ...this.#place.question(), ...extra }, `${this.#place.slot} coach`);
  }

  /**
   * Wrong flags first, then the simplest, as a teacher would; cells to open before mines.
   * @type {(text: string, moves: Move[]) => void}
   */
  #tellCertain(text, moves) {
    const keyOf = (/** @type {Move} */ move) => (this.advice.isWrongFlag(move) ? 0 : 10) + effortOf(move);
    const simplest = moves.toSorted((one, other) => keyOf(one) - keyOf(other));
    this.#tell(text, cells(simplest), this.advice.titleOf(simplest[0]), simplest[0].reason);
  }

  /** @param {string} text */
  async #start(text) {
    const [move] = (await this.#ask("hint")).moves;
    if (move) this.#tell(text, [move.cell], phrase("coach.guess", { cell: move.cell }), move.reason);
  }

  /** @type {(text: string, found: Cell[], title: string, reason: string) => void} */
  #tell(text, found, title, reason) {
    const board = this.#place.board();
    if (String(board) !== text) return;
    this.choices = found.map((cell) => board.grid.index(...cell));
    this.#told = { title, text: sentence(reason) };
    if (!this.advice.shown) say(this.#place.message, this.#told);
    this.#place.show();
  }

  /**
   * A cell is pointed at. A proof stays while the pointer moves elsewhere, for example to the buttons that step through
   * it.
   * @param {number} index
   * @param {() => boolean} isWanted whether the cell is still pointed at
   * @param {boolean} isCertain whether the cell is already known to be certain
   */
  async point(index, isWanted, isCertain = false) {
    if (index < 0 || this.advice.isProving(index)) return;
    await pause(DWELL);
    if (!isWanted()) return;
    if (isCertain) return this.advice.explain(index, isWanted);
    const odds = await this.#oddsOf(index, false);
    if (!isWanted()) return;
    if (odds?.risk === 0 || odds?.risk === 1) return this.advice.explain(index, isWanted);
    this.#endProof();
    if (!odds) return;
    this.#tellOdds(index, odds);
    await pause(DWELL);
    const won = isWanted() ? await this.#oddsOf(index, true) : null;
    if (won && isWanted()) this.#tellOdds(index, won);
  }

  /** @type {(index: number, odds: import("../ask/answers.js").Odds) => void} */
  #tellOdds(index, odds) {
    const cell = this.#place.board().grid.cell(index);
    this.#place.info.textContent = phrase("coach.cell", { cell, ...listed(odds) });
  }

  /**
   * What the coach knows of a hidden cell; null if it has nothing to say, or if the board has changed since.
   * @param {number} index
   * @param {boolean} wins whether to play games to estimate how often it wins, which takes a moment
   */
  async #oddsOf(index, wins) {
    const { slot, board, question, isOpen } = this.#place;
    const text = String(board());
    const asked = question();
    if (!isCoached() || !isOpen() || asked.promise || board().faces[index] !== HIDDEN) return null;
    try {
      const odds = await ask("cell", { ...asked, cell: board().grid.cell(index), wins }, `${slot} cell`);
      return isOpen() && String(board()) === text ? odds : null;
    } catch {
      return null; // pointing at it again asks again, or a hint shows what is wrong
    }
  }

  #endProof() {
    if (!this.advice.endProof()) return;
    if (this.#told) say(this.#place.message, this.#told);
    else this.#place.report?.();
    this.#place.show();
  }
}

/**
 * How hard a move is to see: its grade, then the size of its proof; cells to open come before mines.
 * @param {Move} move
 */
function effortOf({ action, proof }) {
  const [grade, numbers] = proof ? [proof.grade, proof.numbers.length] : [6, 0];
  return (action === "open" ? 0 : 10) + grade + Math.min(numbers, 99) / 100;
}

/**
 * The first few distinct cells.
 * @param {{ cell: Cell }[]} found
 */
function cells(found) {
  const all = new Map(found.map(({ cell }) => [cell.join(), cell]));
  return [...all.values()].slice(0, CHOICES);
}

/** @type {(odds: import("../ask/answers.js").Odds) => import("../words/template.js").Values} */
function listed(odds) {
  const each = Object.entries(odds.numbers ?? {}).flatMap(([number, probability]) =>
    probability < RARE ? [] : [{ number, probability }],
  );
  return { risk: odds.risk, numbers: each.length ? each : null, win: winOf(odds) };
}

/**
 * How often a cell leads to a win; null if too few games were played to tell.
 * @param {{ win: number | null, margin: number }} odds
 */
const winOf = ({ win, margin }) => (margin > CLOSE ? null : win);
