// Shapes: what is drawn on a cell, cut out and scaled to one size, so that two of them can be compared.

const WIDE = 12;
const HIGH = 16;

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/**
 * What is drawn, cut out and scaled to WIDE × HIGH, with mean 0 and length 1, so that the scalar product of two shapes
 * is their likeness.
 * @param {Float32Array} ink
 * @param {number} wide
 * @param {number} high
 * @returns {{ shape: Float32Array, box: Box }}
 */
export function fitted(ink, wide, high) {
  const box = boxOf(ink, wide, high);
  const shape = new Float32Array(WIDE * HIGH);
  const [stepX, stepY] = [(box.right - box.left) / WIDE, (box.bottom - box.top) / HIGH];
  for (let y = 0; y < HIGH; y++)
    for (let x = 0; x < WIDE; x++)
      shape[y * WIDE + x] = mean(ink, wide, high, box.left + x * stepX, box.top + y * stepY, stepX, stepY);
  return { shape: levelled(softened(shape)), box };
}

const NARROW = 0.5; // of the height: the least width of the box around a sign
const INKED = 0.5; // of full ink: the edge of a sign

/**
 * The box around what is drawn, to a fraction of a pixel: where the ink at its edge passes one half.
 * @param {Float32Array} ink
 * @param {number} wide
 * @param {number} high
 * @returns {Box}
 */
function boxOf(ink, wide, high) {
  const columns = new Float32Array(wide);
  const rows = new Float32Array(high);
  ink.forEach((value, at) => {
    const [x, y] = [at % wide, Math.floor(at / wide)];
    columns[x] = Math.max(columns[x], value);
    rows[y] = Math.max(rows[y], value);
  });
  const [left, right] = ends(columns);
  const [top, bottom] = ends(rows);
  // A 1 may be only an upright line, which must not be stretched to fill the box.
  const spare = Math.max(0, NARROW * (bottom - top) - (right - left)) / 2;
  return { left: left - spare, right: right + spare, top, bottom };
}

/** @param {Float32Array} most */
function ends(most) {
  const first = most.findIndex((value) => value >= INKED);
  const last = most.findLastIndex((value) => value >= INKED);
  const outside = (/** @type {number} */ at) => Math.min(1, (most[at] ?? 0) / INKED);
  return [first - outside(first - 1) / 2, last + 1 + outside(last + 1) / 2];
}

/** @type {(ink: Float32Array, wide: number, high: number, x: number, y: number, across: number, down: number) => number} */
function mean(ink, wide, high, x, y, across, down) {
  let sum = 0;
  const samples = 3;
  for (let row = 0; row < samples; row++) {
    for (let col = 0; col < samples; col++) {
      const [atX, atY] = [x + ((col + 0.5) * across) / samples - 0.5, y + ((row + 0.5) * down) / samples - 0.5];
      const [x0, y0] = [Math.floor(atX), Math.floor(atY)];
      const [shareX, shareY] = [atX - x0, atY - y0];
      const value = (/** @type {number} */ column, /** @type {number} */ line) =>
        column < 0 || line < 0 || column >= wide || line >= high ? 0 : ink[line * wide + column];
      sum += (value(x0, y0) * (1 - shareX) + value(x0 + 1, y0) * shareX) * (1 - shareY);
      sum += (value(x0, y0 + 1) * (1 - shareX) + value(x0 + 1, y0 + 1) * shareX) * shareY;
    }
  }
  return sum / samples ** 2;
}

/**
 * Each pixel mixed with its neighbours, so that strokes slightly apart still overlap.
 * @param {Float32Array} shape
 */
function softened(shape) {
  return shape.map((value, at) => {
    const [x, y] = [at % WIDE, Math.floor(at / WIDE)];
    let [sum, weight] = [4 * value, 4];
    for (const [dx, dy] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ]) {
      if (x + dx < 0 || x + dx >= WIDE || y + dy < 0 || y + dy >= HIGH) continue;
      sum += shape[at + dy * WIDE + dx];
      weight += 1;
    }
    return sum / weight;
  });
}

/** @param {Float32Array} shape */
function levelled(shape) {
  const average = shape.reduce((sum, value) => sum + value, 0) / shape.length;
  const length = Math.hypot(...shape.map((value) => value - average)) || 1;
  return shape.map((value) => (value - average) / length);
}

/**
 * How alike two shapes are: −1 … 1.
 * @type {(one: Float32Array, other: Float32Array) => number}
 */
export function likeness(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at] * other[at];
  return sum;
}
