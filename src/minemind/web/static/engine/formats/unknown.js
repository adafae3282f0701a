// Unknown files: one sentence about what a file seems to be if it has none of the formats that MineMind reads. The same
// as unknown.py.

import { signs, startsWith, textIn, unindented, withoutMark } from "./bytes.js";
import { unknownFormat } from "./format.js";
import { seemsCutOff } from "./mbf.js";

// How files of other kinds begin.
const BEGINNINGS = Object.entries({
  "\x89PNG": "a PNG image",
  "\xff\xd8\xff": "a JPEG image",
  GIF8: "a GIF image",
  BM: "a BMP image",
  RIFF: "an image, a sound or a video",
  "II*\0": "a TIFF image",
  "MM\0*": "a TIFF image",
  PK: "a zip archive, or an Office document",
  "\x1f\x8b": "a gzip archive",
  BZh: "a bzip2 archive",
  "\xfd7zXZ": "an xz archive",
  "\x28\xb5\x2f\xfd": "a zstd archive",
  "7z\xbc\xaf": "a 7-Zip archive",
  "Rar!": "a RAR archive",
  "%PDF": "a PDF document",
  "\xd0\xcf\x11\xe0": "an old Office document",
  "{\\rtf": "an RTF document",
  "\x7fELF": "a program",
  MZ: "a program",
  "\xca\xfe\xba\xbe": "a program",
  "\xcf\xfa\xed\xfe": "a program",
  "\0asm": "a program",
  "SQLite format 3": "an SQLite database",
  "*umf": "a replay of an early Vienna Minesweeper (UMF)",
  RGMH: "a saved game of Windows Minesweeper",
});
const WIDE_TEXT = ["\xff\xfe", "\xfe\xff", "\0\0\xfe\xff"];
const MARKUP = /^[ \t\n\r\v\f]*(?:<!doctype html|<html|<head|<body)/i;
const XML = /^[ \t\n\r\v\f]*<(?:\?xml|!--|[a-z])/i;

// No text contains these: all control characters except tabs, ends of lines and form feeds.
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f]/; // eslint-disable-line no-control-regex

// How files of other kinds begin that may be plain text.
const TEXTUAL = ["%PDF", "{\\rtf", "<", "["];

// Characters that no board has below its header, and how many of them may be slips even in the smallest board.
const NO_CELL = /[^ \t\n\r\v\f0-9.?#!*HFMBox_,;|"\-\x80-\xff]/g;
const SLIPS = 3;

const JSON_LIST = /^[ \t\n\r\v\f]*\[[ \t\n\r\v\f]*(?:[[{"0-9\-\]]|true|false|null)[^]*\][ \t\n\r\v\f]*$/;

// The header of a board: rows, columns and mines, perhaps followed by words about its kind.
const HEADER = /^[0-9]+ [0-9]+ (?:[0-9]+|\?)(?: |[\t\r\v\f]*$)/;

const WANTED = "give a position, a layout or a game";

// How many bytes are enough to recognise prose or wide characters.
const LOOK = 4096;

/**
 * Whether these bytes can be UTF-8 text.
 * @param {Uint8Array} content
 */
const isText = (content) => !CONTROL.test(signs(content)) && textIn(content) !== null;

/**
 * Whether this is text, and not plainly of another kind.
 * @param {Uint8Array} content
 */
export function canBeBoard(content) {
  const start = unindented(withoutMark(content));
  if (!start.length || TEXTUAL.some((sign) => startsWith(start, sign)) || !isText(content)) return false;
  return startsWith(start, "{") || !isProse(signs(start.subarray(0, LOOK)));
}

/**
 * Whether more than a third of a text is characters that no board has. Links and headers may contain words.
 * @param {string} text
 */
function isProse(text) {
  if (text.includes("board=") || text.includes("://")) return false;
  if (HEADER.test(text.split("\n", 1)[0])) return false;
  const others = text.match(NO_CELL)?.length ?? 0;
  return others > SLIPS && 3 * others > text.replaceAll(/[ \t\n\r\v\f]/g, "").length;
}

/**
 * The error for a file that no format recognises; its sentence continues the name of the file.
 * @param {Uint8Array} content
 */
export function refusal(content) {
  if (!unindented(withoutMark(content)).length) return unknownFormat("is empty");
  const what = otherKind(content);
  if (what) return unknownFormat(`seems to be ${what}, not a board; ${WANTED}`);
  if (WIDE_TEXT.some((mark) => startsWith(content, mark)) || isWide(content.subarray(0, LOOK)))
    return unknownFormat("seems to be UTF-16 or UTF-32 text; save it as UTF-8");
  if (seemsCutOff(content)) return unknownFormat("seems to be a board file (.mbf) that was cut off or damaged");
  if (CONTROL.test(signs(content))) return unknownFormat(`is neither text nor a format MineMind knows; ${WANTED}`);
  return unknownFormat("is not UTF-8 text; save it as UTF-8");
}

/**
 * The kind of a file that begins like those of another kind, or is other text; null if unknown.
 * @param {Uint8Array} content
 */
function otherKind(content) {
  const known = BEGINNINGS.find(
    ([beginning]) => startsWith(content, beginning) && !(beginning.length === 2 && isText(content)),
  );
  if (known) return known[1];
  const text = signs(content);
  if (MARKUP.test(text)) return "a web page";
  if (XML.test(text)) return "XML";
  if (JSON_LIST.test(text)) return "JSON of another program";
  return isText(content) ? "text of another kind" : null;
}

/**
 * Whether every other byte is zero, as in plain text with two bytes per character.
 * @param {Uint8Array} content
 */
function isWide(content) {
  const has = (/** @type {number} */ parity) => content.some((byte, place) => place % 2 === parity && byte !== 0);
  return content.length > 3 && has(0) !== has(1);
}
