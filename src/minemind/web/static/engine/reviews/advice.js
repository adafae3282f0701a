// Advice: one sentence about what to do better, with the move that shows it. The same as advice.py.

import { phrase } from "../../words/catalogue.js";
import { TooHard } from "../../game/errors.js";
import { TECHNIQUES, proofSentence } from "../proofs.js";
import { points } from "./judgement.js";
import { proofOf, unflagged } from "./why.js";

/** @typedef {import("../../game/board.js").Board} Board */
/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("./judgement.js").ReviewedMove} ReviewedMove */
/** @typedef {(move: ReviewedMove) => Board} BoardBefore what the player saw before a move */

// Clicks without effect are mentioned if they are more than this share of at least this many clicks.
const [MANY_WASTED, CLICKS] = [0.1, 20];

/** @type {(asking: Asking, moves: ReviewedMove[], board: BoardBefore, isDealt: boolean) => object} */
export function advised(asking, moves, board, isDealt) {
  if (moves.some((move) => move.technique)) return aboutTechnique(asking, moves, board);
  const worse = moves.filter((move) => move.kind === "bad guess");
  if (worse.length) return aboutGuesses(worse);
  const nothing = { technique: null, count: 0, move: null, cell: null };
  const why = noRisk(moves, isDealt);
  const count = moves.filter((move) => move.kind === "wasted").length;
  if ((why ?? "certain") === "certain" && moves.length >= CLICKS && count > MANY_WASTED * moves.length)
    return {
      ...nothing,
      kind: "wasted",
      count,
      sentence: phrase("review.advice.wasted", { count, all: moves.length }),
    };
  const kind = why ?? "flawless";
  return { ...nothing, kind, sentence: phrase(`review.advice.${kind}`) };
}

/**
 * Why no risk was taken; null if one was.
 * @type {(moves: ReviewedMove[], isDealt: boolean) => "certain" | "uncounted" | "unopened" | "undealt" | null}
 */
function noRisk(moves, isDealt) {
  if (moves.some((move) => move.isRisk)) return null;
  if (moves.some(({ kind, click }) => kind === "uncounted" && click.action !== "flag")) return "uncounted";
  if (moves.some((move) => move.opened)) return "certain";
  return isDealt ? "unopened" : "undealt";
}

/**
 * Advice about the technique overlooked most often; of several, the easiest.
 * @type {(asking: Asking, moves: ReviewedMove[], board: BoardBefore) => object}
 */
function aboutTechnique(asking, moves, board) {
  const counts = TECHNIQUES.map((name) => moves.filter((move) => move.technique === name).length);
  const count = Math.max(...counts);
  const technique = TECHNIQUES[counts.indexOf(count)];
  const first = /** @type {ReviewedMove} */ (moves.find((move) => move.technique === technique));
  const proof = proofFor(asking, board(first), first);
  const sentence = phrase("review.advice.technique", {
    count,
    technique: phrase("technique", { technique, count: proof?.numbers.length ?? 1 }),
    number: first.number,
    reason: proof?.sentence ?? phrase("agreement", { method: "exact" }),
  });
  return { kind: "technique", technique, count, move: first.number, cell: first.overlooked, sentence };
}

/**
 * Why the overlooked cell was certain; null if that is too hard to prove.
 * @type {(asking: Asking, board: Board, move: ReviewedMove) => { numbers: number[], sentence: string } | null}
 */
function proofFor(asking, board, { overlooked }) {
  if (!overlooked) return null;
  const position = unflagged(asking, board);
  try {
    const found = proofOf(position, overlooked);
    return { numbers: found.numbers, sentence: proofSentence(position, found) };
  } catch (error) {
    if (error instanceof TooHard) return null;
    throw error;
  }
}

/** @param {ReviewedMove[]} worse */
function aboutGuesses(worse) {
  const worst = worse.reduce((one, other) => ((other.cost ?? 0) > (one.cost ?? 0) ? other : one));
  const sentence = phrase("review.advice.guess", {
    count: worse.length,
    number: worst.number,
    cell: worst.click.cell,
    best: worst.best,
    risk: worst.risk,
    best_risk: worst.bestRisk,
    cost: worst.cost ? points(worst.cost) : null,
  });
  return { kind: "guess", technique: null, count: worse.length, move: worst.number, cell: worst.best, sentence };
}
