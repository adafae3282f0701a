// The end of a game: how it ended, and as soon as it is known, what it teaches.

import { phrase } from "../words/catalogue.js";
import { $, say } from "../page/dom.js";
import { modeOf, sizeOf } from "./records.js";
import { lessonOf, risksOf } from "../review/reviewed.js";
import { quickReview } from "../review/reviews.js";
import { secondsText, speedText } from "../game/words.js";

/** @typedef {import("../words/catalogue.js").Key} Key */
/** @typedef {import("./play.js").Play} Play */

/**
 * Say how a game ended, and what it teaches once that is known.
 * @param {Play} play
 * @param {...string} lesson
 */
export function sayEnd({ game, clock, endText }, ...lesson) {
  const time = secondsText(clock.time);
  const cells = game.exploded.map((index) => game.grid.cell(index));
  const lost = { title: phrase("play.lost"), text: phrase("play.lost.text", { cells, count: cells.length, time }) };
  const won = { title: phrase("play.won", { time }), text: phrase("play.won.text", { count: game.history.length }) };
  const { title, text } = game.state === "won" ? won : lost;
  say($("play-message"), {
    title,
    text: [...lesson, endText ?? (lesson.length ? "" : text)].join(" ").trim(),
    mood: game.state === "won" ? "good" : "bad",
  });
}

/**
 * Say that the player is back in a game, or how it ended.
 * @param {Play} play
 */
export function sayBack(play) {
  const { state, history } = play.game;
  if (state !== "playing") return sayEnd(play);
  const [title, text] = history.length ? ["play.back", "play.back.text"] : ["play.ready", "play.ready.new"];
  say($("play-message"), { title: phrase(/** @type {Key} */ (title)), text: phrase(/** @type {Key} */ (text)) });
}

/** @type {(game: import("../game/game.js").Game, how: "loaded" | "retry") => void} */
export function sayLoaded({ state, history }, how) {
  const isOver = state !== "playing";
  const title = isOver ? phrase("play.name", { state }) : phrase(`play.${how}`);
  const turns = phrase(`play.${how}.text`, { count: history.length });
  say($("play-message"), { title, text: isOver ? `${turns} ${phrase("play.loaded.over")}` : turns });
}

/**
 * Judge a game that has just ended, and add it to the records; if it is still on the board, say what it teaches.
 * @param {Play} play
 * @param {import("../history/store.js").Current} current
 * @param {import("./records.js").Records} records
 */
export async function teach(play, current, records) {
  const { game } = play;
  const helped = [...play.helps].join(" ");
  const [time, won] = [Math.floor(Date.now() / 1000), game.state === "won"];
  const what = {
    time,
    size: sizeOf(game.setup),
    mode: modeOf(game, play.modes.mode),
    won,
    seconds: play.clock.time / 1000,
    helped,
  };
  const review = await judged(current);
  const { solved: threeBv = null, clicks = null } = review?.performance ?? {};
  const isBest = records.isBest(what);
  records.add({ ...what, threeBv, clicks, ...(review ? risksOf(review) : { taken: null, necessary: null }) });
  if (review && play.game === game && game.state !== "playing") showLesson(play, review, isBest);
}

/**
 * Show what a game teaches: a sentence, and on the board a safe cell that was overlooked. After a loss in "guess =
 * loss", only the cell: the mode has said why.
 * @type {(play: Play, review: import("../ask/answers.js").Review, isBest: boolean) => void}
 */
function showLesson(play, review, isBest) {
  const { best = null, certain = 0 } = review.moves.at(-1) ?? {};
  const isLost = play.game.state === "lost";
  play.missed = isLost && certain && best ? play.game.grid.index(...best) : -1;
  play.show();
  if (!isLost) sayEnd(play, ...(isBest ? [phrase("play.best")] : []), figuresOf(play, review), lessonOf(review));
  else if (play.modes.mode.name !== "strict") sayEnd(play, lessonOf(review));
}

/**
 * What players compare: 3BV, 3BV per second, and clicks.
 * @type {(play: Play, review: import("../ask/answers.js").Review) => string}
 */
function figuresOf({ clock }, { performance: { solved, clicks } }) {
  const speed = speedText(solved, clock.time);
  const parts = [
    phrase("result.3bv", { count: solved }),
    speed && phrase("result.speed", { speed }),
    phrase("result.clicks", { count: clicks }),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/**
 * The review of a game; null if there is none, say because it was cancelled or the game is too hard to judge.
 * @param {import("../history/store.js").Current} current
 */
async function judged({ game }) {
  try {
    return game ? await quickReview(game) : null;
  } catch {
    return null;
  }
}
