// Answers: every question that the page asks, answered by the engine, with the same JSON as answers/questions.py on the
// server; tests compare the two. It runs in the worker, and in Node for the tests.

import { phrase } from "../words/catalogue.js";
import { keptAt } from "../game/board.js";
import { AnswerError, TooHard, invalid } from "../game/errors.js";
import { Analysis } from "./analysis.js";
import { generated, seedIn } from "./deals.js";
import { positionOf } from "./flags.js";
import { componentsJson } from "./frontier.js";
import { GAMES, MILLION, THINK, candidateJson, candidatesOf } from "./guesses.js";
import { bestMove, certainMoves, hintAt, moveJson, reasonOf, riskOf } from "./hint.js";
import { THINK as GLANCE, oddsJson } from "./odds.js";
import { Prover } from "./proofs.js";
import { countSolutions } from "./solutions.js";
import { within } from "./within.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./hint.js").FirstClick} FirstClick */
/** @typedef {import("./hint.js").Move} Move */
/** @typedef {import("./module.js").EngineModule} EngineModule */
/** @typedef {import("./flags.js").AboutAGame} AboutAGame */
/** @typedef {import("./position.js").Position} Position */

// The work allowed for one proof; on Expert boards it takes some thousands of units.
const PROOF_WORK = 200_000_000;

/** @type {(asking: Asking, body: AboutAGame & { frontier?: boolean }) => object} */
function analyse(asking, body) {
  const position = positionOf(asking, body);
  const analysis = new Analysis(position);
  /** @type {string[]} */
  const missing = [];
  const part = parts(missing);
  const solutions = part("solutions", () => String(countSolutions(analysis)));
  const best = part("best", () => bestJson(analysis));
  const dead = part("dead", () => position.cells(analysis.dead()));
  const pairs = part("fifty-fifties", () => analysis.fiftyFifties().map((pair) => sortedCells(position, pair)));
  const frontier = body.frontier ? frontierJson(analysis, part, missing) : {};
  return {
    ...position.about([...position.notes, ...missing]),
    method: "exact",
    exact: true,
    quality: "exact",
    solutions,
    safe: sortedCells(position, analysis.safe),
    certain_mines: sortedCells(position, analysis.mines),
    probability: byRow(position, analysis.probability),
    best,
    dead,
    fifty_fifties: pairs,
    ...frontier,
  };
}

/**
 * Computes a part of an answer. If that fails, the part is null, with a note that it is missing; the rest is still
 * answered.
 * @typedef {<Value>(what: "solutions" | "best" | "dead" | "fifty-fifties" | "components", work: () => Value) => Value | null} Part
 */

/** @type {(missing: string[]) => Part} */
const parts = (missing) => (what, work) => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TooHard)) throw error;
    missing.push(phrase(`missing.${what}.${error.isLate ? "time" : "hard"}`));
    return null;
  }
};

/** @type {(analysis: Analysis, part: Part, missing: string[]) => object} */
function frontierJson(analysis, part, missing) {
  const components = part("components", () => componentsJson(analysis));
  const uncounted = components?.filter(({ solutions }) => solutions === null).length ?? 0;
  if (uncounted) missing.push(phrase("missing.ways", { count: uncounted }));
  return { components, outside: components && known(analysis.outside) };
}

/** @param {Analysis} analysis */
function bestJson(analysis) {
  const move = bestMove(analysis);
  const { position } = analysis;
  return move && { cell: position.cell(move.index), probability: riskOf(move), reason: reasonOf(position, move) };
}

/** @type {(position: Position, indices: number[]) => Cell[]} */
const sortedCells = (position, indices) => position.cells(indices.toSorted((one, other) => one - other));

/** @type {(value: number) => number | null} */
const known = (value) => (Number.isNaN(value) ? null : value);

/** @type {(position: Position, values: Float64Array) => (number | null)[][]} */
function byRow({ board: { grid } }, values) {
  return Array.from({ length: grid.rows }, (_, row) =>
    Array.from(values.subarray(row * grid.cols, (row + 1) * grid.cols), known),
  );
}

/** @type {(asking: Asking, body: AboutAGame & { all?: boolean, think?: number }) => object} */
function hint(asking, body) {
  const think = body.think ?? 0;
  asking.work += think * MILLION;
  const position = positionOf(asking, body);
  const { moves, areAll } = body.all ? certainMoves(position) : { moves: bestOnly(position, think), areAll: true };
  const notes = areAll ? position.notes : [...position.notes, phrase("missing.moves.hard")];
  const said = body.promise ? promised(position, moves, body.promise) : moves;
  return { ...position.about(notes), moves: said.map((move) => moveJson(position, move)) };
}

/**
 * Before a promised first click, the best guess becomes a move that is certain to be safe.
 * @type {(position: Position, moves: Move[], promise: FirstClick) => Move[]}
 */
function promised(position, moves, promise) {
  const [first] = moves.length ? moves : bestOnly(position, 0);
  if (!first?.guess) return moves;
  return [{ index: first.index, mines: 0, promise: keptAt(position.board, first.index, promise) }];
}

/** @type {(position: Position, think: number) => Move[]} */
function bestOnly(position, think) {
  const best = hintAt(position, think);
  return best ? [best] : [];
}

/** @type {(asking: Asking, body: AboutAGame & { cell: Cell }) => object} */
function explain(asking, body) {
  const position = positionOf(asking, body);
  const [row, col] = body.cell;
  const index = position.graph.index(body.cell);
  const probability = new Analysis(position).probability[index];
  if (!position.isHidden(index)) throw invalid(`(${row}, ${col}) is not hidden; ask about a hidden cell`);
  if (probability !== 0 && probability !== 1)
    throw invalid(phrase("uncertain", { cell: body.cell, probability: known(probability) }));
  return { ...position.about(), ...new Prover(position, PROOF_WORK).proof(index, probability === 1) };
}

/** @type {(asking: Asking, body: AboutAGame & { think?: number, games?: number, seed?: string | number }) => object} */
function guesses(asking, body) {
  const effort = { think: body.think ?? THINK, games: body.games ?? GAMES, seed: seedIn(body.seed ?? 0) };
  asking.work += 2 * effort.think * MILLION;
  const position = positionOf(asking, body);
  const analysis = new Analysis(position);
  const found = body.promise ? [] : candidatesOf(analysis, effort);
  return { ...position.about(), candidates: found.map((each) => candidateJson(analysis, each)) };
}

/** @type {(asking: Asking, body: AboutAGame & { cell: Cell, wins?: boolean }) => object} */
function cell(asking, body) {
  asking.work += 2 * GLANCE * MILLION;
  const position = positionOf(asking, body);
  return { ...position.about(), ...oddsJson(new Analysis(position), position.graph.index(body.cell), body.wins) };
}

// Files, recorded games, and boards for modes of play: a first visit does not wait for these.
export async function loadLater() {
  try {
    return await import("./later.js");
  } catch {
    throw new AnswerError({ message: phrase("engine.unloaded") });
  }
}

/**
 * @param {keyof typeof import("./later.js").LATER} name
 * @returns {(engine: EngineModule, body: any) => Promise<object>}
 */
const later = (name) => async (engine, body) => (await loadLater()).LATER[name](engine, body);

export const ANSWERS = {
  analyse: within(analyse),
  hint: within(hint),
  explain: within(explain),
  guesses: within(guesses),
  cell: within(cell),
  generate: within(generated),
  metrics: later("metrics"),
  convert: later("convert"),
  review: later("review"),
  // Asked only by the page.
  redeal: later("redeal"),
  rival: later("rival"),
  practise: later("practise"),
};
