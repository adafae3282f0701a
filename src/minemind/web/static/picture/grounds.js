// Grounds: cells that look alike apart from what is drawn on them. A skin has few: hidden and open, each perhaps in two
// shades, and those of mines. In skins with bevels, hidden and open cells have one colour and differ in the bevel.

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./cells.js").Colour} Colour */

const NEAR = 7; // in each channel: how far JPEG and scaling change a colour
const RAISED = 18; // brightness: the least difference between two kinds of bevel
const APART = 3.5; // standard deviations: the least distance between two kinds of bevel

/**
 * @param {Cell[]} cells
 * @returns {number[]} the ground of each, numbered from 0, the most frequent first
 */
export function groundsOf(cells) {
  const colours = joined(cells.map(({ ground }) => ground));
  const split = new Map();
  const keys = cells.map((_, at) => {
    if (!split.has(colours[at]))
      split.set(colours[at], threshold(cells.filter((__, other) => colours[other] === colours[at])));
    return `${colours[at]} ${cells[at].bevel > split.get(colours[at])}`;
  });
  return ranked(keys);
}

/**
 * The group of each colour, as a number: colours that are near each other, directly or through others, are one group.
 * @param {Colour[]} colours
 */
function joined(colours) {
  /** @type {Colour[]} */
  const leaders = [];
  const led = colours.map((colour) => {
    const known = leaders.findIndex((leader) => far(leader, colour) <= NEAR / 2);
    return known < 0 ? leaders.push(colour) - 1 : known;
  });
  const group = leaders.map((_, at) => at);
  leaders.forEach((one, at) => {
    leaders.slice(0, at).forEach((other, before) => {
      if (far(one, other) > NEAR || group[at] === group[before]) return;
      const [from, to] = [group[at], group[before]];
      group.forEach((each, place) => each === from && (group[place] = to));
    });
  });
  return led.map((leader) => group[leader]);
}

/** @type {(one: Colour, other: Colour) => number} */
const far = (one, other) => Math.max(...one.map((value, channel) => Math.abs(value - other[channel])));

/**
 * The bevel above which cells of one colour are raised; infinite if all are of one kind.
 * @param {Cell[]} cells
 */
function threshold(cells) {
  const bevels = cells.map(({ bevel }) => bevel).sort((one, other) => one - other);
  let best = { apart: 0, between: Infinity };
  const sums = sumsOf(bevels);
  for (let cut = 1; cut < bevels.length; cut++) {
    const low = spread(sums, 0, cut);
    const high = spread(sums, cut, bevels.length);
    const within = Math.sqrt((low.square + high.square) / bevels.length);
    const difference = high.mean - low.mean;
    const apart = difference / (within + 1);
    if (difference > RAISED && apart > Math.max(APART, best.apart))
      best = { apart, between: (bevels[cut - 1] + bevels[cut]) / 2 };
  }
  return best.between;
}

/** @param {number[]} values */
function sumsOf(values) {
  let [sum, square] = [0, 0];
  const sums = [{ sum, square }];
  for (const value of values) {
    sum += value;
    square += value * value;
    sums.push({ sum, square });
  }
  return sums;
}

/** @type {(sums: { sum: number, square: number }[], from: number, to: number) => { mean: number, square: number }} */
function spread(sums, from, to) {
  const count = to - from;
  const sum = sums[to].sum - sums[from].sum;
  return { mean: sum / count, square: sums[to].square - sums[from].square - (sum * sum) / count };
}

/**
 * The rank of each key by frequency.
 * @param {string[]} keys
 */
function ranked(keys) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const order = [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return keys.map((key) => order.indexOf(key));
}
