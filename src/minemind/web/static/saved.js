// Saved games: the way back from `Game.toJSON`, and where the mines of one are if only its seed is known.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { Game } from "./game.js";

// A saved game, played again on its mines: counts by cell, or null before the first cell is opened.
export function replayed(saved, counts) {
  const { grid, mines, perCell } = Board.parse(saved.board.text);
  const { rows, cols, topology, reach } = grid;
  const firstClick = saved.first_click ?? "any";
  const setup = { rows, cols, mines, topology, reach, perCell, firstClick, seed: saved.seed ?? null };
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

// What the server deals for a setup and its first cell.
export function dealt({ rows, cols, mines, topology, reach, perCell, firstClick, seed }, start, slot = null) {
  const question = { rows, cols, mines, topology, reach, max_per_cell: perCell, first_click: firstClick, seed, start };
  return ask("generate", question, slot);
}
