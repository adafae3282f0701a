// The JSON files that MineMind writes, each with its kind and version, and how to read them safely: document.py.

import { AnswerError } from "../../game/errors.js";
import { quote, shownWhole } from "../../game/quote.js";
import { startsWith, textIn, unindented, withoutMark } from "./bytes.js";
import { Float, NotJson, parsedJson } from "./json.js";

/** @typedef {import("./json.js").Json} Json */

export const SCHEMA = 2;

/** @typedef {keyof typeof KINDS} DocumentKind */
const KINDS = { game: "saved game", record: "game record", certificate: "certificate" };

/** @param {string} message */
export const badSave = (message) => new AnswerError({ kind: "BadSave", message });

/** @param {string} what */
export const damaged = (what) => badSave(`is damaged: ${what}`);

/**
 * The JSON in a file.
 * @type {(content: Uint8Array, kind: DocumentKind) => Json}
 */
export function parsed(content, kind) {
  const text = textIn(content);
  if (text === null) throw badSave(`is not a ${KINDS[kind]}: it is not a text file`);
  try {
    return parsedJson(text);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const where = error.at === null ? "" : ` in ${placeOf(text, error.at)}`;
    throw badSave(`is not a ${KINDS[kind]}, or is incomplete: not valid JSON${where}`);
  }
}

/** @type {(text: string, at: number) => string} */
function placeOf(text, at) {
  const lines = text.slice(0, at).split("\n");
  return `line ${lines.length}, column ${[...lines[lines.length - 1]].length + 1}`;
}

/** @type {WeakMap<Uint8Array, Map<string, Json> | null>} cached, because every JSON format asks */
const parsedBefore = new WeakMap();

/**
 * The JSON object in a file; null if it holds anything else.
 * @param {Uint8Array} content
 * @returns {Map<string, Json> | null}
 */
export function objectIn(content) {
  if (!parsedBefore.has(content)) parsedBefore.set(content, object(content));
  return parsedBefore.get(content) ?? null;
}

/**
 * @param {Uint8Array} content
 * @returns {Map<string, Json> | null}
 */
function object(content) {
  const bytes = withoutMark(content);
  const text = startsWith(unindented(bytes, " \t\r\n"), "{") ? textIn(bytes) : null;
  try {
    const value = text === null ? null : parsedJson(text);
    return value instanceof Map ? /** @type {Map<string, Json>} */ (value) : null;
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
}

/**
 * The document, if it has this kind and a known version.
 * @type {(values: Json, kind: DocumentKind) => Map<string, Json>}
 */
export function checkedKind(values, kind) {
  const given = values instanceof Map ? /** @type {Map<string, Json>} */ (values) : new Map();
  const version = given.get("minemind");
  if (typeof version !== "number" && typeof version !== "bigint")
    throw badSave(`is not a ${KINDS[kind]}: this JSON was not written by MineMind`);
  if (version < 1) throw damaged(`version ${shownWhole(version)} does not exist`);
  if (version > SCHEMA) {
    const known = `format ${shownWhole(version)}; this one reads up to ${SCHEMA}`;
    throw badSave(`comes from a newer MineMind (${known}); upgrade to load it`);
  }
  if (textField(given, "kind") !== kind) throw badSave(`is not a ${KINDS[kind]}, but another file written by MineMind`);
  return given;
}

// ---- values by name, if present and of the right type

/**
 * @template {Json} Value
 * @param {Json | undefined} values
 * @param {string} name
 * @param {(value: any) => value is Value} isRight
 * @returns {Value}
 */
function field(values, name, isRight) {
  const value = values instanceof Map ? values.get(name) : undefined;
  if (!isRight(value)) throw damaged(`${quote(name)} is missing or invalid`);
  return value;
}

/** @type {(values: Json | undefined, name: string) => string} */
export const textField = (values, name) => field(values, name, (value) => typeof value === "string");
/** @type {(values: Json | undefined, name: string) => Json[]} */
export const listField = (values, name) => field(values, name, (value) => Array.isArray(value));
/** @type {(values: Json | undefined, name: string) => Map<string, Json>} */
export const objectField = (values, name) => field(values, name, (value) => value instanceof Map);
/** @type {(values: Json | undefined, name: string) => boolean} */
export const flagField = (values, name) => field(values, name, (value) => typeof value === "boolean");
/** @type {(values: Json | undefined, name: string) => Float} */
export const floatField = (values, name) => field(values, name, (value) => value instanceof Float);
/** @type {(values: Json | undefined, name: string) => number | bigint | boolean} */
export const wholeField = (values, name) => field(values, name, isWhole);

/**
 * The text of a board or layout.
 * @type {(values: Json, name: string) => string}
 */
export const boardText = (values, name) => textField(objectField(values, name), "text");

/**
 * As in Python, which reads the same files, true and false count as whole numbers.
 * @param {unknown} value
 * @returns {value is number | bigint | boolean}
 */
export const isWhole = (value) => ["number", "bigint", "boolean"].includes(typeof value);
