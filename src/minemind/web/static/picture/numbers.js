// Numbers: which number a sign on open ground is. Its shape tells, and its colour confirms it; what the numbers of a
// skin look like is learned from the picture itself.

import { likeness } from "./shapes.js";
import { MINE, NUMBERS, QUESTION, read } from "./tokens.js";

/** @typedef {import("./cells.js").Colour} Colour */
/** @typedef {import("./signs.js").Sign} Sign */
/** @typedef {import("./tokens.js").Read} Read */
/** @typedef {{ colour: Colour, shape: Float32Array | null }} Learned shape: null with too few samples */
/** @typedef {Map<string, Learned>} Alphabet */

const LIKE = 0.5; // the least likeness of a digit
const CLEARLY = 0.6; // the least likeness of a digit that is sure
const AHEAD = 0.05; // how far the best must be ahead of the next to be sure
const LEARNED = 0.1; // how far it must be ahead for its colour to be learned
const SAMPLES = 3; // of a number: the fewest from which its shape is learned
const COLOUR = 0.12; // of likeness: the most that a colour other than the learned one costs
const OTHER = 110; // the sum of the differences between two different colours
const TINT = 35; // by how much one channel must exceed the others to make a colour
const ROUND = 0.8; // the mineness above which a sign is a mine
const HARDLY = 0.08; // closer to ROUND than this it is doubtful, unless other mines look the same

/**
 * How much more a sign looks like a mine, which is round and filled, than like a digit.
 * @param {Sign} sign
 */
const mineness = ({ roundness, solidity, likeness: like }) =>
  roundness + solidity - Math.max(...NUMBERS.map((token) => like.get(token) ?? 0));

/** @param {Sign} sign */
export const isRound = (sign) => mineness(sign) > ROUND;

/**
 * Whether it is clear which of the two it is.
 * @param {Sign} sign
 */
export const isClear = (sign) => Math.abs(mineness(sign) - ROUND) > HARDLY;

/**
 * The number that a sign looks like; null if it looks like none.
 * @param {Sign} sign
 */
export function numberLike(sign) {
  const best = ranked((token) => sign.likeness.get(token) ?? 0)[0];
  return best.score < LIKE || isRound(sign) || (sign.likeness.get(QUESTION) ?? 0) > best.score
    ? null
    : Number(best.token);
}

/**
 * @param {(token: string) => number} of the score of a token
 * @returns {{ token: string, score: number }[]} best first
 */
export const ranked = (of) =>
  NUMBERS.map((token) => ({ token, score: of(token) })).sort((one, other) => other.score - one.score);

// ---- learning

/**
 * What the numbers look like, learned from those whose shape is clear.
 * @param {Sign[]} signs
 * @returns {Alphabet}
 */
export function clearOnes(signs) {
  return alphabet(
    signs.flatMap((sign) => {
      const [best, next] = ranked((token) => sign.likeness.get(token) ?? 0);
      const isAhead = best.score >= CLEARLY && best.score - next.score >= LEARNED;
      return isAhead && !isRound(sign) ? [{ token: best.token, sign }] : [];
    }),
  );
}

/**
 * What numbers and mines look like, learned from those that were read.
 * @param {{ token: string, sign: Sign }[]} samples
 * @returns {Alphabet}
 */
export function alphabet(samples) {
  const found = new Map();
  for (const token of [...NUMBERS, MINE]) {
    const signs = samples.filter((sample) => sample.token === token).map(({ sign }) => sign);
    if (signs.length) found.set(token, { colour: middle(signs.map(({ colour }) => colour)), shape: meanShape(signs) });
  }
  return found;
}

/**
 * @param {Colour[]} colours
 * @returns {Colour}
 */
function middle(colours) {
  const of = (/** @type {number} */ channel) =>
    colours.map((colour) => colour[channel]).sort((one, other) => one - other)[colours.length >> 1];
  return [of(0), of(1), of(2)];
}

/** @param {Sign[]} signs */
function meanShape(signs) {
  if (signs.length < SAMPLES) return null;
  const mean = signs[0].shape.map((_, at) => signs.reduce((sum, { shape }) => sum + shape[at], 0));
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}

// ---- which number it is

/** @type {(one: Colour, other: Colour) => number} */
const difference = (one, other) => one.reduce((sum, value, channel) => sum + Math.abs(value - other[channel]), 0);

/**
 * How unusual a colour is for a number, from 0 to 1: in most skins 1 is blue, 2 green and 3 red; others have any.
 * @type {(token: string, colour: Colour) => number}
 */
function unusual(token, [red, green, blue]) {
  const isBlue = blue > red + TINT && blue > green + TINT;
  const isGreen = green > red + TINT && green > blue + TINT;
  const isRed = red > green + TINT && red > blue + TINT;
  const usual = isBlue ? "1" : isGreen ? "2" : isRed ? "3" : null;
  if (usual === null || !["1", "2", "3"].includes(token)) return 0.5;
  return usual === token ? 0.2 : 0.9;
}

/** @type {(sign: Sign, token: string, known: Learned | undefined) => number} */
function score(sign, token, known) {
  const written = sign.likeness.get(token) ?? 0;
  const like = known?.shape ? (written + likeness(sign.shape, known.shape)) / 2 : written;
  const off = known ? Math.min(1, difference(known.colour, sign.colour) / OTHER) : unusual(token, sign.colour);
  return like - COLOUR * off;
}

/**
 * What a sign on open ground is.
 * @type {(sign: Sign, known: Alphabet) => Read}
 */
export function readOpen(sign, known) {
  const order = ranked((token) => score(sign, token, known.get(token)));
  const [best, next] = order;
  const like = sign.likeness.get(best.token) ?? 0;
  const others = order.filter((each) => each !== best && each.score > best.score - 3 * AHEAD).map(({ token }) => token);
  const mine = known.get(MINE)?.shape;
  const ahead = mine ? likeness(sign.shape, mine) - best.score : 0;
  const isMine = mine && !isClear(sign) ? ahead > 0 : isRound(sign);
  const isKnown = isClear(sign) || Math.abs(ahead) >= AHEAD;
  if (isMine || like < LIKE) return read(MINE, isMine && isKnown, [best.token, ...others]);
  const isSure = like >= CLEARLY && best.score - next.score >= AHEAD && isKnown;
  return read(best.token, isSure, isKnown ? others : [MINE, ...others]);
}
