// Saved games: the way back from `Game.toJSON`, and where the mines of one are if only its seed is known.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { phrase } from "./catalogue.js";
import { Game } from "./game.js";
import { checkShape } from "./grid.js";
import { layoutCounts } from "./layout.js";

/** @typedef {import("./answers.js").SavedGame} SavedGame */
/** @typedef {import("./game.js").Setup} Setup */

/**
 * What a game is played by, if it can be; what a store or a file says need not.
 * @param {Setup} setup
 */
export function checkedSetup(setup) {
  const { rows, cols, mines, perCell, firstClick, seed } = setup;
  checkShape(setup);
  const isCount = Number.isInteger(mines) && mines >= 0 && mines <= rows * cols * perCell;
  const isKnown = ["opening", "safe", "any"].includes(firstClick) && (seed === null || typeof seed === "string");
  if (!isCount || !Number.isInteger(perCell) || perCell < 1 || !isKnown) throw new Error(phrase("message.bad-game"));
  return setup;
}

/**
 * @param {SavedGame} saved
 * @returns {{ board: Board, setup: Setup }}
 */
function setupOf(saved) {
  const board = Board.parse(saved.board.text);
  const { rows, cols, topology, reach } = board.grid;
  const { mines, perCell } = board;
  const size = { rows, cols, mines: mines ?? -1, topology, reach, perCell };
  const setup = { ...size, firstClick: saved.first_click ?? "any", seed: saved.seed ?? null };
  return { board, setup: checkedSetup(setup) };
}

/**
 * A saved game, played again on its mines: counts by cell, or null before the first cell is opened.
 * @param {SavedGame} saved
 * @param {Int32Array | null} counts
 */
export function replayed(saved, counts) {
  const { board, setup } = setupOf(saved);
  const { grid, mines, perCell } = board;
  if (counts && counts.length !== grid.length) throw new Error(phrase("message.wrong-mines"));
  const game = new Game(new Board(grid, { mines, perCell }), setup, saved.layout ? counts : null);
  if (!saved.layout && counts) game.deal(counts, setup.seed ?? "0");
  const undone = saved.undone ?? [];
  for (const turn of [...saved.history, ...undone]) game.take(turn);
  undone.forEach(() => game.undo());
  return game;
}

/**
 * The text of a saved game's layout: dealt again from the seed for its first open cell; null before that.
 * @param {SavedGame} saved
 * @returns {Promise<string | null>}
 */
export async function layoutOf(saved) {
  if (saved.layout) return saved.layout.text;
  const first = [...saved.history, ...(saved.undone ?? [])].find(([action]) => action === "open");
  return first ? (await dealt(setupOf(saved).setup, [first[1], first[2]])).layout.text : null;
}

/**
 * A saved game that is too long for the server, as the server would tell of it.
 * @param {string} text
 * @returns {Promise<import("./answers.js").Converted>}
 */
export async function readHere(text) {
  /** @type {SavedGame} */
  const game = JSON.parse(text);
  const layout = await layoutOf(game);
  const { board } = replayed(game, layout === null ? null : layoutCounts(layout));
  const found = { board: { text: String(board) }, layout: layout === null ? null : { text: layout }, game };
  return { kind: "game", ...found, boards: [], notes: [] };
}

/**
 * What the server deals for a setup and its first cell.
 * @param {Setup} setup
 * @param {import("./answers.js").Cell} start
 * @param {string | null} slot
 */
export function dealt({ rows, cols, mines, topology, reach, perCell, firstClick, seed }, start, slot = null) {
  const question = { rows, cols, mines, topology, reach, max_per_cell: perCell, first_click: firstClick, seed, start };
  return ask("generate", question, slot);
}
