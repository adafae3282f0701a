// Which grounds are those of open cells: the rules of the game tell it, in any colours. An open cell without a number has
// no hidden neighbour, a number has at least as many as it says, and numbers are found on open cells only.

import { neighbours } from "./rules.js";

/**
 * @typedef {object} Seen a cell
 * @property {number} ground
 * @property {import("./cells.js").Colour} colour of its ground
 * @property {number} bevel
 * @property {boolean} isDrawn
 * @property {number | null} number that its sign looks like
 * @property {boolean} isRed whether its sign is, as flags are
 * @property {boolean} isRound whether its sign is, as mines are
 */

/** @typedef {{ cells: Seen[], rows: number, cols: number }} Field */

const MOST = 9; // grounds, the most frequent: 2 to the power of it are tried
const RARE = 3; // cells: a ground with fewer is decided on afterwards
const STRAY = 0.6; // the penalty for a number on hidden ground, unless it may be a flag
const ODD = 0.5; // the penalty for anything but a number on open ground, unless it may be a mine
const ALIKE = 32; // how far apart grounds lie that have nothing in common
const TWINS = 0.4; // the penalty for two kinds of cells that look the same, for each cell
const SAME = 40; // how far apart two grounds of one kind may lie

/**
 * The grounds of open cells.
 * @param {Field} field
 * @returns {Set<number> | null} null without numbers
 */
export function openGrounds(field) {
  // Where little is open yet, its grounds are rare.
  return choice(field, RARE) ?? choice(field, 1);
}

/**
 * @param {Field} field
 * @param {number} least cells of a ground that is decided on with the others
 * @returns {Set<number> | null}
 */
function choice(field, least) {
  const counts = new Map();
  for (const { ground } of field.cells) counts.set(ground, (counts.get(ground) ?? 0) + 1);
  // A lost game may have many grounds of mines: those with numbers are never left out.
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
 * Grounds that look almost the same, and how much speaks against taking one of them for hidden and the other for open.
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
 * How much speaks against a choice: infinite without any number.
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
 * Whether an open cell says what its neighbours do not allow. Those that are not decided on may be either.
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
 * A rare ground is of the same kind as the one that it looks like; one that looks like no other is open if its cells have
 * numbers.
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
