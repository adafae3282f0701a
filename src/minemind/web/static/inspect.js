// `window.minemind`: what is shown, for tests and the curious. Everything is read from the views when it is asked for,
// and nothing can be changed through it.

import { look } from "./draw.js";

export function inspectable(views, shown) {
  const view = () => views[shown()];
  const scene = () => view().scene();
  const cells = (grid, indices) =>
    [...(indices ?? [])]
      .filter((index) => index >= 0)
      .sort((one, other) => one - other)
      .map((index) => grid.cell(index));

  const value = Object.freeze({
    // The view that is shown, whether something is still on its way, and the text of its board.
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
    // What lies on the board beside its faces: cells by what they are lit up as, and probabilities by row.
    get overlay() {
      const { board, chance, safe, certainMines, lit, faults, target, dead, fifties } = scene();
      const { grid } = board;
      const at = (index) => (chance && !Number.isNaN(chance[index]) ? chance[index] : null);
      const row = (_, r) => Array.from({ length: grid.cols }, (_, c) => at(grid.index(r, c)));
      const sets = { safe, mines: certainMines, lit, faults, dead, target: [target ?? -1] };
      const named = Object.entries(sets).map(([name, indices]) => [name, cells(grid, indices)]);
      const pairs = (fifties ?? []).map((pair) => cells(grid, pair));
      return { chance: Array.from({ length: grid.rows }, row), fifties: pairs, ...Object.fromEntries(named) };
    },
    // What is painted on a cell, in words, and where its middle is on the screen.
    look: (row, col) => look(scene(), scene().board.grid.index(row, col)),
    point: (row, col) => view().view.point(scene().board.grid.index(row, col)),
    // The size of a cell in pixels, and the cell that the keyboard is on.
    get zoom() {
      return view().view.size;
    },
    get focus() {
      return scene().board.grid.cell(view().view.focus);
    },
  });
  Object.defineProperty(window, "minemind", { value });
}
