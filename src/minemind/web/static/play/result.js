// The result of a game as a text to share: one line, and below it the link to the same mines.

import { phrase } from "../words/catalogue.js";
import { secondsText, sizeText, speedText } from "../game/words.js";

/** @typedef {import("./modes.js").Mode} Mode */

/**
 * @typedef {object} Result
 * @property {import("../game/game.js").Setup} setup
 * @property {Mode} mode
 * @property {string | undefined} preset
 * @property {"won" | "lost" | "playing"} state
 * @property {number} ms
 * @property {number} clicks
 * @property {number} share of the safe cells that are open
 * @property {number | null} threeBv
 * @property {boolean} helped
 * @property {string | null} link the complete address
 */

/** @param {Result} result */
export function resultText({ setup, mode, preset, state, ms, clicks, share, threeBv, helped, link }) {
  const { rows, cols, mines, seed } = setup;
  const size = preset
    ? phrase(/** @type {import("../words/catalogue.js").Key} */ (`play.${preset}`))
    : sizeText(rows, cols, mines);
  const what =
    mode.name === "daily" && mode.date
      ? phrase("result.daily", { date: mode.date, size, no_guess: Boolean(mode.isNoGuess) })
      : phrase("result.game", { size, seed });
  const time = secondsText(ms);
  const ended = state === "won" ? phrase("result.won", { time }) : phrase("result.lost", { time, share });
  const speed = threeBv && state === "won" ? speedText(threeBv, ms) : null;
  const parts = [
    ended,
    threeBv ? phrase("result.3bv", { count: threeBv }) : null,
    speed && phrase("result.speed", { speed }),
    phrase("result.clicks", { count: clicks }),
    mode.name === "strict" ? phrase("mode.strict") : mode.name === "lucky" ? phrase("mode.lucky") : null,
    helped ? phrase("result.helped") : null,
  ];
  return [`MineMind ${what}: ${parts.filter(Boolean).join(", ")}`, ...(link ? [link] : [])].join("\n");
}
