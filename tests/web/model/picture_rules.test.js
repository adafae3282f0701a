import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictsIn } from "../../../src/minemind/web/static/picture/rules.js";

/** @typedef {import("../../../src/minemind/web/static/picture/rules.js").Position} Position */

/**
 * @param {string} text rows between spaces
 * @returns {Position}
 */
function position(text) {
  const rows = text.split(" ");
  return { tokens: [...rows.join("")], rows: rows.length, cols: rows[0].length };
}

/** @param {string} text */
const conflicts = (text) => conflictsIn(position(text)).map((each) => each.sort((one, other) => one - other));

test("a position that a game can show has no conflict", () => {
  for (const text of ["01. 01. 01.", "..... 12321 00000", "01! 011 000"]) assert.deepEqual(conflicts(text), []);
});

test("a number with too few hidden neighbours is not believed", () => {
  assert.deepEqual(conflicts("05. 01. 01."), [[1]]);
});

test("an empty cell and the hidden cell beside it are not both right", () => {
  assert.deepEqual(conflicts("000 000 00!"), [
    [4, 8],
    [5, 8],
    [7, 8],
  ]);
});

test("numbers that see the same cells and say something else contradict each other", () => {
  assert.deepEqual(conflicts("1. 2."), [[0, 2]]);
});

test("a lost game shows its mines, and the numbers know of them", () => {
  assert.deepEqual(conflicts("01* 011 000"), []);
  assert.deepEqual(conflicts("01. 02. 01*"), [[8]]);
});

/**
 * Whether these numbers can all be right, by trying every way to lay mines: an oracle.
 * @type {(at: Position, numbers: number[]) => boolean}
 */
function canHold({ tokens, rows, cols }, numbers) {
  const hidden = [...tokens.keys()].filter((at) => tokens[at] === ".");
  const isNear = (/** @type {number} */ one, /** @type {number} */ other) =>
    Math.abs((one % cols) - (other % cols)) <= 1 && Math.abs(Math.floor(one / cols) - Math.floor(other / cols)) <= 1;
  for (let mines = 0; mines < 2 ** hidden.length && rows; mines++) {
    const count = (/** @type {number} */ at) =>
      hidden.filter((cell, bit) => mines & (1 << bit) && isNear(cell, at)).length;
    if (numbers.every((at) => count(at) === Number(tokens[at]))) return true;
  }
  return false;
}

test("numbers are named only if no mines satisfy them, and those left can be satisfied almost always", () => {
  let [seed, broken, missed] = [1, 0, 0];
  const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 300; round++) {
    const tokens = Array.from({ length: 16 }, () => (random(2) ? "." : String(1 + random(3))));
    const at = { tokens, rows: 4, cols: 4 };
    const named = conflictsIn(at);
    for (const numbers of named) assert.equal(canHold(at, numbers), false, tokens.join(""));
    const all = [...tokens.keys()].filter((cell) => tokens[cell] !== ".");
    broken += canHold(at, all) ? 0 : 1;
    const rest = all.filter((cell) => !named.flat().includes(cell));
    missed += canHold(at, rest) ? 0 : 1;
  }
  assert.ok(broken > 200 && missed < 15, `${missed} of ${broken} contradictions were not seen`);
});
