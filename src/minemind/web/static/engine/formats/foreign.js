// Layouts from other programs, whose headers do not follow the grammar or do not match the cells below. What the
// grammar accepts is taken as it is; what it refuses is repaired if only one meaning is possible, with a note that says
// how: foreign.py.

import { phrase } from "../../words/catalogue.js";
import { AnswerError, faultText } from "../../game/errors.js";
import { TextError, fault } from "../../game/header.js";
import { boardIn, layoutIn, readSource } from "../source.js";
import { textIn } from "./bytes.js";

/** @typedef {import("../../game/notation.js").Source} Source */

// Numbers of at most nine digits, with any spacing, and perhaps no mine count.
const HEADER = /^ *([0-9]{1,9}) +([0-9]{1,9})(?: +([0-9]{1,9}|\?))?((?: +[a-z]+=[^ ]+)*) *$/;

/**
 * A layout, as it stands or repaired, and what was assumed.
 * @param {Uint8Array} content
 */
export function readForeign(content) {
  const given = tried(() => layoutIn(readSource(content)));
  if (given) return given;
  const { text, notes: mending } = mended(content);
  try {
    const { layout, notes } = layoutIn(readSource(text));
    return { layout, notes: [...mending, ...notes] };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    checkNoPosition(text);
    throw error;
  }
}

/**
 * What was read, or null if it is not a board.
 * @template Value
 * @param {() => Value} read
 */
function tried(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof TextError) return null;
    throw error;
  }
}

/**
 * For a position, throw one clear error; otherwise every cell would be reported as a fault.
 * @param {string | Uint8Array} text
 */
function checkNoPosition(text) {
  try {
    boardIn(readSource(text));
  } catch (error) {
    if (error instanceof AnswerError) return;
    throw error;
  }
  throw new TextError([fault(phrase("foreign.position"))]);
}

/** @typedef {{ text: string | Uint8Array, notes: string[] }} Mended */

/**
 * The text as the grammar wants it, with every line in its place, and what that assumes; unchanged if the meaning is
 * not clear.
 * @param {Uint8Array} content
 * @returns {Mended}
 */
function mended(content) {
  const text = textIn(content);
  if (text === null) return { text: content, notes: [] };
  const lines = text
    .replace(/^\ufeff/, "")
    .replaceAll("\t", " ")
    .split("\n")
    .map((line) => line.replace(/\r+$/, ""));
  const filled = lines.flatMap((line, place) => (/[^ ]/.test(line) ? [place] : []));
  const header = filled.length ? HEADER.exec(lines[filled[0]]) : null;
  if (!header) return { text: lines.join("\n"), notes: [] };
  if (filled.length === 1) throw new TextError([fault(phrase("foreign.nothing-below"), filled[0] + 1)]);
  return headed(lines, header, filled[0], filled[1]);
}

/**
 * The text with a correct header; `first` and `second` are the first two lines that are not blank.
 * @type {(lines: string[], match: RegExpExecArray, first: number, second: number) => Mended}
 */
function headed(lines, [, rows, cols, mines, options], first, second) {
  const count = [mines ?? "?", ...options.split(" ").filter(Boolean)].join(" ");
  // Blank lines below the header are rows of free cells if the header counts them; otherwise they mean nothing.
  for (const place of new Set([first, second - 1])) {
    const text = placed(`${rows} ${cols} ${count}`, place, lines);
    if (tried(() => readSource(text).rows[0].line) === place + 2) return { text, notes: [] };
  }
  const shape = clearShape(lines.slice(second));
  // The line may just as well be a row with a wrong number.
  if (!shape || isSeparated([lines[first], ...lines.slice(second)])) return { text: lines.join("\n"), notes: [] };
  const found = shape.join("×");
  const sentence = phrase("foreign.other-shape", { said: `${rows}×${cols}`, found });
  return {
    text: placed(`${shape.join(" ")} ${count}`, second - 1, lines),
    notes: [faultText(fault(sentence, first + 1))],
  };
}

/**
 * The header on this line, with the rest below it and blank lines above.
 * @type {(header: string, place: number, lines: string[]) => string}
 */
const placed = (header, place, lines) => [...new Array(place).fill(""), header, ...lines.slice(place + 1)].join("\n");

/**
 * Whether these are rows of equally many tokens, separated by blanks.
 * @param {string[]} lines
 */
function isSeparated(lines) {
  const source = unheaded(lines);
  return source !== null && source.rows[0].isSeparated && !source.notes.length;
}

/**
 * The lines read as rows, or null if that is impossible.
 * @param {string[]} lines
 * @returns {Source | null}
 */
const unheaded = (lines) => tried(() => readSource(lines.join("\n"), { isHeaded: false }));

/**
 * The size of cells that need no header: a full rectangle with mines, in which no space can be a cell.
 * @param {string[]} lines
 */
function clearShape(lines) {
  const source = lines.some((line) => /[*M]/.test(line)) ? unheaded(lines) : null;
  if (!source || source.notes.length || source.faults.length) return null;
  const isClear = source.rows[0].isSeparated || !source.rows.some((row) => row.text.includes(" "));
  return isClear ? [source.header.rows, source.header.cols] : null;
}
