// Impossible: why a board contradicts itself. The same as solve/impossible.py; tests hold the two equal. The engine stops
// at the first contradiction; this file finds the reason.

import { phrase } from "../words/catalogue.js";
import { AnswerError, TooHard, faultText } from "../game/errors.js";
import { Refusal } from "./module.js";

/** @typedef {import("./position.js").Position} Position */

const UNCOUNTED = 1; // from the engine's enum of mine models

const FAULTS_IN_A_MESSAGE = 5;
const NUMBERS_IN_A_MESSAGE = 10;

// Leaving out one number at a time needs one analysis per number: this many take no noticeable time.
const MAX_NUMBERS_TRIED = 500;

/**
 * Why no layout fits the board; `numbers` are those that the engine found to clash, if numbers are the reason.
 * @type {(position: Position, numbers: number[]) => AnswerError}
 */
export function explainContradiction(position, numbers) {
  const faults = position.faults();
  if (faults.length) {
    const cells = faults.flatMap(({ cell }) => (cell ? [cell] : []));
    const said = listed(faults.map(faultText), FAULTS_IN_A_MESSAGE);
    return impossible(phrase("impossible.faults", { faults: said }), cells, faults);
  }
  if (!numbers.length) return impossible(phrase("impossible.count", { count: position.board.mines ?? 0 }), []);
  const clashing = clashingNumbers(position, numbers);
  const found = clashing.length ? clashing : numbers;
  const named = found.map((index) =>
    phrase("impossible.number", { number: String(position.faces[index]), cell: position.cell(index) }),
  );
  const message = phrase(clashing.length ? "impossible.numbers" : "impossible.around", {
    numbers: listed(named, NUMBERS_IN_A_MESSAGE),
  });
  return impossible(message, position.cells(found));
}

/** @type {(message: string, cells: import("../ask/answers.js").Cell[], faults?: import("../ask/answers.js").Fault[]) => AnswerError} */
const impossible = (message, cells, faults = []) => new AnswerError({ kind: "Impossible", message, cells, faults });

/** @type {(sentences: string[], most: number) => string} */
function listed(sentences, most) {
  const more = sentences.length > most ? [phrase("impossible.more", { count: sentences.length - most })] : [];
  return [...sentences.slice(0, most), ...more].join("; ");
}

/**
 * A minimal set of numbers that clash; empty if it would take too long to find.
 * @type {(position: Position, numbers: number[]) => number[]}
 */
function clashingNumbers(position, numbers) {
  let suspects = connected(position, numbers);
  try {
    if (suspects.length > MAX_NUMBERS_TRIED || !contradict(position, suspects)) return [];
    for (const number of suspects) {
      const without = suspects.filter((other) => other !== number);
      if (contradict(position, without)) suspects = without;
    }
  } catch (error) {
    if (error instanceof TooHard) return [];
    throw error;
  }
  return suspects;
}

/**
 * The numbers that are connected to these through hidden cells.
 * @type {(position: Position, numbers: number[]) => number[]}
 */
function connected({ faces, graph }, numbers) {
  const found = new Set(numbers);
  for (const number of found) {
    const hidden = graph.around(number).filter((cell) => faces[cell] < 0);
    for (const other of hidden.flatMap((cell) => graph.around(cell))) if (faces[other] >= 0) found.add(other);
  }
  return [...found].sort((one, other) => one - other);
}

/**
 * Whether these numbers alone have no solution, whatever the mine count.
 * @type {(position: Position, numbers: number[]) => boolean}
 */
function contradict(position, numbers) {
  const { asking, graph, board } = position;
  const faces = position.onlyNumbers(numbers);
  try {
    const found = asking.ask("analyse", graph.address, faces, board.perCell, UNCOUNTED, 0, 1);
    asking.engine.drop("analysis", found.number());
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
