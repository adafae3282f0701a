// Signs: what is drawn on a cell, by its shape. Digits and question marks are compared with templates; a mine looks the
// same after a quarter turn, and a flag is red.

import { SIDE } from "./cells.js";
import { fitted, likeness } from "./shapes.js";
import { templates } from "./templates.js";

/** @typedef {import("./cells.js").Cell} Cell */

/**
 * @typedef {object} Sign
 * @property {Map<string, number>} likeness with each digit and the question mark, at most 1
 * @property {number} roundness how similar it is to itself after a quarter turn, at most 1
 * @property {number} solidity how much of its middle is ink: 0 … 1
 * @property {Float32Array} shape
 * @property {number} red share
 * @property {number} motley
 * @property {import("./cells.js").Colour} colour
 */

/**
 * @param {Cell} cell
 * @returns {Sign}
 */
export function signOf({ ink, colour, red, motley }) {
  const { shape, box } = fitted(ink, SIDE, SIDE);
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { sign, shape: known } of templates())
    found.set(sign, Math.max(found.get(sign) ?? -1, likeness(shape, known)));
  return { likeness: found, roundness: roundness(ink, box), solidity: solidity(ink, box), shape, red, motley, colour };
}

const MIDDLE = 0.3; // of the box around a sign, from each side

/** @type {(ink: Float32Array, box: import("./shapes.js").Box) => number} */
function solidity(ink, { left, right, top, bottom }) {
  const [wide, high] = [MIDDLE * (right - left), MIDDLE * (bottom - top)];
  let [sum, count] = [0, 0];
  for (let y = Math.round(top + high); y < bottom - high; y++)
    for (let x = Math.round(left + wide); x < right - wide; x++) {
      sum += ink[y * SIDE + x];
      count += 1;
    }
  return sum / Math.max(1, count);
}

/**
 * How similar a sign is to itself after a quarter turn around its middle or a point next to it, because the edge of a
 * cell may cut off the end of a spike.
 * @type {(ink: Float32Array, box: import("./shapes.js").Box) => number}
 */
function roundness(ink, { left, right, top, bottom }) {
  const reach = Math.max(right - left, bottom - top) / 2;
  let best = -1;
  for (let y = -1; y <= 1; y++)
    for (let x = -1; x <= 1; x++)
      best = Math.max(best, turnedLikeness(ink, (left + right) / 2 + x, (top + bottom) / 2 + y, reach));
  return best;
}

/** @type {(ink: Float32Array, x: number, y: number, reach: number) => number} */
function turnedLikeness(ink, x, y, reach) {
  let [count, sum, squares, products] = [0, 0, 0, 0];
  const at = (/** @type {number} */ column, /** @type {number} */ row) =>
    ink[Math.floor(row) * SIDE + Math.floor(column)] ?? 0;
  for (let dy = 0.5 - reach; dy < reach; dy++) {
    for (let dx = 0.5 - reach; dx < reach; dx++) {
      const value = at(x + dx, y + dy);
      count += 1;
      sum += value;
      squares += value * value;
      products += value * at(x - dy, y + dx);
    }
  }
  const square = (sum * sum) / Math.max(1, count);
  return (products - square) / (squares - square || 1);
}
