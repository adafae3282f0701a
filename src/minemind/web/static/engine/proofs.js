// Proofs: why cells are certain, as a minimal set of numbers and steps that can be checked by eye. The same as
// solve/proof.py; tests hold the two equal. The engine finds them; here they are written in terms of the board.

import { HIDDEN, claimed, isFlag } from "../game/board.js";
import { phrase } from "../words/catalogue.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("./module.js").Reply} Reply */
/** @typedef {import("./position.js").Position} Position */

// In the engine's order, the easiest first.
export const TECHNIQUES = ["assumption", "single", "subset", "overlap", "sum", "mine count", "contradiction"];

/**
 * @typedef {object} Step
 * @property {string} technique
 * @property {number[]} numbers
 * @property {boolean} countsMines
 * @property {number[]} steps
 * @property {number[]} cells
 * @property {number} atLeast
 * @property {number} atMost
 * @property {number} depth
 * @property {number[]} subtracted
 */

/**
 * @typedef {object} Found a proof as the engine gives it: enough to compare proofs
 * @property {number} cell
 * @property {boolean} isMine
 * @property {number[]} numbers
 * @property {boolean} countsMines
 * @property {string} technique
 * @property {number} grade
 * @property {number} together
 * @property {Step[]} steps
 */

// Players' names for numbers in a row, by how many mines each still needs: see PATTERNS in solve/proof.py.
const PATTERNS = new Map([
  ["1,1", "1-1"],
  ["1,2", "1-2"],
  ["1,2,1", "1-2-1"],
  ["1,2,2,1", "1-2-2-1"],
  ...[3, 4, 5, 6, 7, 8].map((need) => /** @type {const} */ ([`1,${need}`, "1-2+"])),
]);
const LONGEST_PATTERN = 4;

/** Proves the certain cells of one position; deductions are reused for further cells. */
export class Prover {
  /**
   * @param {Position} position
   * @param {number} work the limit for all proofs together
   */
  constructor(position, work) {
    this.position = position;
    const { asking, board, graph, faces, flags } = position;
    const left = board.mines === null ? -1 : board.mines - flags;
    const made = asking.ask("make_prover", graph.address, faces, board.perCell, left, work);
    this.address = asking.keep("prover", made.number());
  }

  /**
   * The proof of a cell, which must be certain.
   * @type {(cell: number, isMine: boolean) => Found}
   */
  found(cell, isMine) {
    const reply = this.position.asking.look("prove", this.address, cell, isMine);
    return readProof(reply, cell, isMine);
  }

  /** @type {(cell: number, isMine: boolean) => ReturnType<typeof proofJson>} */
  proof(cell, isMine) {
    return proofJson(this.position, this.found(cell, isMine));
  }
}

/**
 * A proof as engine/wasm/proofs.cpp writes it.
 * @type {(reply: Reply, cell: number, isMine: boolean) => Found}
 */
export function readProof(reply, cell, isMine) {
  return {
    cell,
    isMine,
    numbers: reply.list(),
    countsMines: reply.flag(),
    technique: TECHNIQUES[reply.number()],
    grade: reply.number(),
    together: reply.number(),
    steps: reply.many(() => readStep(reply)),
  };
}

/** @type {(reply: Reply) => Step} */
const readStep = (reply) => ({
  technique: TECHNIQUES[reply.number()],
  numbers: reply.list(),
  countsMines: reply.flag(),
  steps: reply.list(),
  cells: reply.list(),
  atLeast: reply.number(),
  atMost: reply.number(),
  depth: reply.number(),
  subtracted: reply.list(),
});

/**
 * A proof in terms of its board.
 * @type {(position: Position, found: Found) => object}
 */
export function proofJson(position, found) {
  const { cell, isMine, numbers, countsMines, technique, grade, together, steps } = found;
  return {
    cell: position.cell(cell),
    is_mine: isMine,
    numbers: sortedCells(position, numbers),
    flags: position.cells(countsMines ? flagged(position) : flagsAround(position, numbers)),
    uses_mine_count: countsMines,
    technique,
    grade,
    together,
    pattern: ["subset", "overlap"].includes(technique) ? patternOf(position, numbers) : null,
    sentence: proofSentence(position, found),
    steps: steps.map((step) => stepJson(position, step)),
  };
}

/** @type {(position: Position, step: Step) => object} */
function stepJson(position, step) {
  return {
    technique: step.technique,
    numbers: sortedCells(position, step.numbers),
    subtracted: sortedCells(position, step.subtracted),
    uses_mine_count: step.countsMines,
    steps: step.steps,
    cells: sortedCells(position, step.cells),
    at_least: step.atLeast,
    at_most: step.atMost,
    depth: step.depth,
    sentence: stepSentence(position, step),
  };
}

/** @type {(position: Position, indices: number[]) => Cell[]} */
const sortedCells = (position, indices) => position.cells(indices.toSorted((one, other) => one - other));

/** @type {(position: Position, numbers: number[]) => { number: number, cell: Cell }[]} */
const named = (position, numbers) =>
  numbers.map((index) => ({ number: position.faces[index], cell: position.cell(index) }));

/** @type {(position: Position, found: Found) => string} */
export function proofSentence(position, { cell, isMine, numbers, countsMines }) {
  return phrase("proof", {
    kind: countsMines ? "mine count" : numbers.length === 1 ? "single" : "several",
    is_mine: isMine,
    cell: position.cell(cell),
    numbers: named(position, numbers),
    count: numbers.length,
    mines: countsMines ? position.board.mines : null,
  });
}

/** @type {(position: Position, step: Step) => string} */
function stepSentence(position, step) {
  const { technique, numbers, countsMines, steps, cells, atLeast, atMost, subtracted } = step;
  const added = numbers.filter((index) => !subtracted.includes(index));
  const fact = factOf(step, position.board.perCell);
  const mines = phrase("step.mines", { count: fact === "at most" ? atMost : atLeast });
  return phrase("step", {
    technique,
    numbers: named(position, numbers),
    added: added.length ? named(position, added) : null,
    subtracted: subtracted.length ? named(position, subtracted) : null,
    count: numbers.length,
    mines: countsMines ? position.board.mines : null,
    fact,
    says: phrase("step.fact", { fact, cells: position.cells(cells), count: cells.length, mines }),
    built_on: steps.length,
    steps: steps.map((place) => ({ step: place + 1 })),
  }).trimEnd();
}

/**
 * What kind of fact a step states about its cells.
 * @type {(step: Step, perCell: number) => string}
 */
function factOf({ cells, atLeast, atMost }, perCell) {
  const capacity = cells.length * perCell;
  if (!cells.length) return "impossible";
  if (atMost === 0) return "safe";
  if (atLeast === capacity && perCell === 1) return "mine";
  if (atLeast === atMost) return "exactly";
  return atMost < capacity ? "at most" : "at least";
}

// ---- flags that are trusted, and the names of patterns

/** @param {Position} position */
function flagged({ faces }) {
  return [...faces.keys()].filter((index) => isFlag(faces[index]));
}

/** @type {(position: Position, numbers: number[]) => number[]} */
function flagsAround({ faces, graph, flags }, numbers) {
  if (!flags) return [];
  const around = new Set(numbers.flatMap((number) => graph.around(number)).filter((index) => isFlag(faces[index])));
  return [...around].sort((one, other) => one - other);
}

/**
 * The players' name for the row or column of numbers from the first to the last number of the proof. The names apply only
 * to the usual board: square, reach 1, one mine per cell.
 * @type {(position: Position, numbers: number[]) => string | null}
 */
function patternOf(position, numbers) {
  const { topology, reach } = position.board.grid;
  if (topology !== "square" || reach !== 1 || position.board.perCell !== 1 || numbers.length < 2) return null;
  const line = lineBetween(position, numbers[0], numbers[numbers.length - 1]);
  if (!line?.every((index) => position.faces[index] >= 0)) return null;
  const needs = line.map((index) => needOf(position, index));
  if (needs.join() === "1,1") return differences(position, line) === 1 ? "1-1" : "1-1+";
  return PATTERNS.get(needs.join()) ?? PATTERNS.get(needs.toReversed().join()) ?? null;
}

/**
 * The cells of a short row or column, both ends included.
 * @type {(position: Position, first: number, last: number) => number[] | null}
 */
function lineBetween(position, first, last) {
  const [[top, left], [bottom, right]] = [position.cell(first), position.cell(last)];
  const length = bottom - top + right - left;
  if ((top !== bottom && left !== right) || length >= LONGEST_PATTERN) return null;
  const step = top === bottom ? 1 : position.board.grid.cols;
  return Array.from({ length: Math.max(0, length + 1) }, (_, place) => first + place * step);
}

/** @type {(position: Position, number: number) => number} */
const needOf = ({ faces, graph }, number) => faces[number] - graph.sumAround(number, (index) => claimed(faces[index]));

/** @type {(position: Position, line: number[]) => number} */
function differences({ faces, graph }, [one, other]) {
  const hidden = (/** @type {number} */ number) => graph.around(number).filter((index) => faces[index] === HIDDEN);
  const [mine, its] = [hidden(one), hidden(other)];
  return mine.filter((index) => !its.includes(index)).length + its.filter((index) => !mine.includes(index)).length;
}
