// Advice about a board: hints with their proofs, why a cell is certain, and the table of guesses. Play and the editor
// both use it, each with its own panel; every question is about the board as it is shown.

import { isFlag } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { bringTogether, inform, say } from "../page/dom.js";
import { Outdated, ask } from "../ask/engine.js";
import { AnswerError } from "../game/errors.js";
import { choose, setting } from "../page/settings.js";
import { whileWaiting } from "../page/waiting.js";
import { Walk } from "./walk.js";
import { messageOf, sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Answers} Answers */
/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("../ask/answers.js").Move} Move */
/** @typedef {import("../ask/answers.js").Proof} Proof */

/**
 * @typedef {{ board: { text: string }, trust_flags?: "proven", promise?: string | null }} Question the board, whether only
 *   proven flags are believed, and what the first click, if it is still to come, is promised to do
 */

/**
 * @typedef {object} Place where advice is given
 * @property {HTMLElement} message
 * @property {HTMLElement} info the line under the board
 * @property {HTMLElement} guesses
 * @property {string} slot of the questions
 * @property {import("../canvas/view.js").BoardView} view
 * @property {() => import("../game/board.js").Board} board
 * @property {() => Question} question what is asked about
 * @property {() => void} show
 * @property {() => boolean} isOpen whether there is anything to advise about
 * @property {() => void} [report] say what is said where no proof is
 */

/**
 * @typedef {object} Shown what the board shows of the advice
 * @property {number} [target]
 * @property {Set<number>} [lit]
 * @property {Set<number>} [faults]
 * @property {Set<number>} [area] where to look
 * @property {Move} [move]
 * @property {boolean} [countsMines] whether the mine count is part of the proof
 * @property {boolean} [isExplained] whether it is a proof shown because the cell is pointed at
 * @property {boolean} [said] whether the message was set with it
 */

const MOST_PROOFS = 500; // kept at most

/** @typedef {{ asked: string, move: Move, level: number }} Hinted the hint given, and how much of it has been revealed */

const AROUND = 2; // cells: a nudge highlights everything within this distance
const CLOSE = 0.005; // a smaller difference in risk means nothing to a player

/**
 * How the numbers lead to the conclusion of a proof; empty for a single step, which its sentence already states. Steps
 * under an assumption are indented.
 * @param {Proof} [proof]
 */
function stepsOf(proof) {
  const steps = proof?.steps ?? [];
  return steps.length < 2 ? [] : steps.map(({ sentence: text, depth }) => "→ ".repeat(depth) + sentence(text));
}

/**
 * Why a move is good. The other candidates are in the table of guesses; only those that look safer are named, with why
 * they are worse.
 * @param {Move} move
 */
function reasonsOf(move) {
  if (move.certain) return [sentence(move.reason)];
  const { probability: risk = 1, win = null, next = null, progress = null, partner = null, runners_up = [] } = move;
  const odds = phrase("guess", { risk, method: "exact", win, partner, next, progress, runners_up: null });
  return [
    sentence(odds),
    ...saferThan(
      risk,
      runners_up.map(({ cell, probability }) => ({ cell, risk: probability })),
    ),
  ];
}

/**
 * Why cells with less risk are not the better guess.
 * @type {(risk: number, others: { cell: Cell, risk: number }[]) => string[]}
 */
export function saferThan(risk, others) {
  const safer = others.filter((other) => other.risk < risk - CLOSE);
  return safer.length ? [phrase("advice.safer", { safer: safer.slice(0, 2) })] : [];
}

export class Advice {
  /** @type {Shown | null} */
  shown = null;
  isAsking = false;
  /** @type {Map<string, Promise<Proof>>} */
  #proofs = new Map();
  /** @type {Hinted | null} */
  #hinted = null;

  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    this.walk = new Walk(place.info, () => this.#walked());
  }

  // The board has changed: the advice is out of date.
  clear() {
    this.shown = null;
    this.place.guesses.hidden = true;
    this.walk.begin(undefined);
  }

  /**
   * Whether this cell's proof is shown because the cell is pointed at.
   * @param {number} index
   */
  isProving(index) {
    return Boolean(this.shown?.isExplained) && this.shown?.target === index;
  }

  // Another cell is pointed at. Returns whether there was a proof to remove.
  endProof() {
    if (!this.shown?.isExplained) return false;
    this.shown = null;
    this.walk.begin(undefined);
    return true;
  }

  // Whether the proof that is shown uses the mine count.
  get countsMines() {
    return Boolean(this.shown?.countsMines);
  }

  // What the advice adds to a scene.
  scene() {
    const { target, faults, move, area } = this.shown ?? {};
    const step = this.walk.now;
    const lit = step ? this.#indices(step.numbers) : this.shown?.lit;
    const told = step ? this.#indices(step.cells) : null;
    /** @type {"safe" | "danger" | null} */
    const verdict = move?.certain ? (move.action === "flag" ? "danger" : "safe") : null;
    return { target, lit, told, faults, area, verdict };
  }

  /**
   * The answer, or null if there is none or the board has changed since.
   * @template {keyof Answers} Name
   * @param {Name} name
   * @param {object} extra
   */
  async ask(name, extra = {}) {
    const asked = this.#asked();
    this.isAsking = true;
    const thinking = whileWaiting((share) => (this.place.info.textContent = phrase("engine.thinking", { share })));
    try {
      const answer = await ask(name, { ...this.place.question(), ...extra }, this.place.slot, thinking.progress);
      return this.#asked() === asked ? answer : null;
    } catch (error) {
      if (this.#asked() === asked) this.complain(error, phrase("advice.none"));
      return null;
    } finally {
      this.isAsking = false;
      thinking.end();
    }
  }

  // Everything an answer depends on: if this has changed by the time it arrives, the answer is dropped.
  #asked() {
    return JSON.stringify(this.place.question());
  }

  /** @type {(cells: Cell[]) => Set<number>} */
  #indices(cells) {
    const { grid } = this.place.board();
    return new Set(cells.map((cell) => grid.index(...cell)));
  }

  /**
   * What lights up with a proof: its numbers. There may be none if the mine count alone is enough.
   * @param {Proof} [proof]
   */
  litBy(proof) {
    return { lit: this.#indices(proof?.numbers ?? []), countsMines: Boolean(proof?.uses_mine_count) };
  }

  /**
   * @param {unknown} error
   * @param {string} title
   */
  complain(error, title) {
    if (error instanceof Outdated) return;
    this.shown = { faults: this.#indices(error instanceof AnswerError ? error.cells : []) };
    say(this.place.message, { title, text: sentence(messageOf(error)), mood: "bad" });
    this.place.show();
  }

  // First where to look, then which numbers to look at, then the move; or the move at once, if the player prefers that.
  async hint() {
    const asked = this.#asked();
    if (this.#hinted?.asked !== asked) this.#hinted = null;
    const move = this.#hinted?.move ?? (await this.ask("hint"))?.moves[0];
    if (!move || this.#asked() !== asked) return;
    const level = (this.#hinted?.level ?? 0) + 1;
    this.#hinted = { asked, move, level };
    if (setting("hints") === "at once" || level > this.#stepsTo(move)) return this.showMove(move);
    if (level === 1) this.#nudge(move);
    else if (move.proof) this.#giveIdea(move.proof);
  }

  /**
   * How many partial hints come before the move: none if the cell is flagged or there is no proof.
   * @param {Move} move
   */
  #stepsTo({ cell, certain, proof }) {
    if (!certain) return 1;
    return proof && !this.#isFlagged(cell) ? 2 : 0;
  }

  /** @param {Move} move */
  #nudge({ cell: [row, col], certain, proof }) {
    if (!certain) return void say(this.place.message, { title: phrase("hint.guess"), text: phrase("hint.more") });
    const { grid } = this.place.board();
    /** @type {Set<number>} */
    const area = new Set();
    for (let r = Math.max(0, row - AROUND); r <= Math.min(grid.rows - 1, row + AROUND); r++)
      for (let c = Math.max(0, col - AROUND); c <= Math.min(grid.cols - 1, col + AROUND); c++)
        if (grid.exists(grid.index(r, c))) area.add(grid.index(r, c));
    const title = phrase("hint.nudge", { technique: proof?.technique ?? "single" });
    this.#showPart({ area }, [row, col], title);
  }

  /** @param {Proof} proof */
  #giveIdea({ numbers, cell, uses_mine_count }) {
    const text = { numbers: numbers.length ? numbers : null, mines: uses_mine_count || null };
    const shown = { lit: this.#indices(numbers), countsMines: uses_mine_count };
    this.#showPart(shown, numbers[0] ?? cell, phrase("hint.idea", text));
  }

  /** @type {(shown: Shown, cell: Cell, title: string) => void} */
  #showPart(shown, cell, title) {
    say(this.place.message, { title, text: phrase("hint.more") });
    this.shown = { ...shown, said: true };
    this.place.view.reveal(this.place.board().grid.index(...cell));
    this.place.show();
    inform(this.place.info, "", { matters: true });
  }

  // The walk has moved to another step of the proof.
  #walked() {
    const { now, place } = this.walk;
    this.place.show();
    if (now) this.place.info.textContent = phrase("walk.step", { place: place + 1, step: sentence(now.sentence) });
  }

  /**
   * @param {Move} move
   * @param {string} more
   */
  showMove(move, more = "") {
    const { message, info, view } = this.place;
    const title = move.certain ? this.titleOf(move) : phrase("advice.guess", { cell: move.cell });
    const text = [...reasonsOf(move), ...this.flaggedAt(move), ...(more ? [more] : [])].join(" ");
    say(message, { title, text, steps: stepsOf(move.proof), mood: move.certain ? "good" : "" });
    this.walk.begin(move.proof);
    this.#point({ move, ...this.litBy(move.proof), said: true }, move.cell);
    inform(info, info.textContent ?? "", { matters: true });
    bringTogether(view.viewport, info);
  }

  /** @param {Cell} cell */
  #isFlagged(cell) {
    const { grid, faces } = this.place.board();
    return isFlag(faces[grid.index(...cell)]);
  }

  /**
   * Whether the player has flagged a cell that is certainly safe.
   * @param {Move} move
   */
  isWrongFlag({ cell, certain, action }) {
    // Before a promised first click no mine is dealt, so no flag is wrong yet. Checked last: question() serialises the
    // whole board.
    return certain && action === "open" && this.#isFlagged(cell) && !this.place.question().promise;
  }

  /** @param {Move} move */
  titleOf(move) {
    const action = this.isWrongFlag(move) ? "unflag" : move.action;
    return phrase("advice.move", { action, cell: move.cell });
  }

  /**
   * A warning if the cell to be guessed is flagged.
   * @param {{ cell: Cell, certain?: boolean }} guess
   */
  flaggedAt({ cell, certain = false }) {
    return !certain && this.#isFlagged(cell) ? [phrase("advice.flagged")] : [];
  }

  /**
   * @param {Shown} shown
   * @param {Cell} cell
   */
  #point(shown, cell) {
    const target = this.place.board().grid.index(...cell);
    this.shown = { ...shown, target };
    this.place.view.reveal(target);
    this.place.show();
  }

  // The best guess with a table of the others, or a hint where none is needed.
  async guess() {
    const asked = this.#asked();
    const [answer, table] = await Promise.all([this.ask("guesses"), import("./guesses.js").catch(() => null)]);
    if (!answer || this.#asked() !== asked) return;
    const { candidates } = answer;
    if (!candidates.length) return this.hint();
    const best = candidates.find(({ recommended }) => recommended) ?? candidates[0];
    const title = phrase("advice.best-guess", { cell: best.cell });
    say(this.place.message, { title, text: [phrase("advice.best-guess.text"), ...this.flaggedAt(best)].join(" ") });
    table?.showGuesses(this.place.guesses, candidates, ({ cell }) => this.#point({}, cell));
    choose("drawer", "open"); // the table is in it
    this.place.guesses.scrollIntoView({ block: "nearest" });
    this.#point({}, best.cell);
  }

  /**
   * Why a cell is certain; `isWanted` tells whether the answer is still wanted when it arrives.
   * @param {number} index
   * @param {() => boolean} isWanted
   */
  async explain(index, isWanted) {
    const asked = this.#asked();
    const key = `${asked}@${index}`;
    try {
      const proof = await this.#proof(key, this.place.board().grid.cell(index));
      if (!isWanted() || this.#asked() !== asked) return;
      this.shown = { target: index, ...this.litBy(proof), isExplained: true };
      this.walk.begin(proof);
      const { cell, is_mine, pattern } = proof;
      const named = pattern ? [phrase("advice.pattern", { pattern })] : [];
      const said = [sentence(proof.sentence), ...named].join(" ");
      const title = phrase("advice.proved", { cell, is_mine });
      say(this.place.message, { title, text: said, steps: stepsOf(proof), mood: "good" });
      this.place.show();
    } catch {
      this.#proofs.delete(key); // so that pointing at the cell again asks again
    }
  }

  /** @type {(key: string, cell: Cell) => Promise<Proof>} */
  #proof(key, cell) {
    if (this.#proofs.size > MOST_PROOFS) this.#proofs.clear();
    const proof = this.#proofs.get(key) ?? ask("explain", { ...this.place.question(), cell }, `${this.place.slot} why`);
    this.#proofs.set(key, proof);
    return proof;
  }
}
