// Saved games: the inverse of `Game.toJSON`, and where the mines are if the seed dealt or moved them.

import { Board } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { ask } from "../ask/engine.js";
import { Game } from "../game/game.js";
import { gridOf, shapeOf } from "../game/grid.js";
import { numberIn } from "../game/header.js";
import { readText } from "../game/notation.js";

/** @typedef {import("../ask/answers.js").SavedGame} SavedGame */
/** @typedef {import("../game/game.js").Setup} Setup */

/**
 * The setup, if a game can be played with it; throws otherwise, because a store or a file may contain anything.
 * @param {Setup} setup
 */
export function checkedSetup(setup) {
  const { rows, cols, mines, perCell, firstClick, seed, noGuess = null, layout = null } = setup;
  gridOf(setup);
  const isCount = Number.isInteger(mines) && mines >= 0 && mines <= rows * cols * perCell;
  const areTexts = [seed, layout].every((text) => text === null || typeof text === "string");
  const isWay =
    noGuess === null ||
    (["uniform", "repaired"].includes(noGuess.way) && noGuess.budget >= 0 && areGrades(noGuess.grade ?? [1, 5]));
  const isKnown = ["opening", "safe", "any"].includes(firstClick) && areTexts && isWay;
  if (!isCount || !Number.isInteger(perCell) || perCell < 1 || !isKnown) throw new Error(phrase("message.bad-game"));
  return setup;
}

/** @param {number[]} grades */
const areGrades = (grades) =>
  grades.length === 2 && grades.every((grade) => Number.isInteger(grade) && grade >= 1 && grade <= 5);

/**
 * @param {SavedGame} saved
 * @returns {{ board: Board, setup: Setup }}
 */
function setupOf(saved) {
  const board = Board.parse(saved.board.text);
  const { grid, mines, perCell } = board;
  const size = { ...shapeOf(grid), mines: mines ?? -1, perCell };
  const layout = isMoved(saved) ? saved.layout?.text : null;
  const rules = { firstClick: saved.first_click ?? "any", noGuess: saved.no_guess ?? null };
  const setup = { ...size, ...rules, seed: saved.seed ?? null, layout };
  if (saved.layout && startsOpen(saved.layout.text)) throw new Error(phrase("message.begins-open"));
  return { board, setup: checkedSetup(setup) };
}

/**
 * Whether the first click moves mines of the layout, at random by the seed.
 * @param {SavedGame} saved
 */
const isMoved = ({ layout, seed }) => Boolean(layout && seed);

/** @param {string} layout */
const startsOpen = (layout) =>
  readText(layout).rows.some(({ tokens }) => tokens.some((token) => numberIn(token) !== null));

/**
 * A saved game, replayed on its mines: counts by index, or null if no cell was opened.
 * @param {SavedGame} saved
 * @param {Int32Array | null} counts
 */
export function replayed(saved, counts) {
  const { board, setup } = setupOf(saved);
  const { grid, mines, perCell } = board;
  if (counts && counts.length !== grid.length) throw new Error(phrase("message.wrong-mines"));
  const isGiven = Boolean(saved.layout) && !isMoved(saved);
  const game = new Game(new Board(grid, { mines, perCell }), setup, isGiven ? counts : null);
  if (!isGiven && counts) game.deal(counts, setup.seed ?? "0");
  const undone = saved.undone ?? [];
  for (const turn of [...saved.history, ...undone]) game.take(turn);
  undone.forEach(() => game.undo());
  if (String(game.board) !== String(board)) throw new Error(phrase("message.wrong-turns"));
  game.changes.forEach((change, i) => (change.seconds = saved.times?.[i] ?? null));
  return game;
}

/**
 * The text of a saved game's layout, dealt or moved again by the seed for the first cell opened; null if none was.
 * @param {SavedGame} saved
 * @returns {Promise<string | null>}
 */
export async function layoutOf(saved) {
  if (saved.layout && !isMoved(saved)) return saved.layout.text;
  const first = [...saved.history, ...(saved.undone ?? [])].find(([action]) => action === "open");
  return first ? (await dealt(setupOf(saved).setup, [first[1], first[2]])).layout.text : null;
}

/**
 * Have the engine deal the mines of a setup for its first cell, or move those of its layout.
 * @param {Setup} setup
 * @param {import("../ask/answers.js").Cell} start
 * @param {string | null} slot
 * @param {(share: number) => void} [onProgress]
 */
export function dealt(setup, start, slot = null, onProgress) {
  const { rows, cols, mines, topology, reach, holes = [], perCell, firstClick, seed, noGuess, layout } = setup;
  const size = { rows, cols, mines, topology, reach, holes, max_per_cell: perCell };
  const what = layout ? { layout: { text: layout } } : { ...size, ...(noGuess && { no_guess: true, ...noGuess }) };
  return ask("generate", { ...what, first_click: firstClick, seed, start }, slot, onProgress);
}
