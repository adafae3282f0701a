// Advice about a board: hints with their proof, why a cell is certain, and the table of guesses. A game and the editor
// give it in the same way, each in its own panel; what is asked is asked about the board as it is shown.

import { ApiError, Gone, Outdated, ask } from "./api.js";
import { phrase } from "./catalogue.js";
import { bringTogether, inform, say, saidIn } from "./dom.js";
import { showGuesses } from "./guesses.js";
import { messageOf, sentence } from "./words.js";

/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {import("./answers.js").Cell} Cell */
/** @typedef {import("./answers.js").Move} Move */
/** @typedef {import("./answers.js").Proof} Proof */

/**
 * @typedef {object} Place where advice is given
 * @property {HTMLElement} message
 * @property {HTMLElement} info the line under the board
 * @property {HTMLElement} guesses
 * @property {string} slot of the questions
 * @property {import("./view.js").BoardView} view
 * @property {() => import("./board.js").Board} board
 * @property {() => void} show
 */

/**
 * @typedef {object} Shown what the board shows of it
 * @property {number} [target]
 * @property {Set<number>} [lit]
 * @property {Set<number>} [faults]
 * @property {Move} [move]
 * @property {boolean} [isExplained] whether it is there because the cell is pointed at
 * @property {string} [said]
 */

const MOST_PROOFS = 500; // kept

/**
 * How the numbers lead to what a proof says; one step says no more than its sentence. What is assumed is indented.
 * @param {Proof} [proof]
 */
function stepsOf(proof) {
  const steps = proof?.steps ?? [];
  return steps.length < 2 ? [] : steps.map(({ sentence: text, depth }) => "→ ".repeat(depth) + sentence(text));
}

export class Advice {
  /** @type {Shown | null} */
  shown = null;
  isAsking = false;
  /** @type {string | null} */
  #saidOfGone = null;
  /** @type {Map<string, Promise<Proof>>} */
  #proofs = new Map();

  /** @param {Place} place */
  constructor(place) {
    this.place = place;
  }

  // The board has changed: what was said of it is over.
  clear() {
    this.shown = null;
    this.place.guesses.hidden = true;
  }

  // What it adds to a scene.
  scene() {
    const { target, lit, faults, move } = this.shown ?? {};
    /** @type {"safe" | "danger" | null} */
    const verdict = move?.certain ? (move.action === "flag" ? "danger" : "safe") : null;
    return { target, lit, faults, verdict };
  }

  /**
   * Null if there is no answer, or if the board has changed since.
   * @template {keyof Answers} Name
   * @param {Name} name
   * @param {object} extra
   */
  async ask(name, extra = {}) {
    const text = this.#text();
    this.isAsking = true;
    try {
      const answer = await ask(name, { board: { text }, ...extra }, this.place.slot);
      return this.#text() === text ? answer : null;
    } catch (error) {
      this.complain(error, phrase("advice.none"));
      return null;
    } finally {
      this.isAsking = false;
    }
  }

  #text() {
    return String(this.place.board());
  }

  /** @type {(cells: Cell[]) => Set<number>} */
  #indices(cells) {
    const { grid } = this.place.board();
    return new Set(cells.map((cell) => grid.index(...cell)));
  }

  /**
   * @param {unknown} error
   * @param {string} title
   */
  complain(error, title) {
    if (error instanceof Outdated) return;
    this.shown = { faults: this.#indices(error instanceof ApiError ? error.cells : []) };
    const said = say(this.place.message, { title, text: sentence(messageOf(error)), mood: "bad" });
    if (error instanceof Gone) this.#saidOfGone = said;
    this.place.show();
  }

  // What could not be answered without the server can be asked again.
  serverIsBack() {
    const { message } = this.place;
    if (this.#saidOfGone !== null && saidIn(message) === this.#saidOfGone)
      say(message, { title: phrase("advice.back"), text: phrase("advice.back.text") });
  }

  async hint() {
    const answer = await this.ask("hint");
    if (answer?.moves.length) this.showMove(answer.moves[0]);
  }

  /**
   * @param {Move} move
   * @param {string} more
   */
  showMove(move, more = "") {
    const { message, info, view } = this.place;
    const { cell, action } = move;
    const title = move.certain ? phrase("advice.move", { action, cell }) : phrase("advice.guess", { cell });
    const text = [sentence(move.reason), ...(more ? [more] : [])].join(" ");
    say(message, { title, text, steps: stepsOf(move.proof), mood: move.certain ? "good" : "" });
    this.#point({ move, lit: this.#indices(move.proof?.numbers ?? []), said: `${title}: ${text}` }, move.cell);
    inform(info, info.textContent ?? "", this.shown?.said);
    bringTogether(view.viewport, info);
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
    const answer = await this.ask("guesses", {});
    if (!answer) return;
    const { candidates } = answer;
    if (!candidates.length) return this.hint();
    const best = candidates.find(({ recommended }) => recommended) ?? candidates[0];
    const title = phrase("advice.best-guess", { cell: best.cell });
    say(this.place.message, { title, text: phrase("advice.best-guess.text") });
    showGuesses(this.place.guesses, candidates, ({ cell }) => this.#point({}, cell));
    this.#point({}, best.cell);
  }

  /**
   * Why a cell is certain; `isWanted` says whether that is still asked when the answer is there.
   * @param {number} index
   * @param {() => boolean} isWanted
   */
  async explain(index, isWanted) {
    const text = this.#text();
    const key = `${text}@${index}`;
    try {
      const proof = await this.#proof(key, text, this.place.board().grid.cell(index));
      if (!isWanted() || this.#text() !== text) return;
      this.shown = { target: index, lit: this.#indices(proof.numbers), isExplained: true };
      const { cell, is_mine, pattern } = proof;
      const named = pattern ? [phrase("advice.pattern", { pattern })] : [];
      const said = [sentence(proof.sentence), ...named].join(" ");
      const title = phrase("advice.proved", { cell, is_mine });
      say(this.place.message, { title, text: said, steps: stepsOf(proof), mood: "good" });
      this.place.show();
    } catch {
      this.#proofs.delete(key); // asked again when pointed at again
    }
  }

  /** @type {(key: string, text: string, cell: Cell) => Promise<Proof>} */
  #proof(key, text, cell) {
    if (this.#proofs.size > MOST_PROOFS) this.#proofs.clear();
    const proof = this.#proofs.get(key) ?? ask("explain", { board: { text }, cell });
    this.#proofs.set(key, proof);
    return proof;
  }
}
