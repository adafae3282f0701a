// What a review means to the player: the mark of every move, the move that matters most, the lesson in one sentence,
// and the necessary risks. The review itself comes from the engine; nothing here touches the page.

import { phrase } from "../words/catalogue.js";
import { necessaryRisk } from "../engine/reviews/necessary.js";

/** @typedef {import("../ask/answers.js").Review} Review */
/** @typedef {import("../ask/answers.js").ReviewedMove} ReviewedMove */

/** The marks of moves, from harmless to worst; each has its own shape. */
export const MARKS = /** @type {const} */ (["proven", "unproven", "forced", "unlucky", "needless", "mistake"]);
/** @typedef {typeof MARKS[number]} Mark */

/** @type {Record<string, Mark | undefined>} */
const MARK_OF = {
  safe: "proven",
  promised: "proven",
  "flag proven": "proven",
  "forced guess": "forced",
  "needless guess": "needless",
  "bad guess": "mistake",
  "opened mine": "mistake",
  "flag wrong": "mistake",
};

const RISKS = new Set(["forced guess", "needless guess", "bad guess", "opened mine"]);

/** @param {ReviewedMove} move */
export const isRisk = ({ kind }) => RISKS.has(kind);

/**
 * Whether this move opened the mine that ended the game.
 * @type {(review: Review, move: ReviewedMove) => boolean}
 */
const isFatal = ({ end, moves }, move) => end === "lost" && move === moves.at(-1);

/** @type {(review: Review, move: ReviewedMove) => Mark} */
export function markOf(review, move) {
  const mark = MARK_OF[move.kind] ?? "unproven";
  return mark === "forced" && isFatal(review, move) ? "unlucky" : mark;
}

/**
 * The move to look at first: the one that lost the game, or else the most decisive one, or else the first.
 * @param {Review} review
 */
export const firstToSee = ({ end, moves, key_moments: moments }) => (end === "lost" ? moves.length : (moments[0] ?? 1));

/**
 * What the end of a game teaches, in one sentence.
 * @param {Review} review
 */
export function lessonOf(review) {
  const last = review.moves.at(-1);
  if (review.end === "lost" && last) return lessonOfLoss(last);
  const risks = review.moves.filter(isRisk);
  const needless = risks.filter(({ kind }) => kind !== "forced guess").length;
  const survival = 10 ** -review.pluck;
  return phrase(needless ? "lesson.lucky" : "lesson.won", { count: needless || risks.length, survival });
}

const SAME_RISK = 0.0005; // risks that differ by no more look the same when written

/** @param {ReviewedMove} move */
function lessonOfLoss({ kind, risk, certain, best, best_risk: bestRisk }) {
  if (kind === "needless guess") return phrase("lesson.needless", { risk, count: certain });
  if (kind === "opened mine") return phrase("lesson.mine", { count: certain });
  if (kind === "forced guess") return phrase("lesson.forced", { risk });
  if (kind !== "bad guess") return phrase("lesson.uncounted");
  const isSafer = (risk ?? 0) - bestRisk > SAME_RISK;
  return phrase(isSafer ? "lesson.safer" : "lesson.better", { risk, best, best_risk: bestRisk });
}

/**
 * The sums of the risks of a game: of those that were taken, and of their necessary parts.
 * @param {Review} review
 */
export function risksOf({ moves }) {
  const risks = moves.filter(isRisk);
  const necessary = risks.map(({ risk, best, best_risk: bestRisk, certain, before, chosen, cost }) => {
    const isFree = certain > 0 && Boolean(before?.exact && chosen?.exact) && cost === 0;
    return necessaryRisk({ risk, best, bestRisk, isFree });
  });
  const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);
  return { taken: sum(risks.map(({ risk }) => risk ?? 0)), necessary: sum(necessary) };
}

/**
 * How often each mark was given.
 * @param {Review} review
 */
export function marksOf(review) {
  const marks = review.moves.map((move) => markOf(review, move));
  return MARKS.map((mark) => ({ mark, count: marks.filter((each) => each === mark).length }));
}

/**
 * The probability of winning during the game: before every move for which it is known, and at the end. `at` is the
 * number of moves made.
 * @param {Review} review
 * @returns {{ at: number, value: number, margin: number }[]}
 */
export function curveOf({ moves }) {
  const last = moves.at(-1);
  const before = moves.flatMap(({ number, before: odds }) => (odds ? [{ at: number - 1, ...odds }] : []));
  const after = last?.after ? [{ at: last.number, ...last.after }] : [];
  return [...before, ...after].map(({ at, value, margin }) => ({ at, value, margin }));
}
