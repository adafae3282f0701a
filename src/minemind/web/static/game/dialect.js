// Boards as people and other programs write them, translated to our own grammar. The same as dialect.py, which explains
// more of it; the cases in tests/data/dialects.json hold the two equal.

import { isAddress, unpacked } from "./address.js";
import { phrase } from "../words/catalogue.js";
import { HEADER, TextError, fault, numberIn } from "./header.js";
import { quote } from "./quote.js";

/** @typedef {import("./header.js").Fault} Fault */
/** @typedef {{ text: string, notes: Fault[], isForeign: boolean }} Standard */

// Other characters for those of the grammar.
const SAME = new Map([
  ...[..."■█▇▓▒░"].map((mark) => /** @type {const} */ ([mark, "."])),
  ...[..."❓❔"].map((mark) => /** @type {const} */ ([mark, "?"])),
  ...[..."🚩⚑⚐⛳🏴"].map((mark) => /** @type {const} */ ([mark, "!"])),
  ...[..."B💣💥🧨"].map((mark) => /** @type {const} */ ([mark, "*"])),
  ...[..."０１２３４５６７８９"].map((mark, digit) => /** @type {const} */ ([mark, String(digit)])),
  ...[..."⓪①②③④⑤⑥⑦⑧"].map((mark, digit) => /** @type {const} */ ([mark, String(digit)])),
]);

// Marks that stand for a hidden cell in some boards, and for an open cell without a number in others.
const EMPTY = "␣"; // an empty cell of a spreadsheet
const MARKS = new Set([...`${EMPTY}-–—·□▢◻◼▪▫⬜⬛🟦🟩🟨🟧🟥🟪🟫🔲🔳`]);

// Texts that may need translation; all others follow the grammar already.
const FOREIGN = /[-B,;|\u0080-\u{10ffff}]|^[ \t-\r]*[0-9]+ *[xX] *[0-9]+ *[xX]|board=|\t\t|(?:^|\n)\t/u;

// The first line of a JSMinesweeper file: columns, rows, mines.
const SIZE = /^ *([0-9]{1,9}) *[xX×] *([0-9]{1,9}) *[xX×] *([0-9]{1,9}) *$/;

// A digit drawn as an emoji, and the selectors between the emoji and the text form of a character.
const KEYCAP = /([0-9])\ufe0f?\u20e3/g;
const SELECTOR = /[\ufe0e\ufe0f]/g;

// Emoji are two columns wide, and so is every other cell in a text that draws with them: ` 1`, and two blanks for a 0.
const EMOJI = /[\u2600-\u27bf\u2b1b\u2b1c\u{1f300}-\u{1faff}]/gu;
const WIDE = new RegExp(`${EMOJI.source}| [^ ]|  `, "gu");
const WIDE_LINE = new RegExp(`^(?:${WIDE.source})*$`, "u");

const SEPARATORS = ["\t", ",", ";", "|"];
const HIDDEN = new Set(".?#Hox");

/**
 * The text without white space at its ends; spelled out, because languages differ in what counts as white space.
 * @param {string} text
 */
const stripped = (text) => text.replace(/^[ \t-\r]+|[ \t-\r]+$/g, "");

/**
 * The text with the characters, the separators and the first line of the grammar; every line stays in its place.
 * @param {string} given
 * @returns {Standard}
 */
export function standard(given) {
  const plain = { text: given, notes: [], isForeign: false };
  if (!FOREIGN.test(given)) return plain;
  const text = given.replace(/^\ufeff/, "");
  const isLink = isAddress(stripped(text));
  const lines = (isLink ? unpacked(stripped(text)) : text).split("\n").map((line) => line.replace(/\r$/, ""));
  const said = isLink && !text.includes("analysis=") ? [fault(phrase("dialect.no-position"))] : [];
  const first = lines.findIndex(isFilled);
  if (first < 0) return plain;
  const size = SIZE.exec(lines[first]);
  if (size) {
    const [cols, rows, mines] = size.slice(1).map(Number);
    const { body, notes: more } = ofJSMinesweeper(lines.slice(first + 1), mines, first + 1);
    const notes = [...said, ...more];
    return { text: [...lines.slice(0, first), `${rows} ${cols} ${mines}`, ...body].join("\n"), notes, isForeign: true };
  }
  const start = HEADER.test(lines[first]) ? first + 1 : first;
  return { text: [...lines.slice(0, start), ...cellsOf(lines.slice(start))].join("\n"), notes: [], isForeign: true };
}

/**
 * What the marks in these rows of tokens stand for, and what was assumed. In a layout they are free cells. In a position,
 * an open cell without a number has no hidden neighbour: at most one mark stands for it, and only if none of the mark's
 * cells contradicts that and there is no `0`. All other marks are hidden cells.
 * @param {string[][]} rows
 * @returns {{ found: Map<string, string>, notes: Fault[] }}
 */
export function meanings(rows) {
  const tokens = new Set(rows.flat());
  const marks = [...tokens].filter((token) => MARKS.has(token)).sort();
  if (["*", "?", "-"].every((token) => tokens.has(token))) {
    tokens.delete("*"); // a position copied from Simon Tatham's Mines, which writes flags as `*`
    const note = fault(phrase("dialect.tatham"));
    return { found: new Map([["*", "!"], ...inPosition(rows, marks, tokens)]), notes: [note] };
  }
  if ([...tokens].some((token) => "*M".includes(token[0] ?? " ")))
    return { found: new Map(marks.map((mark) => [mark, "."])), notes: [] };
  const found = inPosition(rows, marks, tokens);
  return { found, notes: marks.map((mark) => fault(assumed(mark, found.get(mark)))) };
}

/** @type {(mark: string, meaning: string | undefined) => string} */
function assumed(mark, meaning) {
  const shown = mark === EMPTY ? phrase("dialect.empty") : quote(mark);
  return phrase("dialect.read-as", { mark: shown, meaning });
}

/** @type {(rows: string[][], marks: string[], tokens: Set<string>) => Map<string, string>} */
function inPosition(rows, marks, tokens) {
  const hasHidden = [...tokens].some((token) => HIDDEN.has(token));
  const mayBeOpen = !tokens.has("0") && (hasHidden || marks.length > 1);
  const zeros = mayBeOpen ? marks.filter((mark) => !touches(rows, mark, marks)) : [];
  if (zeros.length > 1) {
    const listed = zeros.map(quote);
    const either = phrase("text.or", { first: listed.slice(0, -1).join(", "), last: listed[listed.length - 1] });
    throw new TextError([fault(phrase("dialect.unclear", { marks: either }))]);
  }
  return new Map(marks.map((mark) => [mark, zeros.includes(mark) ? "0" : "."]));
}

/**
 * Whether a cell with this mark has a hidden or a flagged neighbour.
 * @type {(rows: string[][], mark: string, marks: string[]) => boolean}
 */
function touches(rows, mark, marks) {
  const isCovered = (/** @type {string} */ token) =>
    HIDDEN.has(token) || (marks.includes(token) && token !== mark) || "!F*".includes(token[0] ?? " ");
  return rows.some((row, r) =>
    row.some(
      (token, c) =>
        token === mark &&
        rows.slice(Math.max(0, r - 1), r + 2).some((line) => line.slice(Math.max(0, c - 1), c + 2).some(isCovered)),
    ),
  );
}

/**
 * The rows below JSMinesweeper's first line. `M` and `?` are mines if they and the flags add up to all mines.
 * @type {(lines: string[], mines: number, above: number) => { body: string[], notes: Fault[] }}
 */
function ofJSMinesweeper(lines, mines, above) {
  const body = lines.map((line) => line.replace(/[ \t]+$/, ""));
  const text = body.join("\n");
  const shown = text.match(/[FM?]/g)?.length ?? 0;
  if (!/[M?]/.test(text)) return { body, notes: [] };
  if (shown === mines) return { body: text.replace(/[FM?]/g, "*").replaceAll("H", ".").split("\n"), notes: [] };
  const sentence = phrase("dialect.some-mines", { shown, mines: phrase("text.mines", { count: mines }) });
  return { body: text.replaceAll("M", "!").replaceAll("?", ".").split("\n"), notes: [fault(sentence, above)] };
}

/**
 * The lines with one character per emoji, and with blanks in place of any other separator.
 * @type {(lines: string[]) => string[]}
 */
function cellsOf(lines) {
  const plain = lines.map((line) => line.replace(KEYCAP, "$1").replace(SELECTOR, ""));
  const filled = plain.filter(isFilled);
  const separator = separatorOf(filled);
  if (separator) {
    const strips = isEnd(filled, separator);
    return plain.map((line) => apart(line, separator, strips));
  }
  const hasEmoji = filled.some((line) => line.search(EMOJI) >= 0);
  if (hasEmoji && filled.every((line) => WIDE_LINE.test(evened(line)))) return narrow(plain);
  return plain.map(written);
}

/** @type {(line: string) => boolean} */
const isFilled = (line) => /[^ \t]/.test(line);

/**
 * The separator between all cells; a tab only if some cell is empty, because the grammar reads other tabs itself.
 * @param {string[]} lines
 */
function separatorOf(lines) {
  return SEPARATORS.find((separator) => {
    const rows = lines.filter((line) => !HEADER.test(line));
    const counts = new Set(rows.map((line) => line.replace(/^ +| +$/g, "").split(separator).length - 1));
    if (separator === "\t") return counts.size === 1 && hasEmptyCell(lines);
    return counts.size > 0 && !counts.has(0);
  });
}

/**
 * Whether tabs separate the cells and some cell is empty: not if all separators are two tabs or all lines are indented.
 * @param {string[]} lines
 */
function hasEmptyCell(lines) {
  const starts = lines.filter((line) => line.startsWith("\t")).length;
  const hasDouble = lines.some((line) => line.includes("\t\t")) && lines.some((line) => /[^\t]\t[^\t]/.test(line));
  return (hasDouble || (starts > 0 && starts < lines.length)) && !lines.some((line) => line.includes(" "));
}

/**
 * Whether every line ends with a separator, rather than with an empty cell: if so, no other cell is empty.
 * @type {(lines: string[], separator: string) => boolean}
 */
function isEnd(lines, separator) {
  const rows = lines.filter((line) => !HEADER.test(line)).map((line) => stripped(line).split(separator));
  const hasEmpty = rows.some((cells) => cells.slice(0, -1).some((cell) => !stripped(cell)));
  return rows.every((cells) => !cells[cells.length - 1]) && (separator === "|" || !hasEmpty);
}

/**
 * The cells of a line with blanks between them; in the same columns, unless some cell is wider than a character.
 * @type {(line: string, separator: string, strips: boolean) => string}
 */
function apart(line, separator, strips) {
  const inner = line.replace(/^ +| +$/g, "");
  if (!isFilled(line) || HEADER.test(line)) return inner;
  let cells = inner.split(separator).map((cell) => cell.replace(/^[ "]+|[ "]+$/g, ""));
  cells = cells.slice(separator === "|" && !cells[0] ? 1 : 0, strips ? -1 : undefined);
  const isSize = cells.slice(0, 3).every((cell) => numberIn(cell) !== null) && !cells.slice(3).some(Boolean);
  if (cells.length > 3 && isSize) cells = cells.slice(0, 3); // a header in a spreadsheet
  return cells.map((cell) => written(cell) || EMPTY).join(" ");
}

/**
 * The line with one more blank if its width is odd: trailing blanks may have been cut off.
 * @type {(line: string) => string}
 */
const evened = (line) => line + ([...line.replace(EMOJI, "")].length % 2 ? " " : "");

/**
 * Lines of two columns per cell, as lines of one character per cell; short lines are filled up with zeros.
 * @type {(lines: string[]) => string[]}
 */
function narrow(lines) {
  const rows = lines.map((line) =>
    (evened(line).match(WIDE) ?? []).map((cell) => written(cell.replaceAll(" ", "")) || "0").join(""),
  );
  const width = rows.reduce((most, row) => Math.max(most, [...row].length), 0);
  return rows.map((row) => row && row + "0".repeat(width - [...row].length));
}

/** @type {(text: string) => string} */
const written = (text) => [...text].map((letter) => SAME.get(letter) ?? letter).join("");
