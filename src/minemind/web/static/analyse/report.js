// What the editor's panel says about a position: the facts of its analysis with a summary, or what is wrong with it.

import { nothingFound } from "../advice/analysis.js";
import { phrase, renderer } from "../words/catalogue.js";
import { AnswerError } from "../game/errors.js";
import { outlineOf } from "./outline.js";
import { cellsText, messageOf, minesText, pairsText, sentence } from "../game/words.js";

/** @typedef {import("../advice/analysis.js").Findings} Findings */
/** @typedef {import("../game/board.js").Board} Board */
/** @typedef {import("../page/dom.js").Message} Message */

/**
 * @typedef {object} Trouble why there is no analysis
 * @property {unknown} error
 * @property {Map<number, string>} faults what is wrong, by cell
 * @property {string[]} said what is wrong, in words
 */
/** @typedef {Findings & { trouble: Trouble | null }} Answered */

/**
 * @param {Board} board
 * @param {unknown} error
 * @param {string} text
 * @returns {Answered}
 */
export function troubled(board, error, text) {
  const { grid } = board;
  /** @type {Map<number, string>} */
  const faults = new Map();
  const { cells, faults: told } = error instanceof AnswerError ? error : { cells: [], faults: [] };
  for (const cell of cells) faults.set(grid.index(...cell), messageOf(error));
  for (const { cell, sentence: words } of told) if (cell) faults.set(grid.index(...cell), words);
  const said = told.map(({ cell, sentence: fault }) => (cell ? phrase("message.fault-at", { cell, fault }) : fault));
  return { ...nothingFound(board, text), trouble: { error, faults, said } };
}

/**
 * @param {Board} board
 * @param {Answered} known
 * @returns {{ facts: [name: string, value: string | null][], message: Message, notes: string[] }}
 */
export function report(board, known) {
  const { mines } = board;
  const left =
    mines === null ? phrase("editor.unknown") : phrase("editor.mines", { count: mines, left: mines - board.flags() });
  /** @type {[string, string]} */
  const count = [phrase("page.mines"), left];
  return known.trouble ? ofTrouble(known.trouble, count) : ofFindings(board, known, count);
}

/** @type {(trouble: Trouble, count: [string, string]) => ReturnType<typeof report>} */
function ofTrouble({ error, faults, said }, count) {
  // Only a contradiction is an answer; if the board is too hard, the answer is unknown.
  const isContradiction = error instanceof AnswerError && error.kind === "Impossible";
  const isList = said.length > 1 || (said.length === 1 && faults.size > 0);
  return {
    facts: [[phrase("editor.solutions"), isContradiction ? "0" : "–"], count],
    message: {
      title: phrase(isContradiction ? "editor.impossible" : "advice.none"),
      text: isList ? "" : sentence(messageOf(error)),
      list: isList ? said : [],
      mood: "bad",
    },
    notes: [],
  };
}

/** @type {(board: Board, known: Findings, count: [string, string]) => ReturnType<typeof report>} */
function ofFindings(board, known, count) {
  const { answer, safe, mines, dead, fifties } = known;
  const outline = outlineOf(board);
  const outside = answer?.outside ?? null;
  return {
    facts: [
      [phrase("editor.solutions"), solutionsText(answer?.solutions ?? null)],
      [phrase("editor.certain"), phrase("editor.certain.counts", { safe: safe.size, mines: minesText(mines.size) })],
      count,
      [phrase("editor.outline"), String(outline.cells)],
      [phrase("editor.clusters"), String(outline.clusters)],
      [phrase("editor.components"), String(answer?.components?.length ?? 0)],
      [phrase("editor.outside"), outside === null ? null : phrase("editor.outside.each", { probability: outside })],
      [phrase("editor.fifty-fifties"), fifties.length ? pairsText(board.grid, fifties) : null],
      [phrase("editor.dead"), dead.size ? cellsText(board.grid, dead) : null],
    ],
    message: summary(known),
    notes: answer?.notes ?? [],
  };
}

/** @type {(solutions: string | null) => string} */
const solutionsText = (solutions) =>
  solutions === null ? phrase("editor.not-counted") : renderer().figures.count(solutions);

/**
 * @param {Findings} known
 * @returns {Message}
 */
function summary({ answer, safe, mines, risk }) {
  if (safe.size || mines.size) {
    const found = [
      ...(safe.size ? [phrase("editor.found.safe", { count: safe.size })] : []),
      ...(mines.size ? [minesText(mines.size)] : []),
    ];
    const title = phrase("editor.found", { found: found.join(", ") });
    return { title, text: phrase("editor.found.text"), mood: "good" };
  }
  if (!answer?.best) {
    const isUncertain = risk.some((probability) => probability > 0 && probability < 1);
    return { title: phrase(isUncertain ? "editor.no-best" : "editor.nothing-left") };
  }
  const { cell, probability } = answer.best;
  return { title: phrase("editor.nothing-certain"), text: phrase("editor.best", { cell, probability }) };
}
