// `window.minemind`: what is shown, for tests and the curious. Everything is read from the views on access, and nothing
// can be changed through it.

import { look, tileOf } from "../canvas/scene.js";

/** @typedef {import("../files/incoming.js").ViewName} ViewName */

/**
 * @typedef {object} Views those that are loaded
 * @property {import("../play/play.js").Play} play
 * @property {import("../analyse/analyse.js").Analyse} [analyse]
 * @property {import("../history/history.js").History} [history]
 */

/**
 * @param {Views} views
 * @param {() => ViewName} shown
 */
export function inspectable(views, shown) {
  const view = () => {
    const name = shown();
    return (name !== "statistics" && views[name]) || views.play;
  };
  const scene = () => view().scene();
  /** @type {(grid: import("../game/grid.js").Grid, indices: Iterable<number> | null | undefined) => number[][]} */
  const cells = (grid, indices) =>
    [...(indices ?? [])]
      .filter((index) => index >= 0)
      .sort((one, other) => one - other)
      .map((index) => grid.cell(index));

  const value = Object.freeze({
    // The view that is shown, whether it is waiting for something, and the text of its board.
    get view() {
      return shown();
    },
    get busy() {
      return Boolean(view().busy);
    },
    get text() {
      return String(scene().board);
    },
    // The game, whether it is shown or not; its mines are [] before they are dealt.
    get state() {
      return views.play.game.state;
    },
    get seed() {
      return views.play.game.setup.seed;
    },
    get turns() {
      return views.play.game.history.length;
    },
    get mines() {
      const { grid, counts } = views.play.game;
      return cells(
        grid,
        Array.from(counts ?? [], (count, index) => (count ? index : -1)),
      );
    },
    // What is on the board besides its faces: cells by kind of highlight, and probabilities by row.
    get overlay() {
      const { board, risk, safe, certainMines, lit, told, faults, target, dead, fifties, choices, area, doubts } =
        scene();
      const { grid } = board;
      const at = (/** @type {number} */ index) => (risk && !Number.isNaN(risk[index]) ? risk[index] : null);
      const row = (/** @type {number} */ r) => Array.from({ length: grid.cols }, (_, c) => at(grid.index(r, c)));
      const sets = {
        safe,
        mines: certainMines,
        lit,
        told,
        area,
        faults,
        dead,
        choices,
        doubts,
        target: [target ?? -1],
      };
      const named = Object.entries(sets).map(([name, indices]) => [name, cells(grid, indices)]);
      const pairs = (fifties ?? []).map((pair) => cells(grid, pair));
      return {
        risk: Array.from({ length: grid.rows }, (_, r) => row(r)),
        fifties: pairs,
        ...Object.fromEntries(named),
      };
    },
    // What is painted on a cell, in words; the same with its shade; and where its middle is on the screen.
    look: (/** @type {number} */ row, /** @type {number} */ col) => look(scene(), scene().board.grid.index(row, col)),
    tile: (/** @type {number} */ row, /** @type {number} */ col) => tileOf(scene(), scene().board.grid.index(row, col)),
    point: (/** @type {number} */ row, /** @type {number} */ col) =>
      view().view.point(scene().board.grid.index(row, col)),
    // The size of a cell in pixels, and the cell with the keyboard focus.
    get zoom() {
      return view().view.size;
    },
    get focus() {
      return scene().board.grid.cell(view().view.focus);
    },
  });
  Object.defineProperty(window, "minemind", { value });
}
