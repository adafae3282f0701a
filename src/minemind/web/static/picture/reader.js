// The reader of screenshots: pixels in, a position out. It finds the lines of the board, cuts out the cells, and says of each
// what it shows and whether it is sure. Nothing here knows of a page: it runs wherever JavaScript does.

import { cellsOf } from "./cells.js";
import { CLEAR, clipped, summed, turned, uprightEdges } from "./edges.js";
import { latticeAt } from "./lattice.js";
import { pitches } from "./pitch.js";
import { FEW, faults, readingOf } from "./reading.js";
import { completed, doubtfulShare, doubtfulSide, strangeSide, trimmed, without } from "./rim.js";

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
const BESIDE = [0, -0.05, 0.05]; // of a cell: where its edge may lie instead
const MOST_WRONG = 0.12; // share of the numbers that break a rule; with more, the picture is refused
const MOST_DOUBTFUL = 0.3; // share of cells

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
  for (const lattice of lattices.slice(0, TRIED)) {
    const found = readLattice(pixels, trimmed(pixels, completed(pixels, lattice)));
    if (!found) continue;
    hasNumbers = true;
    if (found.wrong <= MOST_WRONG && doubtfulShare(found.reads) <= MOST_DOUBTFUL) return found;
  }
  return hasNumbers ? "not-minesweeper" : "no-numbers";
}

/**
 * What the cells of a lattice show, without what lies beside the board and happens to fit it.
 * @param {Pixels} pixels
 * @param {Lattice} lattice
 * @returns {Found & { wrong: number } | null} null without any number
 */
function readLattice(pixels, lattice) {
  const { rows, cols } = lattice;
  const cells = cellsOf(pixels, lattice);
  const strange = strangeSide(lattice, cells);
  if (strange) return readLattice(pixels, without(lattice, strange));
  const reading = bestReading(pixels, lattice);
  if (!reading) return null;
  const doubtful = doubtfulSide(lattice, reading.reads);
  return doubtful ? readLattice(pixels, without(lattice, doubtful)) : { ...reading, rows, cols, lattice };
}

/**
 * The best reading of a lattice or of one that lies beside it by the width of a line: a line has two edges, and on most boards
 * it is not clear which of them is that of the cells. The rules tell it.
 * @type {(pixels: Pixels, lattice: Lattice) => import("./reading.js").Reading | null}
 */
function bestReading(pixels, lattice) {
  const { rows, cols } = lattice;
  let best = null;
  for (const beside of lattices(lattice)) {
    const reading = readingOf(cellsOf(pixels, beside), rows, cols);
    if (reading && (!best || faults(reading) < faults(best))) best = reading;
    if (best && faults(best) <= FEW) break;
  }
  return best;
}

/**
 * @param {Lattice} lattice
 * @returns {Lattice[]} itself first
 */
function lattices(lattice) {
  const { across, down } = lattice;
  const beside = (/** @type {import("./lattice.js").Lines} */ lines, /** @type {number} */ share) => ({
    ...lines,
    start: lines.start + share * lines.pitch,
  });
  return BESIDE.flatMap((right) =>
    BESIDE.map((below) => ({ ...lattice, across: beside(across, right), down: beside(down, below) })),
  );
}

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
