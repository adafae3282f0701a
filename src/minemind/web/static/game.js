// A game: a layout, a board and the rules that connect them, as minemind/game.py has them. The mines come from outside,
// by `deal`, once the first cell to be opened is known; what a turn changed is kept, so that it can be taken back.

import { Board, HIDDEN, claimed, flagFace, isFlag, layoutText } from "./board.js";

export class Game {
  // setup: rows, cols, mines, topology, reach, perCell, firstClick and seed (null: not drawn yet, or a given layout).
  constructor(board, setup, counts = null) {
    Object.assign(this, { board, setup, grid: board.grid, given: counts !== null });
    this.faces = board.faces;
    this.changes = [];
    this.undone = [];
    this.opened = 0;
    this.#lay(counts);
  }

  #lay(counts) {
    this.counts = counts;
    this.free = counts ? counts.reduce((sum, count, i) => sum + (count === 0 && this.grid.exists(i)), 0) : -1;
  }

  deal(counts, seed) {
    this.setup = { ...this.setup, seed };
    this.pendingCounts = counts;
  }

  get needsMines() {
    return this.counts === null;
  }

  get state() {
    if (this.exploded.length) return "lost";
    return this.counts && this.opened === this.free ? "won" : "playing";
  }

  get exploded() {
    return this.changes.at(-1)?.exploded ?? [];
  }

  get minesLeft() {
    return this.board.mines - this.board.flags();
  }

  get history() {
    return this.changes.map((change) => change.turn);
  }

  number(index) {
    return this.grid.around(index).reduce((sum, other) => sum + this.counts[other], 0);
  }

  // Open a hidden cell, and from zeros on all around. Every action says whether it did anything.
  open(index) {
    if (this.state !== "playing" || this.faces[index] !== HIDDEN) return false;
    return this.#uncover(["open", ...this.grid.cell(index)], [index]);
  }

  // Open the unflagged neighbours of a number whose flags match it.
  chord(index) {
    const hidden = this.chordable(index);
    if (this.state !== "playing" || !hidden.length) return false;
    return this.#uncover(["chord", ...this.grid.cell(index)], hidden);
  }

  chordable(index) {
    const around = this.grid.around(index);
    const flags = around.reduce((sum, other) => sum + claimed(this.faces[other]), 0);
    return this.faces[index] >= 0 && flags === this.faces[index] ? around.filter((i) => this.faces[i] === HIDDEN) : [];
  }

  // Flag a hidden cell or take its flag away; with several mines per cell it goes 1, 2, … and back to none.
  flag(index, mines = null) {
    const face = this.faces[index];
    if (this.state !== "playing" || !(face === HIDDEN || isFlag(face))) return false;
    const claim = mines ?? (claimed(face) + 1) % (this.board.perCell + 1);
    if (flagFace(claim) === face) return false;
    const turn = ["flag", ...this.grid.cell(index), claim];
    return this.#goOn({ turn, cells: [index], before: face, after: [flagFace(claim)], exploded: [] }, []);
  }

  take([action, row, col, mines]) {
    if (!["open", "flag", "chord"].includes(action)) throw new Error("This is no turn of a game.");
    const index = this.grid.index(row, col);
    return action === "flag" ? this.flag(index, mines) : this[action](index);
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

  // The game before its first turn. A dealt one is dealt again from its seed when a cell is opened.
  restarted() {
    const board = new Board(this.grid, { mines: this.board.mines, perCell: this.board.perCell });
    return new Game(board, this.setup, this.given ? this.counts : null);
  }

  toJSON() {
    const { seed, firstClick } = this.setup;
    const setup = this.given
      ? { layout: { text: layoutText(this.board, this.counts) } }
      : { seed: String(seed ?? 0), first_click: firstClick };
    const undone = this.undone.map((change) => change.turn);
    return { minemind: 1, kind: "game", ...setup, history: this.history, undone, board: { text: String(this.board) } };
  }

  #uncover(turn, hidden) {
    const dealt = this.counts === null;
    if (dealt) this.#lay(this.pendingCounts);
    const exploded = hidden.filter((index) => this.counts[index] > 0);
    const cells = this.#flood(hidden.filter((index) => this.counts[index] === 0));
    const after = cells.map((index) => this.number(index));
    return this.#goOn({ turn, cells, before: HIDDEN, after, exploded, dealt: dealt ? this.counts : null }, []);
  }

  // What opening these free cells opens: flagged cells are walls.
  #flood(start) {
    const seen = new Set(start);
    for (const index of seen) {
      if (this.number(index) > 0) continue;
      for (const other of this.grid.around(index)) if (this.faces[other] === HIDDEN) seen.add(other);
    }
    return [...seen];
  }

  #goOn(change, undone) {
    change.cells.forEach((cell, i) => (this.faces[cell] = change.after[i]));
    if (change.dealt) this.#lay(change.dealt);
    this.opened += openedBy(change);
    this.changes.push(change);
    this.undone = undone;
    return true;
  }
}

function openedBy(change) {
  return change.turn[0] === "flag" ? 0 : change.cells.length;
}
