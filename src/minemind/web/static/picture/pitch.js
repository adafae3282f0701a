// The pitch: the distance between the lines of a grid in pixels. It is found from edges that repeat both across and
// down.

import { FULL } from "./edges.js";

/** @typedef {import("./edges.js").EdgeMap} EdgeMap */

export const SMALLEST = 10;
export const LARGEST = 100;

const STRIPS = 300; // at most: the average of a few rows repeats as well as each of them
const AROUND = 7; // pixels on each side that enter the local mean: fewer than the smallest pitch
const CANDIDATES = 6;
const WEAKEST = 0.03; // correlation, below which nothing repeats
const FINE = 0.02; // pixels
const TEETH = 8; // of the comb that makes a pitch precise

/**
 * The pitches that a picture may have, likeliest first. Cells are squares: what repeats in one direction only is not a
 * grid.
 * @param {EdgeMap} upright
 * @param {EdgeMap} level of the transposed picture
 */
export function pitches(upright, level) {
  const [across, down] = [new Correlation(upright), new Correlation(level)];
  const both = (/** @type {number} */ lag) => Math.sqrt(Math.max(0, across.at(lag)) * Math.max(0, down.at(lag)));
  const peaks = [];
  for (let lag = SMALLEST; lag <= LARGEST; lag++)
    if (both(lag) > WEAKEST && both(lag) >= both(lag - 1) && both(lag) > both(lag + 1)) peaks.push(lag);
  peaks.sort((one, other) => both(other) - both(one));
  return peaks.slice(0, CANDIDATES).map((lag) => refined(both, lag));
}

/** The autocorrelation of the edges of a picture, by the lag in pixels. */
class Correlation {
  /** @type {Map<number, number>} */
  #known = new Map();

  /** @param {EdgeMap} edges */
  constructor({ width, height, strength }) {
    this.width = width;
    const thick = Math.max(4, Math.ceil(height / STRIPS));
    this.strips = new Float32Array(Math.floor(height / thick) * width);
    for (let strip = 0; strip < this.strips.length; strip += width) {
      const top = (strip / width) * thick;
      const row = new Float32Array(width);
      for (let x = 0; x < width; x++)
        for (let y = top; y < top + thick; y++) row[x] += strength[y * width + x] / (FULL * thick);
      this.strips.set(unlevelled(row), strip);
    }
    this.whole = this.#moved(0) || 1;
  }

  /** @param {number} lag */
  at(lag) {
    if (lag >= this.width) return 0;
    const known = this.#known.get(lag) ?? this.#moved(lag) / this.whole;
    this.#known.set(lag, known);
    return known;
  }

  /** @param {number} lag */
  #moved(lag) {
    const { strips, width } = this;
    let sum = 0;
    for (let strip = 0; strip < strips.length; strip += width)
      for (let x = strip + lag; x < strip + width; x++) sum += strips[x] * strips[x - lag];
    return sum;
  }
}

/**
 * A row minus its local mean: that a board has more edges than its page says nothing about its lines.
 * @param {Float32Array} row
 */
function unlevelled(row) {
  let sum = 0;
  for (let x = 0; x < AROUND; x++) sum += row[x] ?? 0;
  return row.map((value, x) => {
    sum += (row[x + AROUND] ?? 0) - (row[x - AROUND - 1] ?? 0);
    return value - sum / (2 * AROUND + 1);
  });
}

/**
 * The pitch to a fraction of a pixel: many lines together are more precise than one.
 * @param {(lag: number) => number} both
 * @param {number} lag
 */
function refined(both, lag) {
  let found = lag;
  for (let teeth = 2; teeth <= TEETH; teeth *= 2) {
    const [reach, middle] = [1.2 / teeth, found];
    let best = -1;
    for (let pitch = middle - reach; pitch <= middle + reach; pitch += FINE) {
      let sum = 0;
      for (let tooth = 1; tooth <= teeth; tooth++) sum += between(both, tooth * pitch);
      if (sum > best) [best, found] = [sum, pitch];
    }
  }
  return found;
}

/** @type {(values: (at: number) => number, at: number) => number} */
function between(values, at) {
  const before = Math.floor(at);
  return values(before) * (1 - at + before) + values(before + 1) * (at - before);
}

const HARMONICS = [1, 2, 3]; // narrow edges that repeat at a pitch do so at its fractions too, and more precisely
const STEPS = 4; // per pixel by which the last line moves

/**
 * The pitch near a given one at which the edges along both sides of a board repeat best, by their power at its
 * harmonics. What is between the lines of a cell, such as its bevel, repeats with them and does no harm.
 * @param {Float64Array[]} profiles
 * @param {number} near
 * @param {number} reach
 */
export function repeatedAt(profiles, near, reach) {
  const level = profiles.map(centred);
  const step = near / (STEPS * Math.max(...profiles.map(({ length }) => length)));
  let [best, found] = [-1, near];
  for (let pitch = near - reach; pitch <= near + reach; pitch += step) {
    const sum = level.reduce((total, profile) => total + power(profile, pitch), 0);
    if (sum > best) [best, found] = [sum, pitch];
  }
  return found;
}

/**
 * The profile minus its mean, with length 1 so that both directions count the same. It fades out at its ends, where a
 * board is cut off in the middle of a bevel.
 * @param {Float64Array} profile
 */
function centred(profile) {
  const mean = profile.reduce((sum, value) => sum + value, 0) / profile.length;
  const faded = profile.map((value, x) => (value - mean) * Math.sin((Math.PI * (x + 0.5)) / profile.length) ** 2);
  const length = Math.hypot(...faded) || 1;
  return faded.map((value) => value / length);
}

/** @type {(profile: Float64Array, pitch: number) => number} */
function power(profile, pitch) {
  let sum = 0;
  for (const harmonic of HARMONICS) {
    const angle = (2 * Math.PI * harmonic) / pitch;
    let [real, imaginary] = [0, 0];
    profile.forEach((value, x) => {
      real += value * Math.cos(angle * x);
      imaginary += value * Math.sin(angle * x);
    });
    sum += real * real + imaginary * imaginary;
  }
  return sum;
}
