// The rival: the champion on a given layout, move by move, for players who race it.

import { Board } from "../game/board.js";
import { Game, USUAL } from "../game/game.js";
import { Analysis } from "./analysis.js";
import { Asking } from "./asking.js";
import { givenLayout } from "./deals.js";
import { graphOf } from "./graph.js";
import { advisedGuess } from "./guesses.js";
import { Position } from "./position.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */

/**
 * How the game ended, and how many safe cells were open after each click.
 * @type {(asking: Asking, body: { layout: { text: string }, start: Cell }) => object}
 */
export function rivalGame(asking, { layout: { text }, start }) {
  const { layout } = givenLayout(text);
  const game = gameOn(layout);
  /** @type {number[]} */
  const opened = [];
  const open = (/** @type {number} */ index) => game.open(index) && opened.push(game.opened);
  open(graphOf(asking, layout.grid).index(start));
  while (game.state === "playing") for (const index of movesOn(asking, game)) open(index);
  return { state: game.state, opened, free: game.free };
}

/** @param {import("./layout.js").Layout} layout */
export function gameOn({ grid, counts, mines, perCell }) {
  const { rows, cols } = grid;
  const setup = { ...USUAL, rows, cols, mines, perCell };
  return new Game(new Board(grid, { mines, perCell }), setup, counts);
}

/**
 * All safe cells; if there are none, the champion's guess. What a move needs in the engine is released before the next.
 * @type {(asking: Asking, game: Game) => number[]}
 */
function movesOn(asking, game) {
  const own = new Asking(asking.engine, asking.left);
  try {
    const analysis = new Analysis(new Position(own, game.board));
    const safe = analysis.hiddenSafe;
    return safe.length ? safe : [advisedGuess(analysis, 0)?.index ?? game.faces.findIndex((face) => face < 0)];
  } finally {
    own.close();
  }
}
