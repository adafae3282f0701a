// Answers questions about the model, so that Python can compare: a JSON list of questions on standard input, and the list
// of answers on standard output.

import { speak } from "./about.js";
import { readFileSync } from "node:fs";
import { renderer } from "../../../src/minemind/web/static/words/catalogue.js";
import { Board } from "../../../src/minemind/web/static/game/board.js";
import { Game } from "../../../src/minemind/web/static/game/game.js";
import { layoutCounts, layoutText } from "../../../src/minemind/web/static/game/layout.js";
import { TextError, readText } from "../../../src/minemind/web/static/game/notation.js";
import { outlineOf } from "../../../src/minemind/web/static/analyse/outline.js";
import { replayed } from "../../../src/minemind/web/static/files/saved.js";

/** @typedef {import("../../../src/minemind/web/static/ask/answers.js").Turn} Turn */
/** @typedef {["deal", string, string] | ["undo"] | ["redo"] | Turn} Step */

/**
 * What every step makes of a game; `layout` is null where a step deals the mines, or moves those of a given layout.
 * @param {{ board: string, layout: string | null, moved: string | null, seed: string | null,
 *   firstClick: "opening" | "safe" | "any", steps: Step[] }} question
 */
function played({ board, layout, moved, seed, firstClick, steps }) {
  const { grid, mines, perCell } = Board.parse(board);
  const { rows, cols, topology, reach } = grid;
  const setup = { rows, cols, mines: mines ?? 0, topology, reach, perCell, firstClick, seed, layout: moved };
  const game = new Game(new Board(grid, { mines, perCell }), setup, layout === null ? null : layoutCounts(layout));
  const states = steps.map((step) => {
    const did = taken(game, step);
    return [did, String(game.board), game.state, game.history.length, game.undone.length, game.minesLeft];
  });
  const laid = game.allMines && layoutText(game.board, game.allMines);
  const again = replayed(JSON.parse(JSON.stringify(game)), laid === null ? null : layoutCounts(laid));
  return { states, saved: game.toJSON(), again: again.toJSON() };
}

/** @type {(game: Game, step: Step) => boolean} */
function taken(game, step) {
  if (step[0] === "undo" || step[0] === "redo") return game[step[0]]();
  if (step[0] !== "deal") return game.take(/** @type {Turn} */ (step));
  game.deal(layoutCounts(/** @type {string} */ (step[1])), String(step[2]));
  return true;
}

/** @param {string} text */
function read(text) {
  try {
    const { header, rows, faults, notes } = readText(text);
    return { header, tokens: rows.map((row) => row.tokens), faults, notes };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return { faults: error.faults };
  }
}

/** @param {string} text */
function neighbours(text) {
  const { grid } = Board.parse(text);
  return Array.from({ length: grid.length }, (_, index) => grid.around(index));
}

/** @param {{ language: string, key: string, values: import("../../../src/minemind/web/static/words/template.js").Values }} question */
function said({ language, key, values }) {
  speak(language);
  return renderer().phrase(key, values);
}

/** @type {Record<string, (question: any) => unknown>} */
const KINDS = {
  game: played,
  text: ({ text }) => read(text),
  board: ({ text }) => String(Board.parse(text)),
  outline: ({ text }) => outlineOf(Board.parse(text)),
  neighbours: ({ text }) => neighbours(text),
  phrase: said,
};

const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = questions.map((/** @type {{ kind: string }} */ question) => KINDS[question.kind](question));
process.stdout.write(JSON.stringify(answers));
