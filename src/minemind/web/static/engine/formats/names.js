// Names in files of other programs, as text. Old programs wrote them in the character set of the player's Windows
// without saying which: names.py explains how it is guessed.

import { isPrintable } from "../../game/quote.js";
import { signs, textIn } from "./bytes.js";

/** @typedef {"unstated" | "utf8" | "windows"} Encoding */

// High bytes come in pairs only, as in Chinese text.
const PAIRS = /^(?:[\x00-\x7f]|[\xa1-\xfe][\xa1-\xfe])*$/; // eslint-disable-line no-control-regex

// Bytes to which Windows assigns no letter.
const UNUSED = /[\x81\x8d\x8f\x90\x9d]/g;

/** @type {(name: Uint8Array, encoding: Encoding) => string} */
export function decoded(name, encoding) {
  const text = encoding === "windows" ? null : textIn(name);
  if (text !== null) return printable(text);
  if (PAIRS.test(signs(name))) return printable(new TextDecoder("gb18030").decode(name));
  return printable(new TextDecoder("windows-1252").decode(name).replaceAll(UNUSED, "\ufffd"));
}

/**
 * The text without characters that cannot be shown.
 * @param {string} text
 */
const printable = (text) => [...text].filter(isPrintable).join("").trim();
