// A game: a layout, a board and the rules that connect them. The same as minemind/game.py; a test plays both. The mines
// are passed in with `deal` once the first cell to be opened is known. Each turn keeps what it changed, so that it can
// be undone.

import { Board, HIDDEN, claimed, flagFace, isFlag } from "./board.js";
import { phrase } from "../words/catalogue.js";
import { gridOf } from "./grid.js";
import { layoutText } from "./layout.js";

/** @typedef {import("../ask/answers.js").Turn} Turn */
/** @typedef {"open" | "flag" | "chord"} Action */

/**
 * @typedef {object} Setup how a game is set up
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {string} topology
 * @property {number} reach
 * @property {import("./grid.js").Cell[]} [holes]
 * @property {number} perCell
 * @property {"opening" | "safe" | "any"} firstClick
 * @property {string | null} seed null if it is not drawn yet, or if the layout is given
 * @property {import("../ask/answers.js").NoGuess | null} [noGuess] how to deal a no-guess board
 * @property {string} [mode] under which statistics count it; by default it follows from the rest
 * @property {string | null} [layout] a given one, whose mines are moved out of the way of the first click
 */

/**
 * @typedef {object} Change what a turn did: the cells whose faces it changed, and these faces before and after
 * @property {Turn} turn
 * @property {number[]} cells
 * @property {number} before
 * @property {number[]} after
 * @property {number[]} exploded
 * @property {Int32Array | null} dealt the mines, if it was the first to open a cell
 * @property {number | null} [seconds] when it was played; null if unknown
 */

/** @type {Pick<Setup, "topology" | "reach" | "perCell" | "firstClick" | "seed">} */
export const USUAL = { topology: "square", reach: 1, perCell: 1, firstClick: "opening", seed: null };

export class Game {
  /** @type {Int32Array | null} */
  #waiting = null; // dealt but not yet laid

  /**
   * @param {Board} board
   * @param {Setup} setup
   * @param {Int32Array | null} counts a given layout; null: dealt when a cell is opened
   */
  constructor(board, setup, counts = null) {
    this.board = board;
    this.setup = setup;
    this.grid = board.grid;
    this.faces = board.faces;
    this.given = counts !== null;
    /** @type {Change[]} */
    this.changes = [];
    /** @type {Change[]} */
    this.undone = [];
    this.opened = 0;
    /** @type {Int32Array | null} */
    this.counts = null;
    this.free = -1;
    /** @type {(() => number) | null} */
    this.clock = null; // the seconds since the first opened cell
    this.#lay(counts);
  }

  /** @param {Int32Array | null} counts */
  #lay(counts) {
    this.counts = counts;
    this.free = counts ? counts.reduce((sum, count, i) => sum + Number(count === 0 && this.grid.exists(i)), 0) : -1;
  }

  /**
   * @param {Int32Array} counts
   * @param {string} seed
   */
  deal(counts, seed) {
    this.setup = { ...this.setup, seed };
    this.#waiting = counts;
  }

  /**
   * Replace the mines by others that agree with all open cells; from now on the layout counts as given.
   * @param {Int32Array} counts
   */
  redeal(counts) {
    this.given = true;
    this.setup = { ...this.setup, seed: null, firstClick: /** @type {const} */ ("any"), noGuess: null, layout: null };
    this.changes.forEach((change) => (change.dealt = null));
    this.undone = [];
    this.#lay(counts);
  }

  get needsMines() {
    return this.counts === null;
  }

  // The mines, even if all turns that opened a cell were undone; null if there never was such a turn.
  get allMines() {
    return this.counts ?? this.undone.find((change) => change.dealt)?.dealt ?? null;
  }

  /** @returns {"playing" | "won" | "lost"} */
  get state() {
    if (this.exploded.length) return "lost";
    return this.counts && this.opened === this.free ? "won" : "playing";
  }

  get exploded() {
    return this.changes.at(-1)?.exploded ?? [];
  }

  get minesLeft() {
    return (this.board.mines ?? 0) - this.board.flags();
  }

  get history() {
    return this.changes.map((change) => change.turn);
  }

  // When each turn of the history was played; null unless all of these times are known.
  get times() {
    const times = this.changes.flatMap(({ seconds }) => seconds ?? []);
    return times.length && times.length === this.changes.length ? times : null;
  }

  /**
   * The mines around a cell.
   * @param {number} index
   */
  number(index) {
    return this.grid.around(index).reduce((sum, other) => sum + (this.counts?.[other] ?? 0), 0);
  }

  /**
   * Open a hidden cell, and the neighbours of every zero. Every action returns whether it had an effect.
   * @param {number} index
   */
  open(index) {
    if (this.state !== "playing" || this.faces[index] !== HIDDEN) return false;
    return this.#uncover(["open", ...this.grid.cell(index)], [index]);
  }

  /**
   * Open the unflagged neighbours of a number whose flags match it.
   * @param {number} index
   */
  chord(index) {
    const hidden = this.chordable(index);
    if (this.state !== "playing" || !hidden.length) return false;
    return this.#uncover(["chord", ...this.grid.cell(index)], hidden);
  }

  /** @param {number} index */
  chordable(index) {
    const around = this.grid.around(index);
    const flags = around.reduce((sum, other) => sum + claimed(this.faces[other]), 0);
    return this.faces[index] >= 0 && flags === this.faces[index] ? around.filter((i) => this.faces[i] === HIDDEN) : [];
  }

  /**
   * Flag a hidden cell, or remove its flag; with several mines per cell the flag cycles through 1, 2, … and none.
   * @param {number} index
   * @param {number | null} mines
   */
  flag(index, mines = null) {
    const face = this.faces[index];
    if (this.state !== "playing" || !(face === HIDDEN || isFlag(face))) return false;
    const { perCell } = this.board;
    const claim = mines ?? (claimed(face) + 1) % (perCell + 1);
    if (!(claim >= 0 && claim <= perCell)) throw new Error(phrase("message.bad-game"));
    if (flagFace(claim) === face) return false;
    /** @type {Turn} */
    const turn = ["flag", ...this.grid.cell(index), claim];
    return this.#goOn({ turn, cells: [index], before: face, after: [flagFace(claim)], exploded: [], dealt: null }, []);
  }

  /** @param {Turn} turn */
  take([action, row, col, mines]) {
    if (!["open", "flag", "chord"].includes(action)) throw new Error(phrase("message.bad-game"));
    const index = this.grid.index(row, col);
    return action === "flag" ? this.flag(index, mines ?? null) : this[action](index);
  }

  undo() {
    const change = this.changes.pop();
    if (!change) return false;
    for (const cell of change.cells) this.faces[cell] = change.before;
    this.opened -= openedBy(change);
    if (change.dealt) this.#lay(null);
    this.undone.unshift(change);
    return true;
  }

  redo() {
    const [change, ...undone] = this.undone;
    return change ? this.#goOn(change, undone) : false;
  }

  // Whether the game can be played again with the same mines, here and elsewhere: not before its seed is drawn.
  get isNamed() {
    return this.given || this.setup.seed !== null;
  }

  // The game before its first turn. A dealt one is dealt again from its seed when a cell is opened.
  restarted() {
    const board = new Board(this.grid, { mines: this.board.mines, perCell: this.board.perCell });
    return new Game(board, this.setup, this.given ? this.counts : null);
  }

  /** @returns {import("../ask/answers.js").SavedGame} */
  toJSON() {
    const { seed, firstClick, noGuess, layout } = this.setup;
    const dealt = { seed: String(seed ?? 0), first_click: firstClick, ...(noGuess && { no_guess: noGuess }) };
    const setup =
      this.given && this.counts
        ? { layout: { text: layoutText(this.board, this.counts) } }
        : { ...(layout && { layout: { text: layout } }), ...dealt };
    const { history, times } = this;
    const undone = this.undone.map((change) => change.turn);
    const turns = { history, ...(times && { times }), undone };
    return { minemind: 2, kind: "game", ...setup, ...turns, board: { text: String(this.board) } };
  }

  /**
   * @param {Turn} turn
   * @param {number[]} hidden
   */
  #uncover(turn, hidden) {
    const isFirst = this.counts === null;
    if (isFirst) this.#lay(this.#waiting);
    const { counts } = this;
    if (!counts) throw new Error("The mines of this game have not been dealt yet.");
    const exploded = hidden.filter((index) => counts[index] > 0);
    const cells = this.#flood(hidden.filter((index) => counts[index] === 0));
    const after = cells.map((index) => this.number(index));
    return this.#goOn({ turn, cells, before: HIDDEN, after, exploded, dealt: isFirst ? counts : null }, []);
  }

  /**
   * All cells that open if these free cells are opened; flagged cells stop the flood.
   * @param {number[]} start
   */
  #flood(start) {
    const seen = new Set(start);
    for (const index of seen) {
      if (this.number(index) > 0) continue;
      for (const other of this.grid.around(index)) if (this.faces[other] === HIDDEN) seen.add(other);
    }
    return [...seen];
  }

  /**
   * @param {Change} change
   * @param {Change[]} undone
   */
  #goOn(change, undone) {
    change.cells.forEach((cell, i) => (this.faces[cell] = change.after[i]));
    if (change.dealt) this.#lay(change.dealt);
    this.opened += openedBy(change);
    change.seconds ??= this.clock && Math.round(1000 * this.clock()) / 1000;
    this.changes.push(change);
    this.undone = undone;
    return true;
  }
}

/** @param {Change} change */
const openedBy = (change) => (change.turn[0] === "flag" ? 0 : change.cells.length);

/**
 * @param {Setup} setup
 * @param {{ counts: Int32Array, grid: import("./grid.js").Grid } | null} given a layout
 */
export function newGame(setup, given = null) {
  const { perCell, mines } = setup;
  const board = new Board(given?.grid ?? gridOf(setup), { mines, perCell });
  return new Game(board, setup, given?.counts ?? null);
}
