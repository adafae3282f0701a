// Which grounds are those of open cells. The rules of the game decide, whatever the colours: an open cell without a
// number has no hidden neighbour, a number has at least as many as it says, and only open cells have numbers.

import { neighbours } from "./rules.js";

/**
 * @typedef {object} Seen a cell
 * @property {number} ground
 * @property {import("./cells.js").Colour} colour of its ground
 * @property {number} bevel
 * @property {boolean} isDrawn
 * @property {number | null} number that its sign looks like
 * @property {boolean} isRed whether its sign is red, as flags are
 * @property {boolean} isRound whether its sign is round, as mines are
 */

/** @typedef {{ cells: Seen[], rows: number, cols: number }} Field */

const MOST = 9; // grounds, the most frequent ones: all 2^MOST choices are tried
const RARE = 3; // cells: grounds with fewer are decided on afterwards
const STRAY = 0.6; // the penalty for a number on hidden ground, unless it may be a flag
const ODD = 0.5; // the penalty for anything but a number on open ground, unless it may be a mine
const ALIKE = 32; // the distance from which grounds have nothing in common
const TWINS = 0.4; // the penalty per cell if hidden and open cells look the same
const SAME = 40; // the largest distance between two grounds of one kind

/**
 * The grounds of open cells.
 * @param {Field} field
 * @returns {Set<number> | null} null without numbers
 */
export function openGrounds(field) {
  // If little is open yet, the grounds of open cells are rare.
  return choice(field, RARE) ?? choice(field, 1);
}

/**
 * @param {Field} field
 * @param {number} least the fewest cells of a ground that is decided on with the others
 * @returns {Set<number> | null}
 */
function choice(field, least) {
  const counts = new Map();
  for (const { ground } of field.cells) counts.set(ground, (counts.get(ground) ?? 0) + 1);
  // A lost game may have many grounds of mines: those with numbers come first, so as not to be left out.
  const numbered = new Set(field.cells.flatMap(({ ground, number }) => (number ? [ground] : [])));
  const isPlain = (/** @type {number} */ ground) => (numbered.has(ground) ? 0 : 1);
  const grounds = [...counts.keys()]
    .sort((one, other) => isPlain(one) - isPlain(other) || one - other)
    .filter((ground) => counts.get(ground) >= least)
    .slice(0, MOST);
  let best = { open: new Set([0]), cost: Infinity };
  const alike = likePairs(field, grounds);
  for (let chosen = 1; chosen < 2 ** grounds.length; chosen++) {
    const open = new Set(grounds.filter((_, at) => chosen & (1 << at)));
    const apart = alike.filter(({ one, other }) => open.has(one) !== open.has(other));
    const cost = against(field, open, new Set(grounds)) + apart.reduce((sum, pair) => sum + pair.cost, 0);
    if (cost < best.cost) best = { open, cost };
  }
  if (best.cost === Infinity) return null;
  const decided = new Set(grounds);
  const rare = [...counts.keys()].filter((ground) => !decided.has(ground));
  for (const ground of rare.filter((each) => likelyOpen(field, each, decided, best.open))) best.open.add(ground);
  return best.open;
}

/**
 * Pairs of grounds, and the cost of taking one for hidden and the other for open if they look almost the same.
 * @type {(field: Field, grounds: number[]) => { one: number, other: number, cost: number }[]}
 */
function likePairs(field, grounds) {
  const cells = grounds.map((ground) => field.cells.filter((cell) => cell.ground === ground));
  return grounds.flatMap((one, at) =>
    grounds.slice(0, at).map((other, before) => {
      const count = Math.min(cells[at].length, cells[before].length);
      const apart = distance(cells[at][0], cells[before][0]);
      return { one, other, cost: TWINS * count * Math.max(0, 1 - apart / ALIKE) };
    }),
  );
}

/**
 * The cost of a choice; infinite without any number.
 * @type {(field: Field, open: Set<number>, decided: Set<number>) => number}
 */
function against(field, open, decided) {
  let [cost, numbers] = [0, 0];
  field.cells.forEach(({ ground, number, isDrawn, isRed, isRound }, at) => {
    if (!open.has(ground)) cost += number !== null && !isRed && decided.has(ground) ? STRAY : 0;
    else if (isDrawn && number === null) cost += isRound ? 0 : ODD;
    else {
      numbers += number ? 1 : 0;
      cost += breaks(field, at, open, decided) ? 1 : 0;
    }
  });
  return numbers ? cost : Infinity;
}

/**
 * Whether an open cell contradicts its neighbours. Those that are not decided on may be hidden or open.
 * @type {(field: Field, at: number, open: Set<number>, decided: Set<number>) => boolean}
 */
function breaks(field, at, open, decided) {
  const { number, isDrawn } = field.cells[at];
  let [hidden, unclear] = [0, 0];
  for (const each of neighbours(field, at)) {
    const { ground, isDrawn: isSign, number: shown } = field.cells[each];
    const isMine = isSign && shown === null; // on open ground
    if (!decided.has(ground)) unclear += 1;
    else if (!open.has(ground) || isMine) hidden += 1;
  }
  return isDrawn ? hidden + unclear < (number ?? 0) : hidden > 0;
}

/**
 * Whether a rare ground is open: it is of the same kind as the one it looks like; if it looks like no other, it is open
 * if most of its cells have numbers.
 * @type {(field: Field, ground: number, decided: Set<number>, open: Set<number>) => boolean}
 */
function likelyOpen(field, ground, decided, open) {
  const own = field.cells.filter((cell) => cell.ground === ground);
  let [nearest, found] = [SAME, own.filter(({ number, isRed }) => number !== null && !isRed).length > own.length / 2];
  for (const cell of field.cells) {
    if (!decided.has(cell.ground)) continue;
    const apart = distance(own[0], cell);
    if (apart < nearest) [nearest, found] = [apart, open.has(cell.ground)];
  }
  return found;
}

/** @type {(one: Seen, other: Seen) => number} */
const distance = (one, other) =>
  Math.max(...one.colour.map((value, channel) => Math.abs(value - other.colour[channel]))) +
  Math.abs(one.bevel - other.bevel) / 2;
