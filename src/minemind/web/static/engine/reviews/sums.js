// Sums without rounding errors, and rounding, both as in Python.

/**
 * The sum of the values, rounded only once: Shewchuk's algorithm, as in math.fsum.
 * @param {number[]} values
 */
export function exactSum(values) {
  /** @type {number[]} */
  const parts = []; // their sum is exact; they ascend in magnitude, and their bits do not overlap
  for (let value of values) {
    let kept = 0;
    for (let part of parts) {
      if (Math.abs(value) < Math.abs(part)) [value, part] = [part, value];
      const high = value + part;
      const low = part - (high - value);
      if (low) parts[kept++] = low;
      value = high;
    }
    parts.splice(kept, Infinity, value);
  }
  return rounded(parts);
}

/** @param {number[]} parts */
function rounded(parts) {
  let place = parts.length - 1;
  if (place < 0) return 0;
  let [sum, low] = [parts[place], 0];
  while (place > 0 && low === 0) {
    const before = sum;
    const part = parts[--place];
    sum = before + part;
    low = part - (sum - before);
  }
  // Halfway between two doubles, the parts below decide.
  if (place > 0 && low !== 0 && low < 0 === parts[place - 1] < 0) {
    const twice = 2 * low;
    const other = sum + twice;
    if (twice === other - sum) sum = other;
  }
  return sum;
}

/**
 * The nearest whole number, halves to the even one.
 * @param {number} value not negative
 */
export function halfEven(value) {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2) ? below + 1 : below;
}
