// Why: the grounds for the judgement of a click: the proof of what was certain or missed, or the guesses compared. The
// same as Review.whys in review.py.

import { HIDDEN, isFlag } from "../../game/board.js";
import { TooHard } from "../../game/errors.js";
import { Analysis } from "../analysis.js";
import { Asking } from "../asking.js";
import { GAMES, candidateJson, candidatesOf } from "../guesses.js";
import { Position } from "../position.js";
import { Prover, proofJson } from "../proofs.js";

/** @typedef {import("../../ask/answers.js").Cell} Cell */
/** @typedef {import("../../game/board.js").Board} Board */
/** @typedef {import("./judgement.js").ReviewedMove} ReviewedMove */
/** @typedef {{ proof: object | null, guesses: object[] | null }} Why */

// The work allowed for one proof.
const PROOF_WORK = 2_000_000_000;

const PROVEN = new Set(["safe", "flag proven"]);

// No games are played to compare guesses: that would take half a second for each judgement.
const EFFORT = { think: 0, games: GAMES, seed: 0n };

/**
 * The grounds for the judgement of a move on this board; none if a proof is too hard to find.
 * @type {(asking: Asking, board: Board, move: ReviewedMove) => Why}
 */
export function whyOf(asking, board, move) {
  const own = new Asking(asking.engine, asking.left); // releases what this move needed before the next one
  try {
    return { proof: null, guesses: null, ...behind(own, board, move) };
  } catch (error) {
    if (error instanceof TooHard && !error.isLate) return { proof: null, guesses: null };
    throw error;
  } finally {
    own.close();
  }
}

/** @type {(asking: Asking, board: Board, move: ReviewedMove) => Partial<Why>} */
function behind(asking, board, move) {
  const certain = move.overlooked ? [move.overlooked] : PROVEN.has(move.kind) ? meantBy(board, move) : [];
  if (certain.length) return { proof: hardestProof(asking, board, certain) };
  if (!move.isRisk) return {};
  const analysis = new Analysis(unflagged(asking, board));
  const found = candidatesOf(analysis, EFFORT).map((each) => candidateJson(analysis, each));
  return { guesses: found.length ? found : null };
}

/** @type {(asking: Asking, board: Board, cells: Cell[]) => object} */
function hardestProof(asking, board, cells) {
  const position = unflagged(asking, board);
  const proofs = cells.map((cell) => proofOf(position, cell));
  return proofJson(
    position,
    proofs.reduce((one, other) => (other.grade > one.grade ? other : one)),
  );
}

/**
 * The proof of a certain cell, as the engine gives it.
 * @type {(position: Position, cell: Cell) => import("../proofs.js").Found}
 */
export function proofOf(position, cell) {
  const index = position.board.grid.index(...cell);
  const isMine = new Analysis(position).probability[index] === 1;
  return new Prover(position, PROOF_WORK).found(index, isMine);
}

/**
 * The position without flags, which prove nothing.
 * @type {(asking: Asking, board: Board) => Position}
 */
export function unflagged(asking, board) {
  const faces = board.faces.map((face) => (isFlag(face) ? HIDDEN : face));
  return new Position(asking, board.copy({ faces }));
}

/**
 * The cells that a click opens or flags; for a chord, the hidden cells around it.
 * @type {(board: Board, move: ReviewedMove) => Cell[]}
 */
function meantBy({ grid, faces }, { click: { action, cell } }) {
  if (action !== "chord") return [cell];
  const around = grid.around(grid.index(...cell)).filter((index) => faces[index] === HIDDEN);
  return around.toSorted((one, other) => one - other).map((index) => grid.cell(index));
}
