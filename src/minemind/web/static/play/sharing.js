// Sharing the result of the current game: the text of result.js, with what the engine knows about the board.

import { ask } from "../ask/engine.js";
import { layoutText } from "../game/layout.js";
import { resultText } from "./result.js";
import { presetOf } from "./setup.js";

/**
 * The result of the current game, as a text with the link below it; null before the end.
 * @param {import("./modes.js").Modes} modes
 * @param {string} page its address
 */
export async function resultOf({ mode, play, link }, page) {
  const { game, time: ms } = play;
  if (game.state === "playing") return null;
  const text = game.counts && layoutText(game.board, game.counts);
  const worth = text ? await ask("metrics", { layout: { text } }, "metrics").catch(() => null) : null;
  return resultText({
    setup: play.dealtFrom ?? game.setup,
    mode,
    preset: presetOf(game.setup),
    state: game.state,
    ms,
    clicks: game.history.length,
    share: game.free > 0 ? game.opened / game.free : 0,
    threeBv: worth?.three_bv ?? null,
    helped: Boolean(mode.helped),
    link: link && page + link,
  });
}
