// Every format that the page reads, and which of them a file has: formats are recognised by content alone, the most
// specific ones first. To add a format, write a module for it and name it here: CONTRIBUTING.md has the recipe.

import { bytesOf, startsWith, unindented } from "./bytes.js";
import { certified } from "./certificate.js";
import { objectIn, parsed } from "./document.js";
import { isMine, isMineLink } from "./jsminesweeper.js";
import { isAbf, isMbf, isMbfText, readAbf, readMbf, readMbfText } from "./mbf.js";
import { isMgb, readMgb } from "./mgb.js";
import { isPtta, readPtta } from "./ptta.js";
import { recordOf } from "./record.js";
import { REPLAYS, readReplay } from "./replays.js";
import { isTatham, readTatham } from "./tatham.js";
import { canBeBoard, refusal } from "./unknown.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("./replays.js").Replay} Replay */

/**
 * @typedef {object} Format
 * @property {string} name
 * @property {(content: Uint8Array) => boolean} recognises
 * @property {(asking: Asking, content: Uint8Array) => { text: string, notes: string[] }} [asText] unless it is text that
 *   can be read directly: a layout, or a saved game
 */

/** @type {(kind: string) => (content: Uint8Array) => boolean} */
const isOwn = (kind) => (content) => {
  const values = objectIn(content);
  return values !== null && values.has("minemind") && values.get("kind") === kind;
};

/** @type {(read: (content: Uint8Array) => import("./format.js").Found) => NonNullable<Format["asText"]>} */
const layoutText = (read) => (_, content) => {
  const { value, notes } = read(content);
  return { text: String(value), notes };
};

/** @type {Format} */
const GAME = { name: "game", recognises: isOwn("game") };
/** @type {Format} */
const RECORD = {
  name: "record",
  recognises: isOwn("record"),
  asText: (asking, content) => {
    const { played } = recordOf(asking, parsed(content, "record"));
    return { text: JSON.stringify(played), notes: [] };
  },
};
/** @type {Format} */
const CERTIFICATE = {
  name: "certificate",
  recognises: isOwn("certificate"),
  asText: (_, content) => ({ text: String(certified(parsed(content, "certificate"))), notes: [] }),
};
/** @type {Format} */
const TEXT = { name: "text", recognises: canBeBoard };

/** @type {Format[]} */
const RECOGNISED = [
  GAME,
  RECORD,
  CERTIFICATE,
  { name: "mgb", recognises: isMgb, asText: layoutText(readMgb) },
  { name: "mbf", recognises: isMbf, asText: layoutText(readMbf) },
  { name: "abf", recognises: isAbf, asText: layoutText(readAbf) },
  ...REPLAYS.map(({ name, recognises }) => ({
    name,
    recognises,
    asText: (/** @type {Asking} */ asking, /** @type {Uint8Array} */ content) => ({
      text: String(readReplay(asking, content, name).layout),
      notes: [],
    }),
  })),
  { name: "mbf-hex", recognises: isMbfText, asText: layoutText(readMbfText) },
  { name: "mine-link", recognises: isMineLink },
  { name: "ptta", recognises: isPtta, asText: layoutText(readPtta) },
  { name: "tatham", recognises: isTatham, asText: layoutText(readTatham) },
  { name: "mine", recognises: isMine },
];

// In the order in which they are tried; a test compares it with Python's.
export const FORMATS = [...RECOGNISED, TEXT].map(({ name }) => name);

/**
 * The format of a file's bytes; if there is none, throws an error that says what the file seems to be.
 * @param {Uint8Array} content
 */
export function formatOf(content) {
  const found = RECOGNISED.find(({ recognises }) => recognises(content));
  if (found) return found;
  if (!canBeBoard(content)) throw refusal(content);
  return startsWith(unindented(content), "{") ? GAME : TEXT; // JSON of no other kind: its reader reports what is wrong
}

/**
 * A file's bytes as text that can be read as a board, a layout or a saved game, and what was assumed. A record yields
 * the game it led to; a replay or a certificate, its layout.
 * @type {(asking: Asking, content: Uint8Array) => { content: Uint8Array, notes: string[] }}
 */
export function asText(asking, content) {
  const format = formatOf(content);
  if (!format.asText) return { content, notes: [] };
  const { text, notes } = format.asText(asking, content);
  return { content: bytesOf(text), notes };
}
