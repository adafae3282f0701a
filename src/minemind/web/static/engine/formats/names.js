// Names in files of other programs, as text. Old programs wrote them in the character set of the player's Windows, and
// did not say which: names.py says how it is guessed.

import { isPrintable } from "../../game/quote.js";
import { signs, textIn } from "./bytes.js";

/** @typedef {"unstated" | "utf8" | "windows"} Encoding */

// High bytes stand in pairs only, as Chinese players write them.
const PAIRS = /^(?:[\x00-\x7f]|[\xa1-\xfe][\xa1-\xfe])*$/; // eslint-disable-line no-control-regex

// What Windows has no letter for.
const UNUSED = /[\x81\x8d\x8f\x90\x9d]/g;

/** @type {(name: Uint8Array, encoding: Encoding) => string} */
export function decoded(name, encoding) {
  const text = encoding === "windows" ? null : textIn(name);
  if (text !== null) return printable(text);
  if (PAIRS.test(signs(name))) return printable(new TextDecoder("gb18030").decode(name));
  return printable(new TextDecoder("windows-1252").decode(name).replaceAll(UNUSED, "\ufffd"));
}

/**
 * A text without what cannot be shown.
 * @param {string} text
 */
const printable = (text) => [...text].filter(isPrintable).join("").trim();
