// Solutions: their number, as an exact integer of any size. The same as solve/solutions.py; tests hold the two equal. The
// engine counts every component modulo several primes; the Chinese remainder theorem gives the integers.

import { claimed } from "../game/board.js";
import { TooHard, grouped } from "../game/errors.js";
import { binomial, binomials, product } from "./integers.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {{ fewest: number, ways: bigint[] }} Ways the solutions of a component, by mines, from the fewest up */

// The most products of coefficients: less than a second of work.
const MAX_PRODUCTS = 3_000_000;

// Primes must be smaller: the engine multiplies two remainders in a 64-bit word.
const LARGEST = 2 ** 31;

/** @type {number[]} */
const primes = [];

/**
 * The number of solutions of an analysed position.
 * @param {Analysis} analysis
 */
export function countSolutions(analysis) {
  const { mines, density, perCell } = analysis.position.board;
  const outside = analysis.outsideCells * perCell;
  const flagged = flagWays(analysis);
  const parts = Array.from({ length: analysis.components }, (_, index) => waysOf(analysis, index));
  if (mines === null) {
    const free = density === null ? 1n : 1n << BigInt(outside);
    return product([flagged, free, ...parts.map(({ ways }) => sum(ways))]);
  }
  const { fewest, ways } = together(parts);
  const rests = binomials(outside, mines - analysis.knownMines - fewest, ways.length);
  return flagged * sum(ways.map((count, place) => count * rests[place]));
}

/** @param {bigint[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0n);

/**
 * The number of ways to place the flagged mines in the slots of their cells.
 * @param {Analysis} analysis
 */
function flagWays({ position: { board, faces } }) {
  if (board.perCell === 1) return 1n;
  const claims = Array.from(faces, claimed).filter((mines) => mines > 0);
  return product(claims.map((mines) => binomial(board.perCell, mines)));
}

/**
 * The number of solutions of one component for each number of mines.
 * @param {Analysis} analysis
 * @param {number} index
 * @returns {Ways}
 */
export function waysOf(analysis, index) {
  const { asking, position } = analysis;
  const cells = analysis.component(index).groups.reduce((total, group) => total + group.length, 0);
  const most = 1n << BigInt(position.board.perCell * cells + 1);
  let [modulus, fewest] = [1n, 0];
  /** @type {bigint[]} */
  let ways = [];
  for (let place = 0; modulus < most; place++) {
    const prime = primeAt(place);
    const reply = asking.ask("ways", analysis.address, index, prime);
    fewest = reply.number();
    ways = lifted(ways, modulus, reply.list(), BigInt(prime));
    modulus *= BigInt(prime);
  }
  return { fewest, ways };
}

/**
 * Counts known modulo `modulus`, extended by their remainders modulo another prime.
 * @type {(known: bigint[], modulus: bigint, remainders: number[], prime: bigint) => bigint[]}
 */
function lifted(known, modulus, remainders, prime) {
  const inverse = power(modulus % prime, prime - 2n, prime);
  return remainders.map((remainder, place) => {
    const count = known[place] ?? 0n;
    const missing = (((BigInt(remainder) - count) % prime) * inverse) % prime;
    return count + modulus * (missing < 0n ? missing + prime : missing);
  });
}

/** @type {(base: bigint, exponent: bigint, modulus: bigint) => bigint} */
function power(base, exponent, modulus) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/**
 * The ways of all components together, by their total number of mines.
 * @param {Ways[]} parts
 * @returns {Ways}
 */
function together(parts) {
  checkProducts(parts.map(({ ways }) => ways.length));
  const fewest = parts.reduce((total, part) => total + part.fewest, 0);
  return { fewest, ways: parts.reduce((long, { ways }) => multiplied(long, ways), [1n]) };
}

/**
 * Refuse before the work begins: noticing it later would cost as much as an answer.
 * @param {number[]} lengths
 */
function checkProducts(lengths) {
  let [work, length] = [0, 1];
  for (const more of lengths) {
    work += length * more;
    length += more - 1;
  }
  if (work > MAX_PRODUCTS)
    throw new TooHard(
      `counting the solutions takes more than ${grouped(MAX_PRODUCTS)} products of large integers; use a smaller board`,
    );
}

/** @type {(long: bigint[], short: bigint[]) => bigint[]} */
function multiplied(long, short) {
  const longer = new Array(long.length + short.length - 1).fill(0n);
  short.forEach((factor, shift) =>
    long.forEach((coefficient, place) => (longer[shift + place] += coefficient * factor)),
  );
  return longer;
}

/**
 * The primes below 2^31, from the largest down.
 * @param {number} number
 */
function primeAt(number) {
  while (primes.length <= number) {
    let candidate = (primes.at(-1) ?? LARGEST + 1) - 2;
    while (!isPrime(candidate)) candidate -= 2;
    primes.push(candidate);
  }
  return primes[number];
}

/** @param {number} number odd */
function isPrime(number) {
  for (let factor = 3; factor * factor <= number; factor += 2) if (number % factor === 0) return false;
  return true;
}
