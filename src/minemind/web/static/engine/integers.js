// Integers: products, binomials and fractions of any size, as in solve/integers.py and Python's Fraction, but without
// work limits: no board of the page has more than some ten thousand slots.

/**
 * The product of many numbers, by halves, so that both factors stay about equally long.
 * @param {bigint[]} factors
 * @returns {bigint}
 */
export function product(factors) {
  if (factors.length < 2) return factors[0] ?? 1n;
  const half = factors.length >> 1;
  return product(factors.slice(0, half)) * product(factors.slice(half));
}

/**
 * The number of ways to place the mines in the slots. The exponent of each prime is the number of carries when mines and
 * free slots are added in that base (Kummer).
 * @type {(slots: number, mines: number) => bigint}
 */
export function binomial(slots, mines) {
  if (mines < 0 || mines > slots) return 0n;
  return product(primes(slots).map((prime) => BigInt(prime) ** BigInt(carries(mines, slots - mines, prime))));
}

/** @type {(one: number, other: number, base: number) => number} */
function carries(one, other, base) {
  let [found, carry] = [0, 0];
  while (one || other || carry) {
    carry = Number((one % base) + (other % base) + carry >= base);
    found += carry;
    [one, other] = [Math.floor(one / base), Math.floor(other / base)];
  }
  return found;
}

/**
 * All primes up to `most`, by the sieve of Eratosthenes.
 * @param {number} most
 */
function primes(most) {
  const isComposite = new Uint8Array(most + 1);
  const found = [];
  for (let number = 2; number <= most; number++) {
    if (isComposite[number]) continue;
    found.push(number);
    for (let multiple = number * number; multiple <= most; multiple += number) isComposite[multiple] = 1;
  }
  return found;
}

/**
 * The binomials for `first` mines, one fewer, and so on down; each is computed from the one before.
 * @type {(slots: number, first: number, count: number) => bigint[]}
 */
export function binomials(slots, first, count) {
  const ways = new Array(count).fill(0n);
  const begin = Math.max(0, first - slots);
  if (begin >= count || first - begin < 0) return ways;
  ways[begin] = binomial(slots, first - begin);
  for (let place = begin + 1; place < count && first - place >= 0; place++) {
    const mines = first - place + 1;
    ways[place] = (ways[place - 1] * BigInt(mines)) / BigInt(slots - mines + 1);
  }
  return ways;
}

/** An exact fraction of two non-negative integers; the denominator is not 0. */
export class Fraction {
  /**
   * @param {bigint} above
   * @param {bigint} below
   */
  constructor(above, below = 1n) {
    this.above = above;
    this.below = below;
  }

  /** @param {Fraction} other */
  times(other) {
    return new Fraction(this.above * other.above, this.below * other.below);
  }

  /** @param {Fraction} other not larger */
  minus(other) {
    return new Fraction(this.above * other.below - other.above * this.below, this.below * other.below);
  }

  /** @param {Fraction} other */
  isLess(other) {
    return this.above * other.below < other.above * this.below;
  }

  // The nearest double. The quotient has more bits than a double; its last bit is set if there is a remainder, so that it
  // rounds as the exact fraction would.
  valueOf() {
    if (this.above === 0n) return 0;
    const shift = Math.max(0, 66 + bits(this.below) - bits(this.above));
    const above = this.above << BigInt(shift);
    const quotient = above / this.below;
    const isExact = quotient * this.below === above;
    return Number(isExact ? quotient : quotient | 1n) / 2 ** shift;
  }
}

/** @param {bigint} value */
const bits = (value) => value.toString(2).length;
