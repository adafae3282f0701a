// The review of the game that the history shows: requesting it, overlaying it on the turns of the game, and closing it.
// Each of its steps shows the position before a move, the move, and what would have been better.

import { findings } from "../advice/analysis.js";
import { claimed } from "../game/board.js";
import { phrase, renderer } from "../words/catalogue.js";
import { $, make } from "../page/dom.js";
import { Outdated, ask, cancel } from "../ask/engine.js";
import { ReviewPanel } from "./reviewpanel.js";
import { firstToSee, isRisk, markOf } from "./reviewed.js";
import { reviewOf } from "./reviews.js";
import { capital, messageOf, sentence } from "../game/words.js";

/** @typedef {import("../ask/answers.js").Review} Review */
/** @typedef {import("../ask/answers.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../ask/answers.js").SavedGame} SavedGame */
/** @typedef {import("../canvas/scene.js").Scene} Scene */

const BOARD = "review-board"; // the slot of questions about the position that is shown

export class Reviewing {
  /** @type {SavedGame | null} */
  #game = null; // whose review is open
  /** @type {Review | null} */
  review = null;
  /** @type {import("../advice/analysis.js").Findings | null} */
  #found = null;

  /** @param {import("./reviewpanel.js").Actions & { show: () => void }} actions */
  constructor(actions) {
    const target = make("div", { className: "group review", id: "review", hidden: true });
    $("history-message").after(target);
    this.panel = new ReviewPanel(target, actions);
    this.show = actions.show;
  }

  get isOpen() {
    return this.#game !== null;
  }

  // Whether the review has not arrived yet.
  get busy() {
    return this.isOpen && !this.review;
  }

  /**
   * Open the review of a game. Returns the move to look at first; null if there is no review or it is no longer wanted.
   * @param {SavedGame} game
   */
  async open(game) {
    this.close();
    this.#game = game;
    const onProgress = this.panel.wait();
    try {
      const review = await reviewOf(game, onProgress);
      if (this.#game !== game) return null;
      this.review = review;
      this.panel.show(review);
      return firstToSee(review);
    } catch (error) {
      if (this.#game === game && !(error instanceof Outdated)) this.panel.fail(sentence(messageOf(error)));
      return null;
    }
  }

  close() {
    if (this.busy) cancel("review");
    this.#game = this.review = this.#found = null;
    this.panel.close();
  }

  /** @param {number} at the number of moves made */
  #move(at) {
    return this.review?.moves[at];
  }

  /**
   * Show the position after `at` moves; if the next move was a risk, find out what was certain.
   * @type {(at: number, text: string, board: import("../game/board.js").Board) => Promise<void>}
   */
  async look(at, text, board) {
    const move = this.#move(at);
    this.panel.mark(at, this.#canRetry(at));
    this.#found = null;
    if (!move || !isRisk(move)) return cancel(BOARD);
    const { review } = this;
    try {
      const answer = await ask("analyse", { board: { text }, trust_flags: false }, BOARD);
      if (this.review !== review) return;
      this.#found = findings(board, answer, text);
      this.show();
    } catch {
      // Only the move is shown: the position is too hard, or another one is being looked at.
    }
  }

  // Before the first open there are no mines yet, and after the end there is nothing to try.
  /** @param {number} at */
  #canRetry(at) {
    const turns = this.#game?.history ?? [];
    return (
      at < turns.length && (Boolean(this.#game?.layout) || turns.slice(0, at).some(([action]) => action === "open"))
    );
  }

  /**
   * The scene of a position, with what the review adds to it.
   * @type {(scene: Scene, at: number, counts: Int32Array | null) => Scene}
   */
  scene(scene, at, counts) {
    const move = this.#move(at);
    if (!move) return scene;
    const { grid } = scene.board;
    const target = grid.index(...move.cell);
    const found = this.#found?.text === String(scene.board) ? this.#found : null;
    const best = isRisk(move) && move.best && !move.certain ? new Set([grid.index(...move.best)]) : null;
    const known = found && {
      risk: found.risk,
      safe: found.safe,
      certainMines: found.mines,
      outside: found.outside,
      outsideLabel: found.outsideLabel,
    };
    return { ...scene, target, lit: best, ...known, ...this.#exploded(scene, at, counts) };
  }

  /**
   * The mines that the last move of a lost game opened; all others stay hidden.
   * @type {(scene: Scene, at: number, counts: Int32Array | null) => Partial<Scene>}
   */
  #exploded({ board }, at, counts) {
    const move = this.#move(at);
    if (!move || !counts || this.review?.end !== "lost" || at + 1 < this.review.moves.length) return {};
    const { grid, faces } = board;
    const cell = grid.index(...move.cell);
    const opened = move.action === "chord" ? grid.around(cell).filter((index) => claimed(faces[index]) === 0) : [cell];
    const exploded = new Set(opened.filter((index) => counts[index] > 0));
    return { exploded, mines: counts.map((count, index) => (exploded.has(index) ? count : claimed(faces[index]))) };
  }

  /**
   * The message for the position after `at` moves.
   * @param {number} at
   * @returns {import("../page/dom.js").Message}
   */
  message(at) {
    const move = this.#move(at);
    const count = this.review?.moves.length ?? 0;
    if (!move) return { title: phrase("review.end", { result: this.review?.end }) };
    const isUnlucky = this.review && markOf(this.review, move) === "unlucky";
    const kind = isUnlucky ? phrase("review.unlucky") : capital(phrase("review.kind", { kind: move.kind }));
    return { title: phrase("review.step", { kind, place: at + 1, count }), ...said(move) };
  }
}

/**
 * @param {ReviewedMove} move
 * @returns {import("../page/dom.js").Message}
 */
function said(move) {
  const { action, cell, risk, certain, kind, best, best_risk, before, after, cost } = move;
  if (!isRisk(move)) return { text: sentence(risk ? move.sentence : phrase("history.turn.name", { action, cell })) };
  const { figures } = renderer();
  const text = phrase("review.step.text", {
    count: certain || null,
    risk,
    alternative: kind === "bad guess" ? "guess" : null,
    best,
    best_risk,
    before: before && figures.known(before),
    after: after && figures.known(after),
    cost: cost ? figures.fixed(Math.round(1000 * cost), 1) : null,
  });
  return { text: sentence(text), mood: kind === "forced guess" ? "" : "bad" };
}
