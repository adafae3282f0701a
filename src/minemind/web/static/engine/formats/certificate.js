// A certificate: a board that needs no guess, with every move and its proof. The page shows its layout; the moves are
// checked for their form only, not their content: no_guess/certificate.py.

import { layoutIn, readSource } from "../source.js";
import { boardText, checkedKind, damaged, listField, textField } from "./document.js";
import { shown } from "./shown.js";

/** @typedef {import("./json.js").Json} Json */
/** @typedef {Map<string, Json>} Values */

const MAX_INTEGER = 10 ** 12;
const MAX_SEED = 2n ** 64n - 1n;

/**
 * The layout of a certificate.
 * @param {Json} values
 */
export function certified(values) {
  const certificate = checkedKind(values, "certificate");
  const text = boardText(certificate, "layout");
  checkPlace(certificate.get("start"), "the start");
  textField(certificate, "first_click");
  listField(certificate, "moves").forEach((move, place) => checkMove(move, `move ${place + 1}`));
  if (certificate.has("seed")) checkSeed(textField(certificate, "seed"));
  if (certificate.has("way")) textField(certificate, "way");
  if (certificate.has("budget")) checkWhole(certificate.get("budget"), "the budget");
  return layoutIn(readSource(text), { isStrict: true }).layout;
}

/** @param {string} text */
function checkSeed(text) {
  if (!/^[0-9]{1,20}$/.test(text) || BigInt(text) > MAX_SEED)
    throw damaged(`the seed ${shown(text)} is not a whole number`);
}

/** @type {(values: Json, where: string) => void} */
function checkMove(values, where) {
  const move = /** @type {Values} */ (values instanceof Map ? values : new Map());
  const action = move.get("action");
  if (action !== "open" && action !== "flag") throw damaged(`${where} is neither an open nor a flag`);
  const [numbers, seen, steps] = [move.get("numbers"), move.get("shown"), move.get("steps")];
  if (!Array.isArray(seen) || !Array.isArray(numbers) || seen.length !== numbers.length)
    throw damaged(`${where} does not say what each of its numbers shows`);
  if (!Array.isArray(steps)) throw damaged(`${where} has no steps`);
  checkPlace(move.get("cell"), `the cell of ${where}`);
  if (action === "flag") checkWhole(move.get("mines"), `the flag of ${where}`);
  checkPlaces(numbers, `${where}, its numbers`);
  for (const number of seen) checkWhole(number, `what a number of ${where} shows`);
  steps.forEach((step, place) => checkStep(step, `step ${place + 1} of ${where}`));
}

/** @type {(values: Json, where: string) => void} */
function checkStep(values, where) {
  if (!(values instanceof Map)) throw damaged(`${where} is not an object`);
  const step = /** @type {Values} */ (values);
  const steps = step.get("steps");
  const isWritten = typeof step.get("technique") === "string" && typeof step.get("uses_mine_count") === "boolean";
  if (!isWritten || !Array.isArray(steps)) throw damaged(`${where} lacks its technique, uses_mine_count or steps`);
  for (const name of ["at_least", "at_most", "depth"]) checkWhole(step.get(name), `${name} of ${where}`);
  checkPlaces(step.get("numbers"), `${where}, its numbers`);
  for (const earlier of steps) checkWhole(earlier, `a step that ${where} names`);
  checkPlaces(step.get("cells"), `${where}, its cells`);
}

/** @type {(values: Json | undefined, what: string) => void} */
function checkPlaces(values, what) {
  if (!Array.isArray(values)) throw damaged(`${what}: ${shown(values)} is not a list of cells`);
  for (const value of values) checkPlace(value, what);
}

/** @type {(value: Json | undefined, what: string) => void} */
function checkPlace(value, what) {
  if (Array.isArray(value) && value.length === 2 && value.every(isCount)) return;
  throw damaged(`${what}: ${shown(value)} is not a cell; a cell is [row, col], from 0`);
}

/** @type {(value: Json | undefined, what: string) => void} */
function checkWhole(value, what) {
  if (!isCount(value)) throw damaged(`${what} is ${shown(value)}, which is not a whole number from 0`);
}

/** @type {(value: Json | undefined) => boolean} */
const isCount = (value) => typeof value === "number" && value >= 0 && value <= MAX_INTEGER;
