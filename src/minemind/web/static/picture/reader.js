// The reader of screenshots: pixels in, a position out. It finds the lines of the board, cuts out the cells, and tells
// for each what it shows and whether that is sure. It does not depend on a web page: it runs wherever JavaScript does.

import { cellsOf } from "./cells.js";
import { CLEAR, clipped, summed, turned, uprightEdges } from "./edges.js";
import { fitted, latticeAt } from "./lattice.js";
import { pitches } from "./pitch.js";
import { faults, readingOf } from "./reading.js";
import { doubtful } from "./tokens.js";
import {
  completed,
  doubtfulShare,
  doubtfulSide,
  isLikely,
  isRead,
  strangeSides,
  trimmed,
  widerOnes,
  without,
} from "./rim.js";

/** @typedef {import("./edges.js").Pixels} Pixels */
/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {import("./rim.js").Side} Side */
/** @typedef {import("./tokens.js").Read} Read */

/**
 * @typedef {object} Found
 * @property {number} rows
 * @property {number} cols
 * @property {Read[]} reads row by row
 * @property {Lattice} lattice where it is in the picture
 * @property {Found[]} larger boards that it may be instead; if there are any, its size is doubtful
 */

const TRIED = 3; // lattices
const RIVAL = 0.6; // of the best score: a lattice that fits worse is part of the same board, such as every other line
const LINE = 0.05; // of a cell: about the width of a line
const BESIDE = [-LINE, 0, LINE].flatMap((right) => [-LINE, 0, LINE].map((below) => [right, below]));
const NEARLY = 1.5; // times the faults of the best reading
const MOST_WRONG = 0.12; // conflicts with the rules per number; with more, the picture is refused
const MOST_DOUBTFUL = 0.25; // share of cells, likewise
const MOST_DOUBTED = 0.5; // share of numbers, likewise

/** @typedef {"no-grid" | "no-numbers" | "not-minesweeper"} Refusal why a picture is not read */

/** @typedef {Pixels & { edges: import("./edges.js").Edges }} Picture the pixels, and all edges */

/**
 * The board in a picture, or why there is none.
 * @param {Pixels} pixels
 * @returns {Found | Refusal}
 */
export function readPicture(pixels) {
  const edges = edgesIn(pixels);
  const lattices = latticesIn(edges);
  if (!lattices.length) return "no-grid";
  const { width, height, data } = pixels; // not a spread: ImageData has them as getters
  const picture = { width, height, data, edges: edges.all };
  let hasNumbers = false;
  for (const [place, lattice] of lattices.slice(0, TRIED).entries()) {
    for (const start of startsAt(picture, lattice)) {
      const beside = place ? [] : BESIDE;
      const [best, ...others] = grown(picture, readLattice(picture, start, beside), beside);
      if (!best) continue;
      hasNumbers = true;
      const told = compared(best, others.filter(isBelievable).filter(isRivalOf(best)));
      if (isBelievable(told)) return told;
    }
  }
  return hasNumbers ? "not-minesweeper" : "no-numbers";
}

/**
 * The lattice with the rim that its cells suggest, then as it was found, because a frame may look like cells.
 * @type {(picture: Picture, lattice: Lattice) => Lattice[]}
 */
function startsAt(picture, lattice) {
  const rimmed = trimmed(picture, completed(picture, lattice));
  const isSame = rimmed.rows === lattice.rows && rimmed.cols === lattice.cols;
  return isSame ? [lattice] : [fitted(rimmed, picture.edges), lattice];
}

/** @typedef {Found & { wrong: number }} Attempt wrong: conflicts with the rules per number */

/**
 * Whether a reading can be right. Its numbers tell: there must be some, and not too many doubtful or breaking rules.
 * @param {Attempt} attempt
 */
function isBelievable({ reads, wrong }) {
  const numbers = reads.filter(({ token }) => Number(token) > 0);
  const isClear = doubtfulShare(reads) <= MOST_DOUBTFUL && doubtfulShare(numbers) <= MOST_DOUBTED;
  return isClear && numbers.length > 0 && wrong <= MOST_WRONG;
}

/**
 * Whether a reading is hardly worse than the best one: a bad reading is no reason to doubt the best.
 * @type {(best: Attempt) => (attempt: Attempt) => boolean}
 */
const isRivalOf = (best) => (attempt) => faults(attempt) <= NEARLY * faults(best);

/**
 * The best reading, with every cell doubtful that one of the others reads differently.
 * @type {(best: Attempt, others: Attempt[]) => Attempt}
 */
const compared = (best, others) => ({
  ...best,
  reads: best.reads.map((each, at) => {
    const tokens = others.map(({ reads }) => reads[at].token).filter((token) => token !== each.token);
    return tokens.length ? doubtful(each, ...tokens) : each;
  }),
});

/**
 * What the cells of a lattice show, without what is next to the board and happens to fit it: sides that look like
 * nothing else and do not read like part of a board either.
 * @param {Picture} picture
 * @param {Lattice} lattice
 * @param {number[][]} beside offsets at which it may be instead
 * @returns {Attempt[]} the best first; none without any number
 */
function readLattice(picture, lattice, beside) {
  const tried = attempts(picture, lattice, beside);
  const [best] = tried;
  const cut = (/** @type {Side} */ side) => fitted(without(lattice, side), picture.edges);
  const isBoard = (/** @type {Side} */ side) => best && isRead(picture, best, side);
  const strange = strangeSides(lattice, cellsOf(picture, lattice)).find((side) => !isBoard(side));
  if (strange) return readLattice(picture, cut(strange), beside);
  const spare = best && doubtfulSide(best);
  return spare ? readLattice(picture, cut(spare), beside) : tried;
}

/**
 * The attempts with further rows and columns, if these look like the board's and add no conflicts with the rules: a
 * board that is cut off has numbers without their mines. If it is not clear, the size is doubtful.
 * @type {(picture: Picture, tried: Attempt[], beside: number[][]) => Attempt[]}
 */
function grown(picture, tried, beside) {
  const [best, ...others] = tried;
  if (!best) return tried;
  /** @type {Attempt[]} */
  const larger = [];
  for (const { wider, side, count } of widerOnes(picture, best.lattice)) {
    // Lines fitted to the wider board are more precise, unless a frame is among them.
    const [more] = [wider, fitted(wider, picture.edges)]
      .flatMap((lattice) => attempts(picture, lattice, []))
      .sort(byFaults);
    if (!more || more.wrong > best.wrong || !isBelievable(more) || !isLikely(more, side, count)) continue;
    if (isRead(picture, more, side) || doubtsIn(more) < doubtsIn(best))
      return grown(picture, attempts(picture, more.lattice, beside), beside);
    larger.push(more);
  }
  return [{ ...best, larger }, ...others];
}

/** @param {Attempt} attempt */
const doubtsIn = ({ reads }) => reads.filter(({ isSure }) => !isSure).length;

/**
 * The readings of a lattice, best first. The lattice may be off by the width of a line, which has two edges; the rules
 * of the game tell which place is right.
 * @type {(pixels: Pixels, lattice: Lattice, beside: number[][]) => Attempt[]}
 */
function attempts(pixels, lattice, beside) {
  const { across, down, rows, cols } = lattice;
  /** @type {Attempt[]} */
  const tried = [];
  for (const [right, below] of [[0, 0], ...beside]) {
    const moved = { ...lattice, across: shifted(across, right), down: shifted(down, below) };
    const reading = readingOf(cellsOf(pixels, moved), rows, cols);
    if (reading) tried.push({ ...reading, rows, cols, lattice: moved, larger: [] });
    if (reading && !faults(reading)) break;
  }
  return tried.sort(byFaults);
}

/** @type {(one: Attempt, other: Attempt) => number} */
const byFaults = (one, other) => faults(one) - faults(other);

/** @type {(lines: import("./lattice.js").Lines, share: number) => import("./lattice.js").Lines} */
const shifted = ({ start, pitch }, share) => ({ start: start + share * pitch, pitch });

/** @typedef {import("./edges.js").Edges} Edges */

/**
 * The edges of a picture, by the difference that counts as a whole edge, ascending; and their sum.
 * @param {Pixels} pixels
 * @returns {{ edges: Edges[], all: Edges }}
 */
function edgesIn(pixels) {
  const [upright, level] = [uprightEdges(pixels), uprightEdges(turned(pixels))];
  const edges = CLEAR.map((clear) => ({ upright: clipped(upright, clear), level: clipped(level, clear) }));
  const all = { upright: summed(edges.map((each) => each.upright)), level: summed(edges.map((each) => each.level)) };
  return { edges, all };
}

/**
 * The lattices that may be a board's, likeliest first.
 * @param {{ edges: Edges[], all: Edges }} of a picture
 */
function latticesIn({ edges, all }) {
  /** @type {Lattice[]} */
  const found = [];
  for (const pitch of pitches(edges[0].upright, edges[0].level)) {
    // If there is a line at every pitch, there is also one at every multiple of it.
    if (found.some(({ across }) => isMultiple(pitch / across.pitch))) continue;
    const lattice = latticeAt(edges, all, pitch);
    if (lattice) found.push(lattice);
  }
  found.sort((one, other) => other.score - one.score);
  return found.filter(({ score }) => score >= RIVAL * found[0].score);
}

/** @param {number} ratio */
const isMultiple = (ratio) => ratio > 1.5 && Math.abs(ratio - Math.round(ratio)) < 0.03;
