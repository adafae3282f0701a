// Dealing the mines of a game around its first click. A no-guess board may take long: it shows progress and can be
// cancelled.

import { AnswerError } from "../game/errors.js";
import { phrase } from "../words/catalogue.js";
import { withProgress } from "../ask/progress.js";
import { dealt } from "../files/saved.js";

const SLOT = "deal";

/** @type {(game: import("../game/game.js").Game, index: number) => ReturnType<typeof dealt>} */
export function dealMines({ setup, grid }, index) {
  const work = (/** @type {(share: number) => void} */ report = () => {}) =>
    dealt(setup, grid.cell(index), SLOT, report);
  return setup.noGuess ? withProgress(phrase("mode.dealing"), SLOT, work) : work();
}

/**
 * Why there are no mines, and a title; if no board was found, what to change in the dialog for a new game.
 * @type {(error: unknown, setup: import("../game/game.js").Setup) => [unknown, string]}
 */
export function whyNone(error, { noGuess }) {
  if (!noGuess) return [error, phrase("play.not-dealt")];
  const title = phrase("mode.no-board", { graded: Boolean(noGuess.grade) });
  if (!(error instanceof AnswerError && error.kind === "NoBoard")) return [error, title];
  const way = noGuess.grade ? "graded" : noGuess.way;
  const hint = { way, label: phrase("guesses.label"), choice: phrase("guesses.repaired") };
  return [new Error(phrase("mode.no-board.text", hint)), title];
}
