// Saved games: the way back from `Game.toJSON`, and where the mines of one are if only its seed is known.

import { ask } from "./api.js";
import { Board, layoutCounts } from "./board.js";
import { Game } from "./game.js";
import { checkShape } from "./grid.js";

// What a game is played by, if it can be; what a store or a file says need not.
export function checkedSetup(setup) {
  const { rows, cols, mines, perCell, firstClick, seed } = setup;
  checkShape(setup);
  const isCount = Number.isInteger(mines) && mines >= 0 && mines <= rows * cols * perCell;
  const isKnown = ["opening", "safe", "any"].includes(firstClick) && (seed === null || typeof seed === "string");
  if (!isCount || !Number.isInteger(perCell) || perCell < 1 || !isKnown) throw new Error("This is no game.");
  return setup;
}

// A saved game, played again on its mines: counts by cell, or null before the first cell is opened.
export function replayed(saved, counts) {
  const { grid, mines, perCell } = Board.parse(saved.board.text);
  const { rows, cols, topology, reach } = grid;
  const firstClick = saved.first_click ?? "any";
  const setup = checkedSetup({ rows, cols, mines, topology, reach, perCell, firstClick, seed: saved.seed ?? null });
  if (counts && counts.length !== grid.length) throw new Error("These are not the mines of this game.");
  const game = new Game(new Board(grid, { mines, perCell }), setup, saved.layout ? counts : null);
  if (!saved.layout && counts) game.deal(counts, saved.seed);
  const undone = saved.undone ?? [];
  for (const turn of [...saved.history, ...undone]) game.take(turn);
  undone.forEach(() => game.undo());
  return game;
}

// The text of a saved game's layout: dealt again from the seed for its first open cell; null before that.
export async function layoutOf(saved) {
  if (saved.layout) return saved.layout.text;
  const first = [...saved.history, ...(saved.undone ?? [])].find(([action]) => action === "open");
  if (!first) return null;
  const { grid, mines, perCell } = Board.parse(saved.board.text);
  const { rows, cols, topology, reach } = grid;
  const setup = { rows, cols, mines, topology, reach, perCell, firstClick: saved.first_click, seed: saved.seed };
  return (await dealt(setup, [first[1], first[2]])).layout.text;
}

// A saved game that is too long for the server, in the words in which the server would tell of it.
export async function readHere(text) {
  const game = JSON.parse(text);
  const layout = await layoutOf(game);
  const { board } = replayed(game, layout === null ? null : layoutCounts(layout));
  const found = { kind: "game", board: { text: String(board) }, layout: layout && { text: layout }, game };
  return { ...found, boards: [], assumed: [] };
}

// What the server deals for a setup and its first cell.
export function dealt({ rows, cols, mines, topology, reach, perCell, firstClick, seed }, start, slot = null) {
  const question = { rows, cols, mines, topology, reach, max_per_cell: perCell, first_click: firstClick, seed, start };
  return ask("generate", question, slot);
}
