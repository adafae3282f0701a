// Errors, which take the place of an answer: the kinds of minemind/errors.py, in the form of the API.

/** @typedef {import("../ask/answers.js").Fault} Fault */
/** @typedef {import("../ask/answers.js").Trouble} Trouble */

const FAULTS_IN_A_MESSAGE = 5;

export class AnswerError extends Error {
  /** @param {Partial<Trouble> & { message: string }} trouble */
  constructor({ kind = "Error", message, cells = [], faults = [] }) {
    super(message);
    this.kind = kind;
    this.cells = cells;
    this.faults = faults;
  }

  /** @returns {Trouble} */
  toJSON() {
    const { kind, message, cells, faults } = this;
    return { kind, message, cells, faults };
  }
}

/** An answer would take more work or memory than allowed. */
export class TooHard extends AnswerError {
  /**
   * @param {string} message
   * @param {boolean} isLate whether the work ran out
   */
  constructor(message, isLate = false, kind = "TooHard") {
    super({ kind, message });
    this.isLate = isLate;
  }
}

/** @param {string} message */
export const invalid = (message) => new AnswerError({ kind: "InvalidValue", message });

/**
 * The error for a text that is not a board, with all its faults.
 * @param {Fault[]} faults
 */
export function unreadable(faults) {
  const cells = faults.flatMap(({ cell }) => (cell ? [cell] : []));
  return new AnswerError({ kind: "ParseError", message: listed(faults.map(faultText)), cells, faults });
}

/**
 * The sentences in one line; of many, only the first ones.
 * @param {string[]} sentences
 */
function listed(sentences) {
  const more = sentences.length - FAULTS_IN_A_MESSAGE;
  return [...sentences.slice(0, FAULTS_IN_A_MESSAGE), ...(more > 0 ? [`… and ${more} more`] : [])].join("; ");
}

/**
 * A fault, and where it is.
 * @param {Fault} fault
 */
export function faultText({ sentence, cell = null, line = null, column = null }) {
  if (line !== null) return `line ${line}${column === null ? "" : `, column ${column}`}: ${sentence}`;
  return cell ? `(${cell[0]}, ${cell[1]}): ${sentence}` : sentence;
}

/**
 * Whole numbers as messages write them: 12,345.
 * @param {number | bigint} number
 */
export const grouped = (number) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ",");

/**
 * A number with its noun: `1 mine`, `2 mines`.
 * @type {(number: number, noun: string) => string}
 */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
