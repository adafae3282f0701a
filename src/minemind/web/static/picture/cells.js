// Cells, cut out of a picture: each scaled to the same small size, with its ground and what is drawn on it kept apart.

/** @typedef {import("./edges.js").Pixels} Pixels */
/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {[number, number, number]} Colour */

/**
 * @typedef {object} Cell
 * @property {Colour} ground the colour around its middle
 * @property {number} bevel how much lighter its edge gets at the top and left, and darker at the bottom and right
 * @property {Float32Array} ink SIDE × SIDE: how far each pixel differs from the ground, as a share of full ink
 * @property {number} spread how far the colours in its middle differ: a sum over three channels
 * @property {Colour} colour of what is drawn
 * @property {number} red the share of what is drawn that is red, as flags are
 * @property {number} motley how far its colours are from mixes of ground and ink, which soft edges have
 * @property {number} upright how far the brightness of its left and right edges differs from the ground's
 * @property {number} level the same for its upper and lower edges
 */

export const SIDE = 24;

const FINE = 2; // samples per pixel in each direction: cells may be twice as large in the picture
const RING = [0.14, 0.2]; // of a cell: between its bevelled edge and what is drawn in it
const EDGE = 0.15; // of a cell: where its bevels are
const DRAWN = 0.15; // of a cell: anything nearer to the edge is part of the edge
const MIDDLE = 0.27; // of a cell: everything that is drawn reaches into its middle
const SAME = 12; // in each channel: colours this close are equal
const SHADES = 40; // in each channel: how far the colour of a ground may vary from corner to corner
const BOLD = 0.45; // of the strongest contrast is full ink, so that the glint of a black mine does not make it pale
const ENOUGH = 150; // of contrast: anything less is full ink only if nothing is stronger
const FAINT = 0.2; // of full ink: the softest edge of what is drawn
const PALE = 0.4; // of full ink: pixels that are drawn at all
const RED = 50; // more red than green and blue
const STRONG = 0.75; // of full ink: pixels that have the colour of the ink, not a mix of it with the ground

/**
 * Cells that were cut out before: finding the rim of a board and reading it need the same ones.
 * @type {WeakMap<Pixels, Map<string, Cell>>}
 */
const cutOut = new WeakMap();

/**
 * @param {Pixels} pixels
 * @param {Lattice} lattice
 * @returns {Cell[]} row by row
 */
export function cellsOf(pixels, { across, down, rows, cols }) {
  const known = cutOut.get(pixels) ?? new Map();
  cutOut.set(pixels, known);
  return Array.from({ length: rows * cols }, (_, at) => {
    const left = across.start + (at % cols) * across.pitch;
    const top = down.start + Math.floor(at / cols) * down.pitch;
    const key = [left, top, across.pitch].map((value) => value.toFixed(2)).join(" ");
    if (!known.has(key)) known.set(key, cellFrom(sampled(pixels, left, top, across.pitch, down.pitch)));
    return known.get(key);
  });
}

/**
 * The colours of a cell in the common size, three values per pixel.
 * @type {(pixels: Pixels, left: number, top: number, width: number, height: number) => Float32Array}
 */
function sampled({ width: wide, height: high, data }, left, top, width, height) {
  const values = new Float32Array(SIDE * SIDE * 3);
  const steps = SIDE * FINE;
  for (let y = 0; y < steps; y++) {
    const sourceY = clamp(top + ((y + 0.5) * height) / steps - 0.5, high - 1);
    const [y0, shareY] = [Math.floor(sourceY), sourceY % 1];
    const down = y0 + 1 < high ? 4 * wide : 0;
    for (let x = 0; x < steps; x++) {
      const sourceX = clamp(left + ((x + 0.5) * width) / steps - 0.5, wide - 1);
      const [x0, shareX] = [Math.floor(sourceX), sourceX % 1];
      const at = 4 * (y0 * wide + x0);
      const right = x0 + 1 < wide ? 4 : 0;
      const to = 3 * (Math.floor(y / FINE) * SIDE + Math.floor(x / FINE));
      for (let channel = 0; channel < 3; channel++) {
        const from = at + channel;
        const upper = data[from] * (1 - shareX) + data[from + right] * shareX;
        const lower = data[from + down] * (1 - shareX) + data[from + down + right] * shareX;
        values[to + channel] += (upper * (1 - shareY) + lower * shareY) / FINE ** 2;
      }
    }
  }
  return values;
}

/** @type {(value: number, most: number) => number} */
const clamp = (value, most) => Math.min(most, Math.max(0, value));

// The parts of a cell, as indices of its pixels.
const CORNER = 0.08;
const FIRST = RING[0];
const LAST = 1 - RING[0] - CORNER;
const CORNERS = [
  [FIRST, FIRST],
  [LAST, FIRST],
  [FIRST, LAST],
  [LAST, LAST],
].map(([x, y]) => area(x, x + CORNER, y, y + CORNER));
const INNER = area(DRAWN, 1 - DRAWN, DRAWN, 1 - DRAWN);
const CENTRE = area(MIDDLE, 1 - MIDDLE, MIDDLE, 1 - MIDDLE);
const DEPTHS = Array.from({ length: Math.round(EDGE * SIDE) }, (_, depth) => [depth / SIDE, (depth + 1) / SIDE]);
const LIT = [
  DEPTHS.map(([from, to]) => area(from, to, 0.2, 0.8)), // on the left, from the edge inwards
  DEPTHS.map(([from, to]) => area(0.2, 0.8, from, to)),
];
const SHADED = [
  DEPTHS.map(([from, to]) => area(1 - to, 1 - from, 0.2, 0.8)),
  DEPTHS.map(([from, to]) => area(0.2, 0.8, 1 - to, 1 - from)),
];
const ROUND = ring();

/** @type {(left: number, right: number, top: number, bottom: number) => number[]} */
function area(left, right, top, bottom) {
  const found = [];
  for (let y = Math.round(top * SIDE); y < bottom * SIDE; y++)
    for (let x = Math.round(left * SIDE); x < right * SIDE; x++) found.push(y * SIDE + x);
  return found;
}

function ring() {
  const inner = new Set(area(RING[1], 1 - RING[1], RING[1], 1 - RING[1]));
  return area(RING[0], 1 - RING[0], RING[0], 1 - RING[0]).filter((at) => !inner.has(at));
}

/** @type {(values: Float32Array) => Cell} */
function cellFrom(values) {
  const ground = commonColour(values, ROUND);
  const corners = CORNERS.map((places) => medianColour(values, places));
  // A large digit may reach into a corner.
  corners.forEach((corner, at) => {
    if (corner.some((value, channel) => Math.abs(value - ground[channel]) > SHADES)) corners[at] = ground;
  });
  return { ground, ...edgeOf(values, ground), spread: spread(values), ...drawn(values, corners) };
}

/**
 * A bevel may be as narrow as a line, at any depth of the edge, so only its strongest depth counts.
 * @type {(values: Float32Array, ground: Colour) => Pick<Cell, "bevel" | "upright" | "level">}
 */
function edgeOf(values, ground) {
  const lighter = (/** @type {number[]} */ places) =>
    places.reduce((sum, at) => sum + brightness(values, 3 * at), 0) / places.length - brightness(ground, 0);
  const [lit, shaded] = [LIT, SHADED].map((sides) => sides.map((strips) => strips.map(lighter)));
  const net = (/** @type {number[][]} */ sides) =>
    sides.reduce((sum, strips) => sum + Math.max(0, ...strips) + Math.min(0, ...strips), 0) / 2;
  const most = (/** @type {number[]} */ strips) => Math.max(...strips.map(Math.abs));
  const either = (/** @type {number} */ way) => (most(lit[way]) + most(shaded[way])) / 2;
  return { bevel: net(lit) - net(shaded), upright: either(0), level: either(1) };
}

/** @type {(values: ArrayLike<number>, from: number) => number} */
const redness = (values, from) => values[from] - Math.max(values[from + 1], values[from + 2]);

/** @type {(values: ArrayLike<number>, from: number) => number} */
const brightness = (values, from) => values[from] * 0.3 + values[from + 1] * 0.6 + values[from + 2] * 0.1;

/**
 * The colour that most of these pixels have, roughly: the median, unless that is a mix that few of them have.
 * @type {(values: Float32Array, places: number[]) => Colour}
 */
function commonColour(values, places) {
  const near = (/** @type {Colour} */ colour, /** @type {number} */ most) =>
    places.filter((at) => colour.every((value, channel) => Math.abs(value - values[3 * at + channel]) <= most));
  const median = medianColour(values, places);
  if (near(median, 2 * SAME).length > places.length / 2) return median;
  /** @type {number[]} */
  let found = [];
  for (const at of places) {
    const like = near([values[3 * at], values[3 * at + 1], values[3 * at + 2]], SAME);
    if (like.length > found.length) found = like;
  }
  return meanColour(values, found);
}

/** @type {(values: Float32Array, places: number[]) => Colour} */
function medianColour(values, places) {
  const median = (/** @type {number} */ channel) => {
    const sorted = places.map((at) => values[3 * at + channel]).sort((one, other) => one - other);
    return sorted[sorted.length >> 1];
  };
  return [median(0), median(1), median(2)];
}

/**
 * How far the colours in the middle differ. If nothing is drawn they are equal, whatever the cell's edge is like.
 * @param {Float32Array} values
 */
function spread(values) {
  const usual = medianColour(values, CENTRE);
  const apart = (/** @type {number} */ at) =>
    usual.reduce((sum, value, channel) => sum + Math.abs(value - values[3 * at + channel]), 0);
  return CENTRE.reduce((most, at) => Math.max(most, apart(at)), 0);
}

/**
 * What differs from the ground, which may be a gradient between the corners.
 * @type {(values: Float32Array, corners: Colour[]) => Pick<Cell, "ink" | "colour" | "red" | "motley">}
 */
function drawn(values, corners) {
  const differs = new Float32Array(SIDE * SIDE);
  for (const at of INNER) {
    const [x, y] = [(at % SIDE) / (SIDE - 1), Math.floor(at / SIDE) / (SIDE - 1)];
    for (let channel = 0; channel < 3; channel++) {
      const upper = corners[0][channel] * (1 - x) + corners[1][channel] * x;
      const lower = corners[2][channel] * (1 - x) + corners[3][channel] * x;
      differs[at] += Math.abs(values[3 * at + channel] - upper * (1 - y) - lower * y);
    }
  }
  const contrast = CENTRE.reduce((most, at) => Math.max(most, differs[at]), 1);
  const full = Math.max(BOLD * contrast, Math.min(contrast, ENOUGH));
  const inked = fromCentre(differs.map((difference) => Math.min(1, difference / full)));
  const places = (/** @type {number} */ least) => [...inked.keys()].filter((at) => inked[at] >= least);
  const ground = meanColour(values, CORNERS.flat());
  // A darker shade of a red ground, as mines on some red grounds have, does not count as red.
  const ownRed = Math.max(0, redness(ground, 0) - RED);
  const red = places(PALE).map((at) => redness(values, 3 * at) - ownRed);
  const ink = places(BOLD);
  const strongest = places(STRONG).filter((at) => differs[at] >= STRONG * contrast);
  return {
    ink: inked,
    colour: meanColour(values, places(STRONG)),
    motley: motley(values, ink, ground, meanColour(values, strongest)),
    red: red.filter((more) => more > RED).length / Math.max(1, red.length),
  };
}

/**
 * The mean distance of colours from the line between ground and ink.
 * @type {(values: Float32Array, places: number[], ground: Colour, ink: Colour) => number}
 */
function motley(values, places, ground, ink) {
  const line = ink.map((value, channel) => value - ground[channel]);
  const square = line.reduce((sum, value) => sum + value * value, 0) || 1;
  const off = (/** @type {number} */ at) => {
    const own = ground.map((value, channel) => values[3 * at + channel] - value);
    const along = own.reduce((sum, value, channel) => sum + value * line[channel], 0) / square;
    return Math.hypot(...own.map((value, channel) => value - along * line[channel]));
  };
  return places.reduce((sum, at) => sum + off(at), 0) / Math.max(1, places.length);
}

/**
 * Only the ink that is connected to the middle, which the remains of a bevel are not.
 * @param {Float32Array} ink
 */
function fromCentre(ink) {
  const kept = new Float32Array(ink.length);
  const open = CENTRE.filter((at) => ink[at] >= FAINT);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (kept[at] || ink[at] < FAINT) continue;
    kept[at] = ink[at];
    // The outermost pixels have no ink, so no row runs over into the next.
    open.push(at - 1, at + 1, at - SIDE, at + SIDE);
  }
  return kept;
}

/** @type {(values: Float32Array, places: number[]) => Colour} */
function meanColour(values, places) {
  const mean = (/** @type {number} */ channel) =>
    places.reduce((sum, at) => sum + values[3 * at + channel], 0) / Math.max(1, places.length);
  return [mean(0), mean(1), mean(2)];
}
