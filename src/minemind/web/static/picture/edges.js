// Edges: where a picture changes from one pixel to the next, across and down. A weak edge counts almost as much as a
// strong one, because a board in two shades of green has no strong ones, and a page of text has many.

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray | Uint8Array }} Pixels RGBA, row by row */

/**
 * @typedef {object} EdgeMap how strong the edge before each pixel is, in the direction of the map
 * @property {number} width
 * @property {number} height
 * @property {Uint8ClampedArray} strength
 */

/** @typedef {{ upright: EdgeMap, level: EdgeMap }} Edges level: the upright ones of the transposed picture */

export const FULL = 32;

// The most that JPEG noise makes, and the difference of the two greens of a chequered board: sums over three channels.
const NOISE = 6;
const WEAK = 20;

/** The differences that can count as a whole edge: among strong edges, weak ones are noise. */
export const CLEAR = [WEAK, 2 * WEAK, 4 * WEAK];

/**
 * The upright edges of a picture; those of the transposed picture are the level ones.
 * @param {Pixels} pixels
 * @returns {EdgeMap} as differences, up to 255
 */
export function uprightEdges({ width, height, data }) {
  const strength = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 1; x < width; x++) {
      const at = 4 * (row + x);
      // Only a wide step sees the soft edges of a scaled board, and only a narrow one sees a thin line.
      const isInside = x > 1 && x < width - 1;
      const wide = isInside ? change(data, at - 8, at + 4) : 0;
      strength[row + x] = Math.max(change(data, at - 4, at), wide);
    }
  }
  return { width, height, strength };
}

/**
 * The same map, with every difference of at least `clear` as a whole edge.
 * @param {EdgeMap} edges
 * @param {number} clear
 * @returns {EdgeMap} 0 … FULL
 */
export function clipped({ width, height, strength }, clear) {
  const noise = Math.max(NOISE, clear / 4);
  const levels = Uint8ClampedArray.from({ length: 256 }, (_, difference) =>
    Math.min(FULL, (FULL * (difference - noise)) / (clear - noise)),
  );
  const found = new Uint8ClampedArray(strength.length);
  for (let at = 0; at < found.length; at++) found[at] = levels[strength[at]];
  return { width, height, strength: found };
}

/** @type {(data: Pixels["data"], one: number, other: number) => number} */
function change(data, one, other) {
  return (
    Math.abs(data[one] - data[other]) +
    Math.abs(data[one + 1] - data[other + 1]) +
    Math.abs(data[one + 2] - data[other + 2])
  );
}

/**
 * The sum of several maps of one picture.
 * @param {EdgeMap[]} maps
 * @returns {EdgeMap}
 */
export function summed(maps) {
  const [{ width, height }] = maps;
  const strength = new Uint8ClampedArray(width * height);
  for (const map of maps) for (let at = 0; at < strength.length; at++) strength[at] += map.strength[at];
  return { width, height, strength };
}

/**
 * The transposed picture: rows become columns.
 * @param {Pixels} pixels
 * @returns {Pixels}
 */
export function turned({ width, height, data }) {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) to[x * height + y] = from[y * width + x];
  return { width: height, height: width, data: new Uint8Array(to.buffer) };
}
