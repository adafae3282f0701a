// The reader of screenshots: pixels in, a position out. It finds the lines of the board, cuts out the cells, and says of each
// what it shows and whether it is sure. Nothing here knows of a page: it runs wherever JavaScript does.

import { cellsOf } from "./cells.js";
import { CLEAR, clipped, summed, turned, uprightEdges } from "./edges.js";
import { latticeAt } from "./lattice.js";
import { pitches } from "./pitch.js";
import { faults, readingOf } from "./reading.js";
import { doubtful } from "./tokens.js";
import { completed, doubtfulShare, doubtfulSide, isRead, largerOnes, strangeSide, trimmed, without } from "./rim.js";

/** @typedef {import("./edges.js").Pixels} Pixels */
/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {import("./tokens.js").Read} Read */

/**
 * @typedef {object} Found
 * @property {number} rows
 * @property {number} cols
 * @property {Read[]} reads row by row
 * @property {Lattice} lattice where it lies in the picture
 */

const TRIED = 3; // lattices
const RIVAL = 0.6; // of the best score: a lattice that fits less well is a part of the same board, such as every other line
const LINE = 0.05; // of a cell: about the width of a line
const BESIDE = [-LINE, 0, LINE].flatMap((right) => [-LINE, 0, LINE].map((below) => [right, below]));
const NEARLY = 1.5; // times as many faults as the best reading has
const MOST_WRONG = 0.12; // share of the numbers that break a rule; with more, the picture is refused
const MOST_DOUBTFUL = 0.3; // share of cells
const MOST_DOUBTED = 0.5; // share of numbers

/** @typedef {"no-grid" | "no-numbers" | "not-minesweeper"} Refusal why a picture is not read */

/**
 * The board in a picture, or why there is none.
 * @param {Pixels} pixels
 * @returns {Found | Refusal}
 */
export function readPicture(pixels) {
  const lattices = latticesIn(pixels);
  if (!lattices.length) return "no-grid";
  let hasNumbers = false;
  for (const [place, lattice] of lattices.slice(0, TRIED).entries()) {
    const beside = place ? [] : BESIDE;
    const tried = readLattice(pixels, trimmed(pixels, completed(pixels, lattice)), beside);
    const [best, ...others] = grown(pixels, tried, beside);
    if (!best) continue;
    hasNumbers = true;
    if (isBelievable(best)) return compared(best, others.filter(isBelievable).filter(isRivalOf(best)));
  }
  return hasNumbers ? "not-minesweeper" : "no-numbers";
}

/** @typedef {Found & { wrong: number }} Attempt wrong: share of its numbers */

/**
 * Numbers are what tells that a reading is right: if most of them are doubtful, or break rules, it is none.
 * @param {Attempt} attempt
 */
function isBelievable({ reads, wrong }) {
  const numbers = reads.filter(({ token }) => Number(token) > 0);
  return wrong <= MOST_WRONG && doubtfulShare(reads) <= MOST_DOUBTFUL && doubtfulShare(numbers) <= MOST_DOUBTED;
}

/**
 * Whether a reading is hardly worse than the best one: what only bad ones see is no reason to doubt.
 * @type {(best: Attempt) => (attempt: Attempt) => boolean}
 */
const isRivalOf = (best) => (attempt) => faults(attempt) <= NEARLY * faults(best);

/**
 * The best reading; what another one that can be believed sees in another way is doubtful.
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
 * What the cells of a lattice show, without what lies beside the board and happens to fit it.
 * @param {Pixels} pixels
 * @param {Lattice} lattice
 * @param {number[][]} beside where it may lie instead
 * @returns {Attempt[]} the best first; none without any number
 */
function readLattice(pixels, lattice, beside) {
  const strange = strangeSide(lattice, cellsOf(pixels, lattice));
  if (strange) return readLattice(pixels, without(lattice, strange), beside);
  const tried = attempts(pixels, lattice, beside);
  if (!tried.length) return [];
  const [{ lattice: found, reads }] = tried;
  const spare = doubtfulSide(found, reads);
  return spare ? readLattice(pixels, without(found, spare), []) : tried;
}

/**
 * The same with further rows and columns if some of their cells look like the board's, and the rules find no more fault with
 * them than without.
 * @type {(pixels: Pixels, tried: Attempt[], beside: number[][]) => Attempt[]}
 */
function grown(pixels, tried, beside) {
  if (!tried.length) return tried;
  const [{ lattice, reads, wrong }] = tried;
  for (const { larger, side } of largerOnes(pixels, lattice)) {
    const [more] = attempts(pixels, larger, []);
    const isBoard = more && more.wrong <= wrong && doubtfulShare(more.reads) <= doubtfulShare(reads);
    if (isBoard && isRead(larger, more.reads, side)) return grown(pixels, attempts(pixels, larger, beside), beside);
  }
  return tried;
}

/**
 * A lattice as it was found may lie beside the cells by the width of a line, which has two edges: the rules tell it.
 * @type {(pixels: Pixels, lattice: Lattice, beside: number[][]) => Attempt[]}
 */
function attempts(pixels, lattice, beside) {
  const { across, down, rows, cols } = lattice;
  /** @type {Attempt[]} */
  const tried = [];
  for (const [right, below] of [[0, 0], ...beside]) {
    const moved = { ...lattice, across: shifted(across, right), down: shifted(down, below) };
    const reading = readingOf(cellsOf(pixels, moved), rows, cols);
    if (reading) tried.push({ ...reading, rows, cols, lattice: moved });
    if (reading && !faults(reading)) break;
  }
  return tried.sort((one, other) => faults(one) - faults(other));
}

/** @type {(lines: import("./lattice.js").Lines, share: number) => import("./lattice.js").Lines} */
const shifted = ({ start, pitch }, share) => ({ start: start + share * pitch, pitch });

/**
 * The lattices that may be a board's, likeliest first.
 * @param {Pixels} pixels
 */
function latticesIn(pixels) {
  const [upright, level] = [uprightEdges(pixels), uprightEdges(turned(pixels))];
  const edges = CLEAR.map((clear) => ({ upright: clipped(upright, clear), level: clipped(level, clear) }));
  const all = { upright: summed(edges.map((each) => each.upright)), level: summed(edges.map((each) => each.level)) };
  /** @type {Lattice[]} */
  const found = [];
  for (const pitch of pitches(edges[0].upright, edges[0].level)) {
    // Where there is a line every so many pixels, there is one every so many times two.
    if (found.some(({ across }) => isMultiple(pitch / across.pitch))) continue;
    const lattice = latticeAt(edges, all, pitch);
    if (lattice) found.push(lattice);
  }
  found.sort((one, other) => other.score - one.score);
  return found.filter(({ score }) => score >= RIVAL * found[0].score);
}

/** @param {number} ratio */
const isMultiple = (ratio) => ratio > 1.5 && Math.abs(ratio - Math.round(ratio)) < 0.03;
