// Typing a position: it starts at the mouse or keyboard cell and moves along the row, as on a typewriter.

import { ERASER, LOOK } from "./pens.js";

const SECOND = 900; // ms within which a second digit joins the first, where numbers can have two

export class Typing {
  #typed = { at: -Infinity, focus: -1 };
  #line = { hovered: -1, start: 0 }; // the column in which the typed row began

  /** @param {import("./analyse.js").Analyse} editor */
  constructor(editor) {
    this.editor = editor;
  }

  /**
   * Write at the mouse or where typing has got to, and move to the next cell of the row.
   * @param {string} pen
   */
  type(pen) {
    if (pen === LOOK) return;
    const focus = this.place();
    const number = this.#typedOn(focus, pen);
    const { editor } = this;
    editor.draft.remember();
    editor.write(focus, number === null ? editor.inkOf(pen, focus) : { face: number, mark: null });
    editor.pens.choose(pen);
    this.#typeOn(editor.board.perCell === 1 ? this.#after(focus) : focus);
  }

  // The cell to type into; once the mouse moves to another cell, typing begins there.
  place() {
    const { hovered, focus } = this.editor.view;
    if (hovered < 0 || hovered === this.#line.hovered) return focus;
    this.#line = { hovered, start: this.editor.board.grid.cell(hovered)[1] };
    return hovered;
  }

  /** @param {number} index */
  #typeOn(index) {
    const { view } = this.editor;
    view.focus = index;
    view.isWalking = true;
    view.viewport.focus({ preventScroll: true });
    view.reveal(index);
    view.redraw();
    this.editor.point(index);
  }

  /**
   * The next cell of the row; after the last one, the next row, if there is one.
   * @param {number} index
   */
  #after(index) {
    const { grid } = this.editor.board;
    const [row, col] = grid.cell(index);
    if (col + 1 < grid.cols) return grid.index(row, col + 1);
    return row + 1 < grid.rows ? this.#nextRow(row) : index;
  }

  /** @param {number} row */
  #nextRow(row) {
    const { grid } = this.editor.board;
    return grid.index(Math.min(row + 1, grid.rows - 1), Math.min(this.#line.start, grid.cols - 1));
  }

  // As on a typewriter: move to the row below, at the column where this one began.
  enter() {
    const focus = this.place();
    this.#typeOn(this.#nextRow(this.editor.board.grid.cell(focus)[0]));
  }

  // Hide the previous cell again.
  back() {
    const { grid } = this.editor.board;
    const before = grid.step(this.editor.view.focus, 0, -1);
    this.editor.draft.remember();
    this.editor.write(before, this.editor.inkOf(ERASER, before));
    this.#typeOn(before);
  }

  /**
   * The number formed by this digit after the first, or null if there is none.
   * @param {number} focus
   * @param {string} pen
   */
  #typedOn(focus, pen) {
    const before = this.#typed;
    this.#typed = { at: performance.now(), focus };
    const { faces, perCell, grid } = this.editor.board;
    const isQuick = before.focus === focus && this.#typed.at - before.at < SECOND;
    if (!isQuick || perCell === 1 || faces[focus] <= 0 || !/\d/.test(pen)) return null;
    const number = 10 * faces[focus] + Number(pen);
    return number <= perCell * grid.around(focus).length ? number : null;
  }
}
