// Frames: the content of a history entry, one by one: a single board, configurations, or the turns of a game. The store
// may contain anything: an entry that cannot be shown in full is shown as its position, or else as unreadable.

import { Board } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { layoutCounts } from "../game/layout.js";
import { replayed } from "../files/saved.js";

/** @typedef {import("../canvas/scene.js").Scene} Scene */
/** @typedef {import("./store.js").Entry} Entry */

/**
 * @typedef {object} Frames
 * @property {number} length
 * @property {boolean} [isUnreadable]
 * @property {(at: number) => Scene} scene
 * @property {(at: number) => string} text
 * @property {(at: number) => string} [turn] the turn that led to this frame
 * @property {Int32Array | null} [counts] the mines of a game; null before they are dealt
 */

/**
 * @param {Entry} entry
 * @returns {Frames}
 */
export function framesOf({ kind, text, layout, game, boards }) {
  const ways = [
    () => (boards?.length ? new Texts(boards) : null),
    () => (kind === "game" && game ? new Turns(game, layout) : null),
    () => (kind === "layout" && layout ? new Drawn(text, layoutCounts(layout)) : null),
    () => new Single(text),
  ];
  for (const way of ways) {
    try {
      const frames = way();
      if (frames) return frames;
    } catch {
      // try the next way
    }
  }
  return new Unreadable();
}

export class Single {
  length = 1;

  /** @param {string} text */
  constructor(text) {
    this.board = Board.parse(text);
    this.written = text;
  }

  /** @returns {Scene} */
  scene() {
    return { board: this.board };
  }

  text() {
    return this.written;
  }
}

// A layout: every mine is shown, and every other cell is free.
class Drawn extends Single {
  /**
   * @param {string} text
   * @param {Int32Array} mines
   */
  constructor(text, mines) {
    super(text);
    this.mines = mines;
  }

  scene() {
    return { board: this.board, mines: this.mines, showsFree: true };
  }
}

class Unreadable extends Single {
  isUnreadable = true;

  constructor() {
    super("1 1 ?\n#");
  }
}

class Texts {
  /** @param {string[]} texts */
  constructor(texts) {
    this.texts = texts;
    this.boards = texts.map((text) => Board.parse(text));
    this.length = texts.length;
  }

  /** @param {number} at */
  scene(at) {
    return { board: this.boards[at] };
  }

  /** @param {number} at */
  text(at) {
    return this.texts[at];
  }
}

// The turns of a game, which is undone and redone up to the one that is asked for.
class Turns {
  /**
   * @param {import("../ask/answers.js").SavedGame} game
   * @param {string | null} [layout]
   */
  constructor(game, layout) {
    this.counts = layout ? layoutCounts(layout) : null;
    this.game = replayed({ ...game, undone: [] }, this.counts);
    this.turns = this.game.history;
    this.length = this.turns.length + 1;
  }

  /** @param {number} at */
  #to(at) {
    while (this.game.changes.length > at) this.game.undo();
    while (this.game.changes.length < at && this.game.redo());
    return this.game;
  }

  /** @param {number} at */
  scene(at) {
    const game = this.#to(at);
    const isOver = game.state !== "playing";
    const exploded = new Set(game.exploded);
    return { board: game.board, mines: isOver ? this.counts : null, won: game.state === "won", exploded };
  }

  /** @param {number} at */
  text(at) {
    return String(this.#to(at).board);
  }

  /** @param {number} at */
  turn(at) {
    const [action, row, col, mines] = this.turns[at - 1];
    return phrase("history.turn.name", {
      action: action === "flag" && mines === 0 ? "unflag" : action,
      cell: [row, col],
    });
  }
}
