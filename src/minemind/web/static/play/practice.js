// Practice: positions of one kind, one after the other. A click answers "safe", a flag "mine", and in 50/50 positions a
// button "nothing is certain"; then the proof is shown. The score lasts as long as the page.

import { phrase } from "../words/catalogue.js";
import { $, make, say } from "../page/dom.js";
import { Outdated, ask } from "../ask/engine.js";
import { messageOf, sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("../ask/answers.js").Proof} Proof */
/** @typedef {import("./modes.js").Mode} Mode */

/** Techniques by their names in proofs, and two kinds of positions. */
export const PRACTICE = /** @type {const} */ ([
  "single",
  "subset",
  "overlap",
  "sum",
  "mine-count",
  "contradiction",
  "endgame",
  "fifty-fifty",
]);
/** @typedef {(typeof PRACTICE)[number]} PracticeKind */

export class Practice {
  #pending = 0; // searches for positions, and answers being judged
  #isAnswered = false;
  #right = 0;
  #asked = 0;

  /** @param {import("./modes.js").Modes} modes */
  constructor(modes) {
    this.modes = modes;
  }

  get isBusy() {
    return this.#pending > 0;
  }

  get #kind() {
    return this.modes.mode.practice ?? "single";
  }

  get #message() {
    return $("play-message");
  }

  /**
   * The next position. If another game begins meanwhile, that one is played instead.
   * @param {Mode} mode
   */
  async next(mode) {
    const { play } = this.modes;
    this.#pending++;
    say(this.#message, { title: phrase("practice.searching") });
    try {
      const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
      const { game } = await ask("practise", { kind: mode.practice, seed }, "practice");
      await play.resume(game, null, { mode });
    } catch (error) {
      if (!(error instanceof Outdated))
        say(this.#message, { title: phrase("practice.none"), text: sentence(messageOf(error)), mood: "bad" });
    } finally {
      this.#pending--;
    }
  }

  // The position is on the board: ask the question.
  show() {
    this.#isAnswered = false;
    const kind = this.#kind;
    this.#showBar();
    say(this.#message, {
      title: phrase(`practice.${kind}`),
      text: phrase(`practice.${kind === "fifty-fifty" ? "is-it" : "find"}`),
    });
  }

  #showBar() {
    const { bar } = this.modes;
    const act = (
      /** @type {import("../words/catalogue.js").Key} */ key,
      /** @type {string} */ id,
      /** @type {() => unknown} */ work,
    ) => {
      const made = make("button", { type: "button", id, text: phrase(key) });
      made.addEventListener("click", () => void work());
      return made;
    };
    const score = make("span", {
      id: "practice-score",
      text: phrase("practice.score", { right: this.#right, count: this.#asked }),
    });
    const claim = act("practice.nothing", "practice-nothing", () => this.answer("none", -1));
    const solution = act("practice.solution", "practice-solution", () => this.answer("give up", -1));
    const next = act("practice.next", "practice-next", () => this.modes.next());
    const asks = this.#isAnswered ? [] : [...(this.#kind === "fifty-fifty" ? [claim] : []), solution];
    bar.replaceChildren(score, ...asks, next);
  }

  /**
   * Judge an answer: a cell that is opened or flagged, "nothing is certain", or giving up.
   * @type {(answer: import("../game/game.js").Action | "none" | "give up", index: number) => Promise<void>}
   */
  async answer(answer, index) {
    const { game } = this.modes.play;
    if (this.isBusy || this.#isAnswered || answer === "chord" || (index >= 0 && game.faces[index] >= 0)) return;
    this.#pending++;
    try {
      const board = { text: String(game.board) };
      const found = await ask("analyse", { board }, "practice");
      const isThere = (/** @type {Cell[]} */ cells) => cells.some((cell) => game.grid.index(...cell) === index);
      const isRight =
        answer === "none" ? !found.safe.length : isThere(answer === "flag" ? found.certain_mines : found.safe);
      this.#asked++;
      this.#right += Number(isRight);
      this.#isAnswered = true;
      const cell = index < 0 ? null : game.grid.cell(index);
      const risk = cell && (found.probability[cell[0]][cell[1]] ?? 1);
      const title = isRight ? phrase("practice.right") : phrase("practice.wrong", { answer, cell, risk });
      const mood = isRight ? "good" : answer === "give up" ? "" : "bad";
      await this.#explain({ title, mood }, isRight ? cell : null, found.safe);
    } catch (error) {
      this.modes.play.assist.complain(error, phrase("play.no-analysis"));
    } finally {
      this.#pending--;
      if (this.modes.play.game === game) this.#showBar();
    }
  }

  /**
   * Say whether the answer is right, and why: with its proof if it is, otherwise with that of the easiest move.
   * @type {(verdict: import("../page/dom.js").Message, cell: Cell | null, safe: Cell[]) => Promise<void>}
   */
  async #explain(verdict, cell, safe) {
    const { play } = this.modes;
    const board = { text: String(play.game.board) };
    const proof = cell
      ? await ask("explain", { board, cell }, "practice")
      : safe.length
        ? (await ask("hint", { board }, "practice")).moves[0].proof
        : null;
    const steps =
      (proof?.steps.length ?? 0) > 1
        ? proof?.steps.map((step) => "→ ".repeat(step.depth) + sentence(step.sentence))
        : [];
    const text = proof ? sentence(proof.sentence) : phrase("practice.guess");
    if (proof) play.assist.advice.shown = this.#shown(proof);
    play.assist.advice.walk.begin(proof ?? undefined);
    play.show();
    say(this.#message, { ...verdict, text, steps });
  }

  /**
   * @param {Proof} proof
   * @returns {import("../advice/advice.js").Shown}
   */
  #shown(proof) {
    const { cell, is_mine, sentence: reason } = proof;
    const { game, assist } = this.modes.play;
    /** @type {import("../ask/answers.js").Move} */
    const move = { cell, action: is_mine ? "flag" : "open", mines: Number(is_mine), certain: true, reason };
    return { target: game.grid.index(...cell), ...assist.advice.litBy(proof), move, said: true };
  }
}
