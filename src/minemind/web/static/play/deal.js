// The mines of a game, dealt around its first click. What may take long shows how far it is, and can be cancelled.

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
