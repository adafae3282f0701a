// Which kind of text something is, and what it holds. Text with `*` or `M` is a layout, JSON a saved game, and anything
// else a position; with annotated cells it is a solution, and several of one shape are configurations: reading.py.

import { TextError, fault } from "../../game/header.js";
import { Played } from "../played.js";
import { boardIn, isSolution, readSource, showsMines } from "../source.js";
import { bytesOfSigns, signs, startsWith, textIn, unindented, withoutMark } from "./bytes.js";
import { parsed } from "./document.js";
import { readForeign } from "./foreign.js";
import { savedGame } from "./saved.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("../../game/board.js").Board} Board */
/** @typedef {import("../../game/notation.js").Source} Source */

/**
 * @typedef {object} Read what a text holds, and what was assumed when reading it
 * @property {import("../../ask/answers.js").Kind} kind
 * @property {Board} board of configurations, the first
 * @property {Played | null} game a layout is a game that has not begun
 * @property {string[]} boards the configurations, as they stand
 * @property {string[]} notes
 */

const MAX_BOARDS = 1_000; // configurations of a text that are looked at

/** @type {(asking: Asking, content: Uint8Array) => Read} */
export function read(asking, content) {
  const none = { game: null, boards: [], notes: [] };
  if (startsWith(unindented(withoutMark(content)), "{")) {
    const game = savedGame(asking, parsed(withoutMark(content), "game"));
    return { ...none, kind: "game", board: game.board, game };
  }
  const source = takenApart(content);
  if (source instanceof TextError ? /[*M]/.test(signs(content)) : showsMines(source)) {
    const { layout, notes } = readForeign(content);
    const game = Played.on(asking, layout); // as it lies
    return { ...none, kind: "layout", board: game.board, game, notes };
  }
  const texts = blocks(content);
  if (texts.length > 1) return { ...none, ...configurations(texts.slice(0, MAX_BOARDS)) };
  if (source instanceof TextError) throw source;
  const { board, notes } = boardIn(source);
  return { ...none, kind: isSolution(source) ? "solution" : "position", board, notes };
}

/**
 * The text, or why it cannot be taken apart as it is.
 * @param {Uint8Array} content
 */
function takenApart(content) {
  try {
    return readSource(content);
  } catch (error) {
    if (error instanceof TextError) return error;
    throw error;
  }
}

/**
 * The boards of a text, separated by blank lines.
 * @param {Uint8Array} content
 */
function blocks(content) {
  const text = signs(content)
    .replace(/^[\r\n]+/, "")
    .replace(/[\r\n]+$/, "");
  const found = text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((block) => /[^ \t\n\r\v\f]/.test(block));
  return found.map(bytesOfSigns);
}

/** @type {(texts: Uint8Array[]) => { kind: "configurations", board: Board, boards: string[], notes: string[] }} */
function configurations(texts) {
  const found = texts.map((text) => boardIn(readSource(text)));
  const shape = shapeOf(found[0].board);
  const other = found.findIndex(({ board }) => shapeOf(board) !== shape);
  if (other >= 0) {
    const sentence = `board ${other + 1} has another shape than the first; all configurations must belong to one board`;
    throw new TextError([fault(sentence)]);
  }
  const notes = [...new Set(found.flatMap((each) => each.notes))];
  return { kind: "configurations", board: found[0].board, boards: texts.map((text) => textIn(text) ?? ""), notes };
}

/** @param {Board} board */
const shapeOf = ({ grid: { rows, cols, topology, reach, holes } }) =>
  [rows, cols, topology, reach, ...[...holes].sort((one, next) => one - next)].join(" ");
