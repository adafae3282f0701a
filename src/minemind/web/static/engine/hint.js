// Hint: what to do next on a board, and why. The same as solve/hint.py; tests hold the two equal. Certain cells come
// first, with a proof; if nothing is certain, the champion's guess.

import { phrase } from "../words/catalogue.js";
import { TooHard } from "../game/errors.js";
import { Analysis } from "./analysis.js";
import { advisedGuess, guessSentence } from "./guesses.js";
import { Prover, proofJson, proofSentence } from "./proofs.js";

/** @typedef {import("./guesses.js").Guess} Guess */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./proofs.js").Found} Found */
/** @typedef {import("../game/game.js").Setup["firstClick"]} FirstClick */
/** @typedef {Map<number, number>} Certain hidden cells whose mine count is certain, with that count */

/**
 * @typedef {object} Move a certain cell with its proof, if one could be found; a first click that is promised to be safe;
 *   or a guess
 * @property {number} index
 * @property {number} mines
 * @property {Found | null} [proof]
 * @property {FirstClick} [promise]
 * @property {Guess} [guess]
 */

// The work allowed for all proofs of a board; after that, moves come without a proof.
export const WORK = 100_000_000;

// How many safe cells are compared to find the one with the simplest proof.
const CELLS_COMPARED = 1_000;

/**
 * All certain moves, in reading order; if the board is too hard to count, only what follows from single numbers and
 * pairs.
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
 * The next move: the certain cell with the simplest proof, wrong flags first and safe cells before mines; otherwise the
 * best guess after `think` million units of work; null if no hidden cell has a known probability.
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
 * The analysis, or the error that says why there is none. Running out of work is thrown at once: it says nothing about
 * which cells are certain.
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
 * The hidden cells whose mine count is certain, in reading order.
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
 * The move with the simplest proof; of equals the first, safe cells before mines. Nothing is simpler than a proof from a
 * single number, so the search stops at the first one.
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
