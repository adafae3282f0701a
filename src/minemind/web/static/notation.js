// The text of a board, taken apart into a header and rows of tokens: the grammar of docs/notation.md, as notation.py
// has it. What people paste goes through the server; here are read texts that the page keeps as they were written, such
// as solutions and configurations. Shared case files hold the two readers equal.

import { meanings, standard } from "./dialect.js";
import { HEADER, TextError, counted, fault, numberIn, plain, readHeader } from "./header.js";

export { TextError } from "./header.js";

/** @typedef {import("./header.js").Header} Header */
/** @typedef {import("./header.js").Fault} Fault */
/** @typedef {{ line: number, text: string }} Line */
/** @typedef {{ line: number, text: string, tokens: string[], isSeparated: boolean }} Row */
/** @typedef {{ header: Header, rows: Row[], faults: Fault[], notes: Fault[] }} Source */

export const HOLE = "_";
const QUOTED = 20; // characters of a text that a message quotes

// One character, or a number, perhaps behind a mark.
const TOKEN = /^(?:[^ \t]|[!F*M]?[0-9]+)$/u;
const CHUNK = /[^ \t]+/gu;
const LONG_CHUNK = /[^ \t]{2,}/gu;

/**
 * Take a text apart. Rows may be shorter than the header says: what is missing is hidden, or free.
 * @param {string} text
 * @returns {Source}
 */
export function readText(text) {
  const given = standard(text);
  const { lines, blankEnd } = linesOf(given.text);
  const match = HEADER.exec(lines[0].text);
  const source = match ? headed(lines, blankEnd, readHeader(match, lines[0].line)) : unheaded(rowsOf(lines));
  return given.isForeign ? withoutMarks(source, given.notes) : source;
}

/**
 * The same in our own characters, with what was assumed.
 * @type {(source: Source, assumed: Fault[]) => Source}
 */
function withoutMarks(source, assumed) {
  const { found, notes } = meanings(source.rows.map((row) => row.tokens));
  const written = (/** @type {string} */ text) => [...text].map((letter) => found.get(letter) ?? letter).join("");
  const rows = source.rows.map((row) => ({ ...row, text: written(row.text), tokens: row.tokens.map(written) }));
  return { ...source, rows: found.size ? rows : source.rows, notes: [...assumed, ...notes, ...source.notes] };
}

/**
 * Whether this can be one cell; else several stand side by side where blanks should keep them apart.
 * @param {string} text
 */
export const isToken = (text) => lengthOf(text) === 1 || TOKEN.test(text);

/**
 * The count behind a mark, one if there is none; null for any other token, and for a count of nothing.
 * @param {string} marks
 * @param {string} token
 */
export function countAfter(marks, token) {
  if (!marks.includes(token[0])) return null;
  return token.length === 1 ? 1 : numberIn(token.slice(1)) || null;
}

/**
 * The column, from one, at which a token of a row starts.
 * @param {Row} row
 * @param {number} place
 */
export function columnOf(row, place) {
  if (!row.isSeparated) return place + 1;
  const start = [...row.text.matchAll(CHUNK)][place].index;
  return [...row.text.slice(0, start)].length + 1;
}

// ---- lines and rows

/**
 * The lines with their numbers, and the blank ones of spaces after them. A byte-order mark, empty lines at either end
 * and blanks at the end of a line do not count.
 * @param {string} text
 */
function linesOf(text) {
  const raw = text.replace(/^\ufeff/, "").split("\n");
  const lines = raw.map((line, place) => ({ line: place + 1, text: line.replace(/\r$/, "").replace(/[ \t]+$/, "") }));
  const filled = lines.filter((_, place) => raw[place].replace(/\r$/, ""));
  const ends = lines.filter((line) => line.text);
  if (!ends.length) throw new TextError([fault("the text is empty; write one line per row and one token per cell")]);
  const last = ends[ends.length - 1].line;
  return { lines: lines.slice(filled[0].line - 1, last), blankEnd: filled.filter(({ line }) => line > last) };
}

/** @type {(text: string) => string[]} */
const chunks = (text) => text.match(CHUNK) ?? [];
/** @type {(text: string) => number} */
const lengthOf = (text) => [...text].length;
/** @type {(rows: Row[]) => number} */
const widthOf = (rows) => Math.max(...rows.map((row) => row.tokens.length));

/**
 * @param {Line[]} lines
 * @param {boolean} hasLongTokens
 * @returns {Row[]}
 */
function rowsOf(lines, hasLongTokens = false) {
  if (!isSeparated(lines, hasLongTokens)) return characters(lines);
  return lines.map(({ line, text }) => ({ line, text, tokens: chunks(text), isSeparated: true }));
}

/** @type {(lines: Line[]) => Row[]} */
const characters = (lines) => lines.map(({ line, text }) => ({ line, text, tokens: [...text], isSeparated: false }));

/**
 * Whether most lines keep every two cells apart by blanks, and some line has two. `11` and `*2` are single cells where
 * the header says so, or where all lines have equally many; elsewhere they are two cells side by side.
 * @param {Line[]} lines
 * @param {boolean} hasLongTokens
 */
function isSeparated(lines, hasLongTokens) {
  if (!lines.some(({ text }) => /[ \t]/.test(text.replace(/^[ \t]+/, "")))) return false;
  const counts = new Set(lines.filter(({ text }) => text).map(({ text }) => chunks(text).length));
  const mayBeLong = hasLongTokens || counts.size === 1;
  const isApart = (/** @type {Line} */ { text }) =>
    (text.match(LONG_CHUNK) ?? []).every((chunk) => mayBeLong && TOKEN.test(chunk));
  return 2 * lines.filter(isApart).length > lines.length;
}

// ---- with a header, and without

/**
 * @param {Line[]} lines
 * @param {Line[]} blankEnd
 * @param {{ header: Header, faults: Fault[] }} found
 * @returns {Source}
 */
function headed(lines, blankEnd, { header, faults }) {
  const body = lines.slice(1);
  const turned = { ...header, rows: header.cols, cols: header.rows };
  const readings = body.length ? [...readingsOf(body, blankEnd, header)] : [];
  const hasShape = (/** @type {Row[]} */ rows, /** @type {Header} */ wanted) =>
    rows.length === wanted.rows && widthOf(rows) === wanted.cols;
  const as = (/** @type {Header} */ wanted, /** @type {Row[]} */ rows, /** @type {Fault[]} */ notes) => ({
    header: wanted,
    rows,
    faults: [...faults, ...glued(rows, wanted.cols)],
    notes: [...notes, ...shortRows(rows, wanted.cols)],
  });
  for (const rows of readings) {
    if (hasShape(rows, header)) return as(header, rows, []);
    if (hasShape(rows, turned)) return as(turned, rows, [turnedNote(turned, lines[0].line)]);
  }
  if (readings.length && isNarrower(readings[0], header, lines[0].text)) return as(header, readings[0], []);
  return firstRowAfterAll(lines, header);
}

/**
 * The ways to read the lines below a header; the first that has its shape is right.
 * @param {Line[]} body
 * @param {Line[]} blankEnd
 * @param {Header} header
 * @returns {Generator<Row[]>}
 */
function* readingsOf(body, blankEnd, header) {
  const rows = rowsOf(body, header.perCell > 1 || header.reach > 1);
  if (rows[0].isSeparated) yield rows;
  // A layout of few mines among blanks for free cells looks like a ragged separated one, but for the width.
  if (!rows[0].isSeparated || shortRows(rows, widthOf(rows)).length)
    yield characters([...body, ...blankEnd.slice(0, Math.max(0, header.rows - body.length))]);
  // One column of tokens that are longer than a character: only its header tells it from several columns.
  if (body.every(({ text }) => TOKEN.test(text)))
    yield body.map(({ line, text }) => ({ line, text, tokens: [text], isSeparated: true }));
}

/**
 * Whether all rows are short, but as many as the header says. Separated ones that are as long as the line of the header
 * are not: that may be one of them.
 * @param {Row[]} rows
 * @param {Header} header
 * @param {string} line
 */
function isNarrower(rows, header, line) {
  const mayBeARow = rows[0].isSeparated && chunks(line).length === widthOf(rows);
  return rows.length === header.rows && widthOf(rows) < header.cols && !mayBeARow;
}

/**
 * @param {Row[]} rows
 * @returns {Source}
 */
function unheaded(rows) {
  const [height, width] = [rows.length, widthOf(rows)];
  const [first] = rows;
  const size = first.tokens.slice(0, 2).map(numberIn).join(" ");
  const isSize = [`${height - 1} ${width}`, `${width} ${height - 1}`].includes(size);
  if (first.isSeparated && first.tokens.length < width && isSize) {
    const wanted = `write ${height - 1} ${width} and the mine count (or ?), separated by single spaces`;
    throw new TextError([fault(`'${first.text}' looks like a header; ${wanted}`, first.line)]);
  }
  return { header: plain(height, width), rows, faults: glued(rows, width), notes: shortRows(rows, width) };
}

/**
 * A first line of three numbers that is no header for what follows: a row like the others, or a mistake.
 * @param {Line[]} lines
 * @param {Header} header
 * @returns {Source}
 */
function firstRowAfterAll(lines, header) {
  const rows = rowsOf(lines);
  const width = widthOf(rows);
  const [first, ...body] = lines;
  if (!body.length) {
    const note = fault("a single line of numbers is read as a row, not as a header", first.line);
    return { header: plain(rows.length, width), rows, faults: [], notes: [note] };
  }
  const isClear = !shortRows(rows, width).length && body.some(({ text }) => text.includes(" "));
  if (rows[0].tokens.length === width && (rows[0].isSeparated || isClear)) return unheaded(rows);
  const shape = `${counted(body.length, "row")} of up to ${counted(widthOf(rowsOf(body)), "cell")}`;
  const below = `there ${body.length === 1 ? "is" : "are"} ${shape} below it; correct or remove the header`;
  throw new TextError([fault(`the header says ${header.rows}×${header.cols}, but ${below}`, first.line)]);
}

// ---- what is wrong, and what is assumed

/**
 * Cells side by side where blanks should keep them apart. In a row that is short, `12` and `*1` are two cells if those
 * are just what it lacks.
 * @param {Row[]} rows
 * @param {number} width
 * @returns {Fault[]}
 */
function glued(rows, width) {
  return rows.filter((row) => row.isSeparated).flatMap((row) => gluedIn(row, width));
}

/** @type {(row: Row, width: number) => Fault[]} */
function gluedIn({ line, text, tokens }, width) {
  const long = [...text.matchAll(LONG_CHUNK)];
  const extra = long.reduce((sum, [chunk]) => sum + lengthOf(chunk) - 1, 0);
  const isLacking = tokens.length < width && width === tokens.length + extra;
  return long
    .filter(([chunk]) => isLacking || !TOKEN.test(chunk))
    .map(({ 0: chunk, index }) => {
      const shown = lengthOf(chunk) <= QUOTED ? chunk : `${[...chunk].slice(0, QUOTED).join("")}…`;
      const sentence = `'${shown}' is ${lengthOf(chunk)} cells without spaces between them; write '${[...shown].join(" ")}'`;
      return fault(sentence, line, lengthOf(text.slice(0, index)) + 1);
    });
}

/**
 * @param {Row[]} rows
 * @param {number} cols
 * @returns {Fault[]}
 */
function shortRows(rows, cols) {
  const short = rows.filter((row) => row.tokens.length < cols);
  if (!short.length) return [];
  const others = short.length > 1 ? ` (also in ${counted(short.length - 1, "more line")})` : "";
  return [
    fault(
      `the row has ${short[0].tokens.length} of ${counted(cols, "cell")}; the rest is read as '.'${others}`,
      short[0].line,
    ),
  ];
}

/** @type {(header: Header, line: number) => Fault} */
const turnedNote = ({ rows, cols }, line) =>
  fault(`the header gives columns before rows; read as ${rows} rows and ${cols} columns`, line);
