// The coach: what it would do now. The best move and up to two others are marked on the board, with one sentence; and it
// tells of any hidden cell that is pointed at: its proof, or its risk, what it may show, and how often it leads to a win.

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

const RARE = 0.005; // what is less likely is not worth a word
const CHOICES = 3;
const EFFORT = { think: 25, games: 1500 }; // enough to order them at once; the table of guesses takes its time
const CLOSE = 0.03; // what is known less closely of the odds to win is not said
const DWELL = 120; // ms that a cell is pointed at before it is asked about

export const isCoached = () => isOn("coach");

export class Coach {
  /** @type {number[]} */
  choices = [];
  areGuesses = false; // or certain
  #isPending = false;
  /** @type {import("../page/dom.js").Message | null} */
  #told = null;

  /** @param {import("./advice.js").Advice} advice whose place is coached */
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

  // The board has changed: what was marked is over.
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
      if (!(error instanceof Outdated)) this.choices = []; // a hint says what is wrong
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
   * Wrong flags first, and then the simplest, as a teacher would; cells to open before mines.
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
   * A cell is pointed at. A proof stays while the pointer is on its way elsewhere, as to the buttons that walk through it.
   * @param {number} index
   * @param {() => boolean} isWanted whether it still is
   * @param {boolean} isCertain whether that is known already
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
   * What the coach knows of a hidden cell; null if it says nothing of it, or if the board has changed since.
   * @param {number} index
   * @param {boolean} wins whether games are played to know how often it wins, which takes a moment
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
      return null; // it is pointed at again, or a hint says what is wrong
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
 * How much a move takes to see: its grade, and among equals the numbers of its proof; what is to be opened comes first.
 * @param {Move} move
 */
function effortOf({ action, proof }) {
  const [grade, numbers] = proof ? [proof.grade, proof.numbers.length] : [6, 0];
  return (action === "open" ? 0 : 10) + grade + Math.min(numbers, 99) / 100;
}

/**
 * The first few different cells.
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
 * How often a cell leads to a win; null where too few games were played to say so.
 * @param {{ win: number | null, margin: number }} odds
 */
const winOf = ({ win, margin }) => (margin > CLOSE ? null : win);
