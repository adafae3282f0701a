// Texts of boards and layouts: into tokens, for callers that know their meaning, and back.

import { counted } from "./errors.js";
import { checkShape } from "./grid.js";
import { fault } from "./header.js";
import { TextError, columnOf, countAfter, isToken, readText } from "./notation.js";

/** @typedef {import("./notation.js").Row} Row */

/**
 * A parsed text, in which every token has a meaning. A shape that is too large is refused before memory is allocated.
 * @param {string} text
 * @param {(token: string) => number | null} meaning
 */
export function understood(text, meaning) {
  const { header, rows, faults } = readText(text);
  checkShape(header);
  const wrong = rows.flatMap((row) =>
    row.tokens.flatMap((token, place) => {
      const sentence = isToken(token) && objection(token, meaning(token), header.perCell);
      return sentence ? [fault(sentence, row.line, columnOf(row, place))] : [];
    }),
  );
  if (faults.length || wrong.length) throw new TextError([...faults, ...wrong]);
  return { header, rows };
}

/** @type {(token: string, meaning: number | null, perCell: number) => string | null} */
function objection(token, meaning, perCell) {
  if (meaning === null) return `'${token}' is not a valid cell`;
  const mines = countAfter("!F*M", token) ?? 0;
  return mines > perCell ? `'${token}' is more than the ${counted(perCell, "mine")} that a cell can hold` : null;
}

/**
 * @param {Row[]} rows
 * @param {number} cols
 * @param {(index: number, token: string) => void} visit
 */
export function eachToken(rows, cols, visit) {
  rows.forEach((row, r) => row.tokens.forEach((token, c) => visit(r * cols + c, token)));
}

/**
 * The text of a board or layout, separated by spaces only if some token is longer than one character.
 * @param {string} header
 * @param {import("./grid.js").Grid} grid
 * @param {(index: number) => string} token
 */
export function written(header, grid, token) {
  const tokens = Array.from({ length: grid.length }, (_, index) => token(index));
  const separator = tokens.some((word) => word.length > 1) ? " " : "";
  const row = (/** @type {number} */ r) => tokens.slice(r * grid.cols, (r + 1) * grid.cols).join(separator);
  return [header, ...Array.from({ length: grid.rows }, (_, r) => row(r))].join("\n");
}
