// A parsed text, and what its tokens mean: a position or a layout, with everything that is wrong with it. Texts are read as
// in board.py, faces.py and layout.py, with the same sentences.

import { Board, HIDDEN, NO_CELL, flagFace } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { counted, invalid } from "../game/errors.js";
import { Grid } from "../game/grid.js";
import { TextError, fault, numberIn } from "../game/header.js";
import { HOLE, MAX_FAULTS, columnOf, countAfter, isToken, located, readText } from "../game/notation.js";
import { quote } from "../game/quote.js";
import { Layout } from "./layout.js";
import { checkCells, checkLength } from "./size.js";

/** @typedef {import("../game/notation.js").Source} Source */
/** @typedef {import("../game/header.js").Fault} Fault */

const PADDING = "."; // fills up short rows
const HIDDEN_TOKENS = new Set(".?#Hox");
const MINE_MARKS = "*M";

/**
 * Parse a text. If it is too large, it is refused before any work is done.
 * @param {string | Uint8Array} content
 */
export function readSource(content, { isHeaded = true } = {}) {
  checkLength(content.length);
  const source = readText(typeof content === "string" ? content : decoded(content), { isHeaded });
  const { rows, cols } = source.header;
  checkCells(rows, cols);
  return source;
}

/** @param {Uint8Array} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const lines = bytes.subarray(0, wholeUntil(bytes)).filter((byte) => byte === 10).length;
    throw new TextError([fault(phrase("text.not-utf8"), lines + 1)]);
  }
}

/**
 * The number of bytes before the first that is not UTF-8.
 * @param {Uint8Array} bytes
 */
function wholeUntil(bytes) {
  let [least, most] = [0, bytes.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      least = middle;
    } catch {
      most = middle - 1;
    }
  }
  return least;
}

/**
 * The distinct tokens.
 * @param {Source} source
 * @returns {Set<string>}
 */
export const vocabulary = ({ rows }) => new Set([PADDING, ...rows.flatMap((row) => row.tokens)]);

/** @param {Source} source */
export const showsMines = (source) => [...vocabulary(source)].some((token) => MINE_MARKS.includes(token[0]));

/**
 * What the tokens mean, by index; every distinct token is looked up once.
 * @type {(source: Source, meaning: (token: string) => number | boolean) => Int32Array}
 */
export function translated({ header, rows }, meaning) {
  const known = new Map([[PADDING, Number(meaning(PADDING))]]);
  const found = new Int32Array(header.rows * header.cols).fill(Number(known.get(PADDING)));
  rows.forEach(({ tokens }, row) =>
    tokens.forEach((token, col) => {
      if (!known.has(token)) known.set(token, Number(meaning(token)));
      found[row * header.cols + col] = Number(known.get(token));
    }),
  );
  return found;
}

/**
 * A fault for every cell for which `sentence` returns one, with its place in the text.
 * @type {(source: Source, sentence: (token: string, index: number) => string | null) => Fault[]}
 */
function faultsIn({ header, rows }, sentence) {
  /** @type {Fault[]} */
  const found = [];
  let more = 0;
  rows.forEach((row, place) =>
    row.tokens.forEach((token, col) => {
      const said = sentence(token, place * header.cols + col);
      if (said === null) return;
      if (found.length < MAX_FAULTS) found.push(fault(said, row.line, columnOf(row, col), [place, col]));
      else more++;
    }),
  );
  if (more) found.push(fault(phrase("text.more-wrong", { count: more })));
  return found;
}

/** @type {(source: Source, wrong: (token: string) => string | null) => Fault[]} */
function complaints(source, wrong) {
  /** @type {Map<string, string | null>} */
  const known = new Map();
  return faultsIn(source, (token) => {
    if (!known.has(token)) known.set(token, isToken(token) ? wrong(token) : null);
    return known.get(token) ?? null;
  });
}

/**
 * The assumptions made; all faults are thrown together. If strict, assumptions count as faults.
 * @type {(source: Source, faults: Fault[], isStrict: boolean) => string[]}
 */
function settled(source, faults, isStrict) {
  const refused = isStrict ? source.notes : [];
  const wrong = [
    ...source.faults,
    ...faults,
    ...refused.map((note) => ({ ...note, sentence: phrase("text.strict", { note: note.sentence }) })),
  ];
  if (!wrong.length) return source.notes.map(located);
  const line = (/** @type {Fault} */ each) => each.line || Infinity;
  throw new TextError(
    wrong.toSorted((one, other) =>
      line(one) === line(other) ? (one.column ?? 0) - (other.column ?? 0) : line(one) - line(other),
    ),
  );
}

/** @param {Source} source */
export function gridIn(source) {
  const { rows, cols, topology, reach } = source.header;
  checkCells(rows, cols, reach);
  const holes = new Set();
  translated(source, (token) => token === HOLE).forEach((isHole, index) => isHole && holes.add(index));
  if (holes.size === rows * cols)
    throw invalid(`every cell of the ${rows}×${cols} grid is a hole; leave at least one cell`);
  // No two cells of any topology are further apart than this, so a longer reach means the same.
  return new Grid(rows, cols, topology, Math.min(reach, rows + cols), holes);
}

// ---- positions

/**
 * The position in a text, and the assumptions made.
 * @param {Source} source
 */
export function boardIn(source, { isStrict = false } = {}) {
  const { mines, density, perCell } = source.header;
  const notes = settled(
    source,
    complaints(source, (token) => objection(token, perCell)),
    isStrict,
  );
  const faces = translated(source, (token) => faceOf(token) ?? 0);
  const parts = { faces, mines, density: mines === null ? density : null, perCell };
  return { board: new Board(gridIn(source), parts), notes };
}

/**
 * What a token of a position stands for; null if it is not valid.
 * @param {string} token
 */
function faceOf(token) {
  if (HIDDEN_TOKENS.has(token)) return HIDDEN;
  if (token === HOLE) return NO_CELL;
  const flags = countAfter("!F", token);
  return flags === null ? numberIn(token) : flagFace(flags);
}

/** @type {(token: string, perCell: number) => string | null} */
function objection(token, perCell) {
  const face = faceOf(token);
  if (face === null) return notUnderstood(token);
  return face > NO_CELL && face < flagFace(perCell) ? tooMany(token, perCell) : null;
}

/** @param {string} token */
function notUnderstood(token) {
  if (token === " " || token === "\t") return phrase("text.space");
  const key = MINE_MARKS.includes(token[0]) ? "text.mine-in-a-position" : "text.cell";
  return phrase(key, { token: quote(token) });
}

/** @type {(token: string, perCell: number) => string} */
const tooMany = (token, perCell) =>
  phrase("text.too-many-mines", { token: quote(token), most: phrase("text.mines", { count: perCell }) });

// The marks of a solution: safe, mine, and neither for certain. Positions also use the last one for hidden cells.
const [ANNOTATIONS, UNCERTAIN] = [["o", "x"], "#"];

/**
 * Whether the text is an annotated solution. If `#` is the only annotation, it is one if exactly the hidden cells next to
 * numbers are marked with it.
 * @param {Source} source
 */
export function isSolution(source) {
  const tokens = vocabulary(source);
  const isAnnotated = ANNOTATIONS.some((mark) => tokens.has(mark));
  if (!tokens.has(UNCERTAIN) || isAnnotated) return isAnnotated;
  const grid = gridIn(source);
  const numbers = translated(source, (token) => numberIn(token) !== null);
  const hidden = translated(source, (token) => (token === UNCERTAIN ? 2 : HIDDEN_TOKENS.has(token)));
  return hidden.every((kind, index) => !kind || grid.around(index).some((near) => numbers[near]) === (kind === 2));
}

// ---- layouts

/**
 * The layout in a text, and the assumptions made.
 * @param {Source} source
 */
export function layoutIn(source, { showsNumbers = false, isStrict = false } = {}) {
  const { perCell } = source.header;
  const wrong = complaints(source, (token) => layoutObjection(token, perCell));
  const unread = translated(source, (token) => layoutObjection(token, perCell) !== null);
  const mines = translated(source, (token) => countAfter(MINE_MARKS, token) ?? 0);
  const numbers = translated(source, (token) => numberIn(token) ?? -1);
  const counts = mines.map((count, index) => (unread[index] ? 0 : count));
  const shown = numbers.reduce((found, number, index) => (number < 0 ? found : found.add(index)), new Set());
  const layout = new Layout(gridIn(source), counts, perCell, showsNumbers ? shown : new Set());
  const mistaken = faultsIn(source, (_, index) =>
    numbers[index] < 0 || numbers[index] === layout.numbers[index] || hasUnread(layout, unread, index)
      ? null
      : wrongNumber(numbers[index], layout.numbers[index]),
  );
  const noted = { ...source, notes: [...source.notes, ...countNotes(source, layout)] };
  return { layout, notes: settled(noted, source.faults.length ? wrong : [...wrong, ...mistaken], isStrict) };
}

/** @type {(layout: Layout, unread: Int32Array, index: number) => boolean} */
const hasUnread = ({ grid }, unread, index) => grid.around(index).some((near) => unread[near]);

/** @type {(token: string, perCell: number) => string | null} */
function layoutObjection(token, perCell) {
  if ([PADDING, " ", HOLE].includes(token) || numberIn(token) !== null) return null;
  const mines = countAfter(MINE_MARKS, token);
  if (mines === null) return phrase("text.cell-of-a-layout", { token: quote(token) });
  return mines > perCell ? tooMany(token, perCell) : null;
}

/** @type {(shown: number, mines: number) => string} */
const wrongNumber = (shown, mines) =>
  `shows ${shown}, but ${counted(mines, "mine")} ${mines === 1 ? "is" : "are"} around it`;

/**
 * The assumptions made if the header disagrees with the body.
 * @param {Source} source
 * @param {Layout} layout
 */
function countNotes({ header, rows }, layout) {
  const line = rows[0].line - 1;
  const notes = [];
  if (header.mines !== null && header.mines !== layout.mines) {
    const said = phrase("text.mines", { count: header.mines });
    notes.push(fault(phrase("text.other-mines", { said, found: String(layout.mines) }), line));
  }
  if (header.density !== null) notes.push(fault(phrase("text.density-ignored"), line));
  return notes;
}
