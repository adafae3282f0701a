// Edges: where a picture changes from one pixel to the next, across and down. A weak edge counts almost as much as a strong
// one, since a lawn of two greens has no strong ones and a page of text has many.

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray | Uint8Array }} Pixels RGBA, row by row */

/**
 * @typedef {object} EdgeMap how much of an edge lies before each pixel, in the direction that it looks
 * @property {number} width
 * @property {number} height
 * @property {Uint8ClampedArray} strength
 */

/** @typedef {{ upright: EdgeMap, level: EdgeMap }} Edges level: the upright ones of the picture on its side */

export const FULL = 32;

// What the noise of a JPEG reaches, and what two neighbouring greens of a chequered board differ by: sums over three channels.
const NOISE = 6;
const WEAK = 20;

/** The differences from which on an edge is a whole one: among strong edges, weak ones are noise. */
export const CLEAR = [WEAK, 2 * WEAK, 4 * WEAK];

/**
 * The upright edges of a picture; those of a picture that lies on its side are the level ones.
 * @param {Pixels} pixels
 * @returns {EdgeMap} as differences, up to 255
 */
export function uprightEdges({ width, height, data }) {
  const strength = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 1; x < width; x++) {
      const at = 4 * (row + x);
      // A scaled board has soft edges, which only a wider step sees; a thin line is seen only by the narrow one.
      const isInside = x > 1 && x < width - 1;
      const wide = isInside ? change(data, at - 8, at + 4) : 0;
      strength[row + x] = Math.max(change(data, at - 4, at), wide);
    }
  }
  return { width, height, strength };
}

/**
 * The same, with every difference from `clear` on counted as a whole edge.
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
 * Several maps of one picture as one.
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
 * The picture on its side: rows become columns.
 * @param {Pixels} pixels
 * @returns {Pixels}
 */
export function turned({ width, height, data }) {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) to[x * height + y] = from[y * width + x];
  return { width: height, height: width, data: new Uint8Array(to.buffer) };
}
