// The place of a board: the part of a picture in which edges repeat at a given pitch, in both directions.

/** @typedef {import("./edges.js").EdgeMap} EdgeMap */
/** @typedef {{ from: number, to: number }} Range */
/** @typedef {{ width: number, height: number, values: Float32Array }} Blocks */

const BLOCK = 8; // pixels: the resolution at which the place is found
const OFF = 0.3; // of a pitch: at distances off by this much there are no lines
const DENSE = 0.45; // of the largest density of repeated edges

/**
 * @param {import("./edges.js").Edges} edges
 * @param {number} pitch
 */
export function placeOf({ upright, level }, pitch) {
  return densest(repeated(upright, pitch), turnedBlocks(repeated(level, pitch)), pitch);
}

/**
 * For each block, how many more edges have another one at the distance of a pitch than at other distances; in a text
 * there are as many at any distance.
 * @type {(edges: EdgeMap, pitch: number) => Blocks}
 */
function repeated({ width, height, strength }, pitch) {
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const values = new Float32Array(across * down);
  const count = (/** @type {number} */ lag, /** @type {number} */ weight) => {
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / BLOCK) * across;
      for (let at = y * width + 1, x = 1; x + lag + 1 < width; x++, at++) {
        const here = strength[at];
        if (!here) continue;
        const there = Math.max(strength[at + lag - 1], strength[at + lag], strength[at + lag + 1]);
        const match = weight * Math.min(here, there);
        values[row + Math.floor(x / BLOCK)] += match;
        values[row + Math.floor((x + lag) / BLOCK)] += match;
      }
    }
  };
  count(Math.round(pitch), 1);
  count(Math.round(pitch * (1 - OFF)), -0.5);
  count(Math.round(pitch * (1 + OFF)), -0.5);
  return { width: across, height: down, values };
}

/** @type {(blocks: Blocks) => Blocks} */
function turnedBlocks({ width, height, values }) {
  const to = new Float32Array(values.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) to[x * height + y] = values[y * width + x];
  return { width: height, height: width, values: to };
}

/**
 * The part of a picture in which edges repeat in both directions.
 * @type {(across: Blocks, down: Blocks, pitch: number) => { x: Range, y: Range } | null}
 */
function densest(across, down, pitch) {
  const reach = Math.ceil((1.5 * pitch) / BLOCK);
  const [one, other] = [smoothed(across, reach), smoothed(down, reach)];
  const both = one.values.map((value, at) => Math.sqrt(value * other.values[at]));
  const { width, height } = across;
  const most = both.reduce((found, value) => Math.max(found, value), 0);
  if (!most) return null;
  const part = largestPart(both, width, height, DENSE * most);
  const range = (/** @type {number} */ from, /** @type {number} */ to) => ({
    from: from * BLOCK,
    to: (to + 1) * BLOCK,
  });
  return { x: range(part.left, part.right), y: range(part.top, part.bottom) };
}

/**
 * Means over squares of blocks, negative ones as 0.
 * @type {(blocks: Blocks, reach: number) => Blocks}
 */
function smoothed({ width, height, values }, reach) {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      sums[(y + 1) * (width + 1) + x + 1] =
        values[y * width + x] +
        sums[y * (width + 1) + x + 1] +
        sums[(y + 1) * (width + 1) + x] -
        sums[y * (width + 1) + x];
  const means = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const at = (/** @type {number} */ column, /** @type {number} */ row) => sums[row * (width + 1) + column];
      const sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
      means[y * width + x] = Math.max(0, sum / ((bottom - top) * (right - left)));
    }
  }
  return { width, height, values: means };
}

/**
 * The box around the largest connected part above a threshold.
 * @type {(values: Float32Array, width: number, height: number, threshold: number) =>
 *   { left: number, top: number, right: number, bottom: number }}
 */
function largestPart(values, width, height, threshold) {
  const seen = new Uint8Array(values.length);
  let [most, found] = [0, { left: 0, top: 0, right: width - 1, bottom: height - 1 }];
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || values[start] < threshold) continue;
    const box = { left: width, top: height, right: 0, bottom: 0 };
    const open = [start];
    seen[start] = 1;
    let size = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      size += 1;
      const [x, y] = [at % width, Math.floor(at / width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      const next = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const each of next) {
        if (!(values[each] >= threshold) || seen[each]) continue;
        seen[each] = 1;
        open.push(each);
      }
    }
    if (size > most) [most, found] = [size, box];
  }
  return found;
}
