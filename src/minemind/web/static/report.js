// What the editor's panel says of a position: the facts of its analysis, a summary, or what is wrong with it.

import { nothingFound } from "./analysis.js";
import { ApiError } from "./api.js";
import { outlineOf } from "./outline.js";
import { cellText, cellsText, countText, messageOf, pairsText, percentText, sentence } from "./words.js";

/** @typedef {import("./analysis.js").Findings} Findings */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./dom.js").Message} Message */

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
  const { cells, faults: told } = error instanceof ApiError ? error : { cells: [], faults: [] };
  for (const cell of cells) faults.set(grid.index(...cell), messageOf(error));
  for (const { cell, sentence: words } of told) if (cell) faults.set(grid.index(...cell), words);
  const said = told.map(({ cell, sentence: words }) => (cell ? `${cellText(cell)} ${words}` : words));
  return { ...nothingFound(board, text), trouble: { error, faults, said } };
}

/**
 * @param {Board} board
 * @param {Answered} known
 * @returns {{ facts: [name: string, value: string | null][], message: Message, notes: string[] }}
 */
export function report(board, known) {
  const left = board.mines === null ? "unknown" : `${board.mines}, ${board.mines - board.flags()} left`;
  /** @type {[string, string]} */
  const count = ["Mines", left];
  return known.trouble ? ofTrouble(known.trouble, count) : ofFindings(board, known, count);
}

/** @type {(trouble: Trouble, count: [string, string]) => ReturnType<typeof report>} */
function ofTrouble({ error, faults, said }, count) {
  // Only a contradiction is an answer; of a board that is too hard, or a server that is busy, nothing is known.
  const isContradiction = error instanceof ApiError && error.kind === "Impossible";
  const isList = said.length > 1 || (said.length === 1 && faults.size > 0);
  return {
    facts: [["Solutions", isContradiction ? "0" : "–"], count],
    message: {
      title: isContradiction ? "This board is impossible" : "No answer",
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
      ["Solutions", answer?.solutions ? countText(answer.solutions) : "not counted"],
      ["Certain", `${safe.size} safe, ${mines.size} mine${mines.size === 1 ? "" : "s"}`],
      count,
      ["Outline cells", String(outline.cells)],
      ["Clusters", String(outline.clusters)],
      ["Components", String(answer?.components?.length ?? 0)],
      ["Elsewhere", outside === null ? null : `${percentText(outside)} each`],
      ["50/50 pairs", fifties.length ? pairsText(board.grid, fifties) : null],
      ["Dead cells", dead.size ? cellsText(board.grid, dead) : null],
    ],
    message: summary(known),
    notes: answer?.notes ?? [],
  };
}

/**
 * @param {Findings} known
 * @returns {Message}
 */
function summary({ answer, safe, mines, risk }) {
  if (safe.size || mines.size) {
    const parts = [safe.size && `${safe.size} safe`, mines.size && `${mines.size} mined`].filter(Boolean);
    return {
      title: `${parts.join(", ")}, for certain`,
      text: "Point at such a cell, or touch it with the magnifier, to see why.",
      mood: "good",
    };
  }
  if (!answer?.best) {
    const isUncertain = risk.some((probability) => probability > 0 && probability < 1);
    return { title: isUncertain ? "No best move was found" : "Nothing is left to open" };
  }
  const { cell, probability } = answer.best;
  const odds = probability === null ? "" : `, ${percentText(probability)} risk`;
  return { title: "Nothing is certain", text: `The safest cell is ${cellText(cell)}${odds}.` };
}
