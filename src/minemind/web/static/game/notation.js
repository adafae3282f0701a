// The text of a board, parsed into a header and rows of tokens by the grammar of docs/notation.md: for texts that
// people paste, and for those that the page has stored. The same as notation.py; shared case files hold the two equal.

import { phrase } from "../words/catalogue.js";
import { meanings, standard } from "./dialect.js";
import { HEADER, TextError, fault, numberIn, plain, readHeader } from "./header.js";
import { quote } from "./quote.js";

export { TextError } from "./header.js";

/** @typedef {import("./header.js").Header} Header */
/** @typedef {import("./header.js").Fault} Fault */
/** @typedef {{ line: number, text: string }} Line */
/** @typedef {{ line: number, text: string, tokens: string[], isSeparated: boolean }} Row */
/** @typedef {{ header: Header, rows: Row[], faults: Fault[], notes: Fault[] }} Source */

export const HOLE = "_";
const QUOTED = 20; // the most characters that a message quotes of a text
export const MAX_FAULTS = 1_000; // listed at most, because a text such as a picture is wrong all over

// One character, or a number, perhaps after a mark.
const TOKEN = /^(?:[^ \t]|[!F*M]?[0-9]+)$/u;
const CHUNK = /[^ \t]+/gu;
const LONG_CHUNK = /[^ \t]{2,}/gu;
const MOST_AROUND = 8; // the largest number that a player meets
const ADDRESS = /^[ \t]*https?:\/\/[^ \t]+$/i; // a link to another program, whose position is unknown

/**
 * Parse a text. Rows may be shorter than the header says: missing cells are hidden, or free in a layout. Unless
 * `isHeaded`, the first line is a row, even if it looks like a header for the others.
 * @param {string} text
 * @returns {Source}
 */
export function readText(text, { isHeaded = true } = {}) {
  const given = standard(text);
  const { lines, blankEnd } = linesOf(given.text);
  const match = isHeaded ? HEADER.exec(lines[0].text) : null;
  const source = match ? headed(lines, blankEnd, readHeader(match, lines[0].line)) : unheaded(rowsOf(lines));
  return given.isForeign ? withoutMarks(source, given.notes) : source;
}

/**
 * The same source in our own characters, with notes on what was assumed.
 * @type {(source: Source, assumed: Fault[]) => Source}
 */
function withoutMarks(source, assumed) {
  const { found, notes } = meanings(source.rows.map((row) => row.tokens));
  const written = (/** @type {string} */ text) => [...text].map((letter) => found.get(letter) ?? letter).join("");
  const rows = source.rows.map((row) => ({ ...row, text: written(row.text), tokens: row.tokens.map(written) }));
  return { ...source, rows: found.size ? rows : source.rows, notes: [...assumed, ...notes, ...source.notes] };
}

/**
 * Whether this can be one cell; otherwise it is several cells without blanks between them.
 * @param {string} text
 */
export const isToken = (text) => lengthOf(text) === 1 || TOKEN.test(text);

/**
 * The count after a mark, 1 if there is none; null for any other token, and for a count of 0.
 * @param {string} marks
 * @param {string} token
 */
export function countAfter(marks, token) {
  if (!marks.includes(token[0])) return null;
  return token.length === 1 ? 1 : numberIn(token.slice(1)) || null;
}

/**
 * The column, from 1, at which a token of a row starts.
 * @param {Row} row
 * @param {number} place
 */
export function columnOf(row, place) {
  if (!row.isSeparated) return place + 1;
  const start = [...row.text.matchAll(CHUNK)][place].index;
  return [...row.text.slice(0, start)].length + 1;
}

/**
 * A fault and its place in the text.
 * @param {Fault} fault
 */
export function located({ sentence, line, column }) {
  if (line === null) return sentence;
  const place = { line: String(line), column: String(column) };
  return phrase(column === null ? "text.line" : "text.line-column", { ...place, fault: sentence });
}

// ---- lines and rows

/**
 * The lines with their numbers, and the lines of blanks after them. A byte-order mark, empty lines at either end and
 * blanks at the end of a line are ignored.
 * @param {string} text
 */
function linesOf(text) {
  const raw = text.replace(/^\ufeff/, "").split("\n");
  const lines = raw.map((line, place) => ({ line: place + 1, text: line.replace(/\r$/, "").replace(/[ \t]+$/, "") }));
  const filled = lines.filter((_, place) => raw[place].replace(/\r$/, ""));
  const ends = lines.filter((line) => line.text);
  if (!ends.length) throw new TextError([fault(phrase("text.empty"))]);
  if (ends.length === 1 && ADDRESS.test(ends[0].text)) throw new TextError([fault(phrase("text.address"))]);
  const last = ends[ends.length - 1].line;
  return { lines: lines.slice(filled[0].line - 1, last), blankEnd: filled.filter(({ line }) => line > last) };
}

/** @type {(text: string) => string[]} */
const chunks = (text) => text.match(CHUNK) ?? [];
/** @type {(text: string) => number} */
const lengthOf = (text) => [...text].length;
/** @type {(rows: Row[]) => number} */
const widthOf = (rows) => rows.reduce((width, row) => Math.max(width, row.tokens.length), 0);

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
 * Whether most lines have blanks between all cells, and some line has a blank. `11` and `*2` are single cells if the
 * header says so, or if all lines have equally many; otherwise they are two cells without a blank between them.
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
 * The ways to read the lines below a header; the first one that has its shape is right.
 * @param {Line[]} body
 * @param {Line[]} blankEnd
 * @param {Header} header
 * @returns {Generator<Row[]>}
 */
function* readingsOf(body, blankEnd, header) {
  const rows = rowsOf(body, header.perCell > 1 || header.reach > 1);
  if (rows[0].isSeparated) yield rows;
  // A layout with few mines and blanks for free cells looks like a separated one with ragged rows; its width differs.
  if (!rows[0].isSeparated || shortRows(rows, widthOf(rows)).length)
    yield characters([...body, ...blankEnd.slice(0, Math.max(0, header.rows - body.length))]);
  // A single column of tokens longer than one character: only the header distinguishes it from several columns.
  if (body.every(({ text }) => TOKEN.test(text)))
    yield body.map(({ line, text }) => ({ line, text, tokens: [text], isSeparated: true }));
}

/**
 * Whether there are as many rows as the header says, but all are shorter. Not if they are separated and have as many
 * tokens as the header line, which may then be a row itself.
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
  const [first, ...body] = rows;
  const [height, across] = [body.length, widthOf(body)];
  const start = chunks(first.text).slice(0, 2).map(numberIn).join(" ");
  const isOther = height > 0 && first.tokens.length !== across && !HEADER.test(first.text);
  if (isOther && [`${height} ${across}`, `${across} ${height}`].includes(start)) {
    const size = { rows: String(height), cols: String(across) };
    throw new TextError([fault(phrase("text.like-a-header", { text: quote(first.text), ...size }), first.line)]);
  }
  const width = widthOf(rows);
  return { header: plain(rows.length, width), rows, faults: glued(rows, width), notes: shortRows(rows, width) };
}

/**
 * The first line looks like a header, but does not fit the others: it is a row like them, or a mistake.
 * @param {Line[]} lines
 * @param {Header} header
 * @returns {Source}
 */
function firstRowAfterAll(lines, header) {
  const rows = rowsOf(lines);
  const width = widthOf(rows);
  const [first, ...body] = lines;
  if (!body.length) {
    if (first.text.includes("=") || chunks(first.text).some((token) => (numberIn(token) ?? 0) > MOST_AROUND))
      throw new TextError([fault(phrase("foreign.nothing-below"), first.line)]);
    const note = fault(phrase("text.row-of-numbers"), first.line);
    return { header: plain(rows.length, width), rows, faults: [], notes: [note] };
  }
  const isClear = !shortRows(rows, width).length && body.some(({ text }) => text.includes(" "));
  if (rows[0].tokens.length === width && (rows[0].isSeparated || isClear)) return unheaded(rows);
  const said = { rows: String(header.rows), cols: String(header.cols) };
  const cells = phrase("text.cells", { count: widthOf(rowsOf(body)) });
  throw new TextError([fault(phrase("text.other-shape", { ...said, count: body.length, cells }), first.line)]);
}

// ---- faults and assumptions

/**
 * Cells without the blanks that should be between them. In a short row, `12` and `*1` are taken as two cells if exactly
 * those are missing.
 * @param {Row[]} rows
 * @param {number} width
 * @returns {Fault[]}
 */
function glued(rows, width) {
  const found = rows.filter((row) => row.isSeparated).flatMap((row) => gluedIn(row, width));
  const more = found.length - MAX_FAULTS;
  return more > 0 ? [...found.slice(0, MAX_FAULTS), fault(phrase("text.more-glued", { count: more }))] : found;
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
      const sentence = phrase("text.glued", {
        text: quote(shown),
        count: String(lengthOf(chunk)),
        apart: quote([...shown].join(" ")),
      });
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
  const [{ tokens, line }, ...others] = short;
  const cells = phrase("text.cells", { count: cols });
  return [fault(phrase("text.short", { found: String(tokens.length), cells, others: others.length }), line)];
}

/** @type {(header: Header, line: number) => Fault} */
const turnedNote = ({ rows, cols }, line) =>
  fault(phrase("text.columns-first", { rows: String(rows), cols: String(cols) }), line);
