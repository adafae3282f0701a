// What formats share: how a reader reports a damaged file of its own format, and texts of one word, such as links.

import { AnswerError } from "../../game/errors.js";
import { TextError, fault } from "../../game/header.js";
import { signs, bytesOfSigns } from "./bytes.js";

/** @typedef {{ value: import("../layout.js").Layout, notes: string[] }} Found what a file holds, and what was assumed */

// Links and game IDs have at most a few characters per cell; this many cover the largest board.
const MAX_WORD = 2 ** 24;

/**
 * What a reader throws for a damaged file of its own format.
 * @param {string} sentence
 */
export const unreadable = (sentence) => new TextError([fault(sentence)]);

/** @param {string} message */
export const unknownFormat = (message) => new AnswerError({ kind: "UnknownFormat", message });

/**
 * A text of reasonable length without blanks; empty for any other content.
 * @param {Uint8Array} content
 */
export function oneWord(content) {
  if (content.length >= MAX_WORD) return "";
  const words = /^[ \t\n\r\v\f]*([^ \t\n\r\v\f]+)[ \t\n\r\v\f]*$/.exec(signs(content));
  return words ? new TextDecoder().decode(bytesOfSigns(words[1])) : "";
}
