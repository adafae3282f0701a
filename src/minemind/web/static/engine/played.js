// A game as it was played: where its mines come from, and its turns. Reading a game replays its turns. The rules are those
// of game/game.js; a turn that cannot be played is refused with the sentences of game.py.

import { Board, HIDDEN, NO_CELL } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { AnswerError, invalid } from "../game/errors.js";
import { Game } from "../game/game.js";
import { shownWhole } from "../game/quote.js";
import { cleared, dealt, dealtWithoutGuess } from "./dealing.js";
import { offBoard } from "./graph.js";
import { Layout } from "./layout.js";

/** @typedef {import("../ask/answers.js").SavedGame} SavedGame */
/** @typedef {import("../game/grid.js").Grid} Grid */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./dealing.js").Dealer} Dealer */
/** @typedef {import("./dealing.js").Rule} Rule */
/** @typedef {"open" | "flag" | "chord"} Action */
/** @typedef {{ cell: [row: number, col: number], action: Action, mines: number, seconds: number | null }} Click */

/**
 * @typedef {object} Origin where the mines come from
 * @property {Layout | null} given
 * @property {bigint | null} seed null if a given layout is played as it is
 * @property {Rule} rule
 * @property {Dealer | null} dealer how to deal a no-guess board; null for an ordinary one
 */

export class Played {
  /**
   * @param {Asking} asking
   * @param {Grid} grid
   * @param {number} mines
   * @param {number} perCell
   * @param {Origin} origin
   */
  constructor(asking, grid, mines, perCell, origin) {
    this.asking = asking;
    this.grid = grid;
    this.perCell = perCell;
    this.origin = origin;
    const { seed, given, rule } = origin;
    const faces = new Int32Array(grid.length).fill(HIDDEN);
    const lies = seed === null ? given : null;
    for (const index of lies?.revealed ?? []) faces[index] = lies?.numbers[index] ?? HIDDEN;
    const { rows, cols, topology, reach } = grid;
    const setup = {
      rows,
      cols,
      mines,
      topology,
      reach,
      perCell,
      firstClick: rule,
      seed: seed === null ? null : String(seed),
    };
    this.game = new Game(new Board(grid, { faces, mines, perCell }), setup, lies?.counts ?? null);
    this.game.opened = lies?.revealed.size ?? 0;
  }

  /**
   * A game on a given layout; the rule `any` plays it as it is.
   * @type {(asking: Asking, layout: Layout, rule?: Rule, seed?: bigint) => Played}
   */
  static on(asking, layout, rule = "any", seed = 0n) {
    if (layout.revealed.size && rule !== "any")
      throw invalid("if numbers start open, the first click must be any: moving mines would make the numbers wrong");
    const lies = rule === "any" || !layout.free; // without a free cell the game is already won: there is no first click
    const origin = { given: layout, seed: lies ? null : seed, rule, dealer: null };
    return new Played(asking, layout.grid, layout.mines, layout.perCell, origin);
  }

  get board() {
    return this.game.board;
  }

  get state() {
    return this.game.state;
  }

  // Where the mines are; null until the first open deals or moves them.
  get layout() {
    const { seed, given } = this.origin;
    if (seed === null) return given;
    return this.game.counts && new Layout(this.grid, this.game.counts, this.perCell);
  }

  /** @returns {Click[]} */
  get history() {
    return this.game.changes.map(({ turn: [action, row, col, mines], seconds }) => ({
      cell: [row, col],
      action,
      mines: mines ?? 0,
      seconds: seconds ?? null,
    }));
  }

  /**
   * Play a turn. Returns whether it had an effect, and how many cells it opened.
   * @param {{ cell: [row: number, col: number], action: Action, mines: number, seconds?: number | null }} turn
   */
  take({ cell, action, mines, seconds = null }) {
    const index = this.#playable(cell);
    const { game } = this;
    const face = game.faces[index];
    if (action === "flag" && face < 0 && face !== NO_CELL && (mines < 0 || mines > this.perCell))
      throw invalid(`the flag's mine count is ${shownWhole(mines)}; give a whole number from 0 to ${this.perCell}`);
    if (action === "open" && face === HIDDEN && game.needsMines) game.deal(this.#deal(index).counts, "");
    const before = game.opened;
    const isDone = action === "flag" ? game.flag(index, mines) : game[action](index);
    if (isDone) game.changes[game.changes.length - 1].seconds = seconds;
    return { isDone, opened: game.opened - before };
  }

  /**
   * The index of a cell; throws if it is off the board or the game is over.
   * @param {[row: number, col: number]} cell
   */
  #playable([row, col]) {
    const index = this.grid.index(row, col);
    if (!this.grid.exists(index)) throw new AnswerError({ kind: "OffBoard", message: offBoard(this.grid, row, col) });
    if (this.state === "playing") return index;
    throw new AnswerError({
      kind: "IllegalMove",
      message: this.game.changes.length
        ? phrase("game.ended", { state: this.state })
        : "the game is won before it starts: its layout has no safe cell to open",
    });
  }

  /** @param {number} first */
  #deal(first) {
    const { given, rule, dealer } = this.origin;
    const seed = this.origin.seed ?? 0n;
    if (given) return cleared(this.asking, given, first, rule, seed);
    const { grid, perCell } = this;
    const deal = { grid, mines: this.board.mines ?? 0, perCell, first, rule, seed };
    return dealer ? dealtWithoutGuess(this.asking, deal, dealer).layout : dealt(this.asking, deal);
  }

  /** @returns {SavedGame} */
  toJSON() {
    const { given, seed, rule, dealer } = this.origin;
    const { changes, undone } = this.game;
    const times = changes.map(({ seconds }) => seconds ?? null);
    return {
      minemind: 2,
      kind: "game",
      ...(given && { layout: { text: String(given) } }),
      ...(seed !== null && { seed: String(seed), first_click: rule }),
      ...(dealer && {
        no_guess: { way: dealer.way, budget: dealer.budget, ...(dealer.grades && { grade: dealer.grades }) },
      }),
      history: changes.map(({ turn }) => turn),
      ...(times.some((time) => time !== null) && { times }),
      undone: undone.map(({ turn }) => turn),
      board: { text: String(this.board) },
    };
  }
}
