// Reviews, requested from the engine. At the end of a game, a quick one judges the risks within milliseconds. The full
// one also estimates the probability of winning, which takes seconds; it shows its progress and can be cancelled.

import { cancel, ask } from "../ask/engine.js";

/** @typedef {import("../ask/answers.js").Review} Review */
/** @typedef {import("../ask/answers.js").SavedGame} SavedGame */

const MOST = 20; // reviews in the cache
const [FULL, QUICK] = ["review", "review-quick"];

/** @type {Map<string, Review>} */
const known = new Map();

/**
 * The full review of a game.
 * @param {SavedGame} game
 * @param {(share: number) => void} onProgress
 */
export async function reviewOf(game, onProgress) {
  const key = JSON.stringify(game);
  const review = known.get(key) ?? (await ask("review", { game }, FULL, onProgress));
  known.delete(key);
  known.set(key, review);
  if (known.size > MOST) known.delete([...known.keys()][0]);
  return review;
}

/**
 * The quick review of a game, without estimates.
 * @param {SavedGame} game
 */
export const quickReview = (game) => ask("review", { game, margin: null }, QUICK);

export function cancelReviews() {
  cancel(FULL);
  cancel(QUICK);
}
