// Hint: what to do next on a board, and why: the same as solve/hint.py, and tests hold the two equal. Certain cells come
// first, with a proof; where nothing is certain, the champion's guess.

import { phrase } from "../words/catalogue.js";
import { TooHard } from "../game/errors.js";
import { Analysis } from "./analysis.js";
import { advisedGuess, guessSentence } from "./guesses.js";
import { Prover, proofJson, proofSentence } from "./proofs.js";

/** @typedef {import("./guesses.js").Guess} Guess */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./proofs.js").Found} Found */
/** @typedef {import("../game/game.js").Setup["firstClick"]} FirstClick */
/** @typedef {Map<number, number>} Certain how many mines some hidden cells certainly hold */

/**
 * @typedef {object} Move a certain cell with its proof, unless that was too hard to find; a first click that is promised to
 *   be safe; or a guess
 * @property {number} index
 * @property {number} mines
 * @property {Found | null} [proof]
 * @property {FirstClick} [promise]
 * @property {Guess} [guess]
 */

// What all proofs of a board may take before its moves go without.
export const WORK = 100_000_000;

// The safe cells of which the best move is the one with the simplest proof.
const CELLS_COMPARED = 1_000;

/**
 * All certain moves, in reading order; where the board is too hard to count, only what single numbers and pairs make
 * certain.
 * @type {(position: Position) => { moves: Move[], areAll: boolean }}
 */
export function certainMoves(position) {
  const counted = analysed(position);
  const certain = certainCells(position, counted);
  if (counted instanceof TooHard && !certain.size) throw counted;
  const prover = new Prover(position, WORK);
  const moves = Array.from(certain, ([index, mines]) => ({
    index,
    mines,
    proof: unlessTooHard(() => prover.found(index, mines > 0)),
  }));
  return { moves, areAll: !(counted instanceof TooHard) };
}

/**
 * The next move: the certain cell with the simplest proof, wrong flags first and safe cells before mines, or else the best
 * guess after so many million units of work; null if no probability is known for any hidden cell.
 * @type {(position: Position, think: number) => Move | null}
 */
export function hintAt(position, think) {
  const counted = analysed(position);
  const certain = certainCells(position, counted);
  const wrong = [...certain].filter(([index, mines]) => !mines && position.doubted.has(index));
  if (certain.size) return simplest(new Prover(position, WORK), wrong.length ? new Map(wrong) : certain);
  if (counted instanceof TooHard) throw counted;
  return guessed(counted, think);
}

/**
 * The cell to open next: a safe one with the simplest proof, or the best guess.
 * @param {Analysis} analysis
 * @returns {Move | null}
 */
export function bestMove(analysis) {
  const safe = analysis.hiddenSafe.slice(0, CELLS_COMPARED);
  if (!safe.length) return guessed(analysis);
  return simplest(new Prover(analysis.position, WORK), new Map(safe.map((index) => [index, 0])));
}

/** @type {(analysis: Analysis, think?: number) => Move | null} */
function guessed(analysis, think = 0) {
  const guess = advisedGuess(analysis, think);
  return guess && { index: guess.index, mines: 0, guess };
}

/**
 * The analysis, or why there is none. Work that ran out is thrown at once: it does not decide what is certain.
 * @param {Position} position
 * @returns {Analysis | TooHard}
 */
export function analysed(position) {
  try {
    return new Analysis(position);
  } catch (error) {
    if (error instanceof TooHard && !error.isLate) return error;
    throw error;
  }
}

/**
 * The hidden cells of which it is certain how many mines they hold, in reading order.
 * @type {(position: Position, counted: Analysis | TooHard) => Certain}
 */
export function certainCells(position, counted) {
  const { asking, board, graph, faces } = position;
  const isCounted = !(counted instanceof TooHard);
  /** @type {Certain} */
  const certain = new Map();
  if (!isCounted || board.perCell > 1) {
    const known = asking.ask("propagate", graph.address, faces, board.perCell).list();
    known.forEach((mines, index) => position.isHidden(index) && mines >= 0 && certain.set(index, mines));
  }
  if (isCounted) {
    for (const index of counted.hiddenSafe) certain.set(index, 0);
    if (board.perCell === 1) for (const index of counted.hiddenMines) certain.set(index, 1);
  }
  return new Map([...certain].sort(([one], [other]) => one - other));
}

/**
 * @template Value
 * @param {() => Value} work
 */
function unlessTooHard(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooHard && !error.isLate) return null;
    throw error;
  }
}

/**
 * The move with the simplest proof; of equal ones the first, safe cells before mines. The first cell that takes a single
 * number is the simplest, whatever comes after it.
 * @type {(prover: Prover, certain: Certain) => Move}
 */
function simplest(prover, certain) {
  const order = [...certain].sort(([, one], [, other]) => Number(one > 0) - Number(other > 0));
  /** @type {Move | null} */
  let best = null;
  for (const [index, mines] of order) {
    const proof = unlessTooHard(() => prover.found(index, mines > 0));
    if (!proof) break;
    if (!best?.proof || isSimpler(proof, best.proof)) best = { index, mines, proof };
    if (proof.numbers.length === 1 && !proof.countsMines) break;
  }
  return best ?? { index: order[0][0], mines: order[0][1], proof: null };
}

/** @type {(one: Found, other: Found) => boolean} */
function isSimpler(one, other) {
  const difficulty = (/** @type {Found} */ { grade, together, numbers, steps }) => [
    grade,
    together,
    numbers.length,
    steps.length,
  ];
  const [mine, its] = [difficulty(one), difficulty(other)];
  const place = mine.findIndex((value, i) => value !== its[i]);
  return place >= 0 && mine[place] < its[place];
}

// ---- as JSON

/** @type {(position: Position, move: Move) => string} */
export function reasonOf(position, { guess, proof, promise }) {
  if (promise) return phrase("promise", { rule: promise });
  if (guess) return guessSentence(position, guess);
  return proof ? proofSentence(position, proof) : phrase("agreement", { method: "exact" });
}

/** @type {(move: Move) => number} */
export const riskOf = ({ guess, mines }) => guess?.risk ?? Number(mines > 0);

/** @type {(position: Position, move: Move) => object} */
export function moveJson(position, move) {
  const { index, mines, proof, guess } = move;
  return {
    cell: position.cell(index),
    action: mines > 0 ? "flag" : "open",
    mines,
    certain: !guess,
    probability: riskOf(move),
    reason: reasonOf(position, move),
    ...(proof && { proof: proofJson(position, proof) }),
    ...(guess && guessJson(position, guess)),
  };
}

/** @type {(position: Position, guess: Guess) => object} */
function guessJson(position, { win, next, progress, partner, runnersUp }) {
  return {
    win,
    next,
    progress,
    partner: partner === null ? null : position.cell(partner),
    runners_up: runnersUp.map(({ index, risk }) => ({ cell: position.cell(index), probability: risk })),
  };
}
