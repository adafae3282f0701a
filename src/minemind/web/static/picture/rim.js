// The rim of a board: rows and columns next to a lattice that belong to it, and some in it that do not. Lines tell less
// there than inside, so the looks of the cells decide.

import { cellsOf } from "./cells.js";
import { FEWEST, MOST } from "./lattice.js";
import { FLAG, HIDDEN, MINE } from "./tokens.js";

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./cells.js").Colour} Colour */
/** @typedef {import("./edges.js").Pixels} Pixels */
/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {import("./tokens.js").Read} Read */
/** @typedef {"top" | "bottom" | "left" | "right"} Side */

const LIKE = 24; // in each channel: how far the grounds of cells of one kind may differ
const SAME = 10; // in each channel: how far JPEG changes a colour
const EDGED = 15; // brightness: how far the bevels of cells of one kind may differ
const PLAIN = 6; // brightness: the largest difference that is not an edge
const SHADE = 5; // in a channel: the least by which the two shades of a chequered board differ
const LINED = 2 * PLAIN; // brightness: the least difference that is an edge
const FREQUENT = 3; // cells: the fewest of a look that belongs to the board
const FAMILIAR = 0.4; // the least share of cells at the rim that look like others
const CERTAIN = 0.9; // the least share of cells that holds for a whole row
const MOSTLY = 0.75; // the least share of cells of a chequered row that differ from the next
const SEVERAL = 0.15; // the least share of cells of other looks in a varied row
const AHEAD = 3; // rows or columns added at once: where a board is cut off, its numbers may contradict each other
const CUT = 0.1; // of a cell: how much of it may be outside the picture
const HALF = 0.5; // of a cell: enough to show how a page continues
const UNLIKELY = 0.3; // the largest share of doubtful cells at the rim of a board

/** @type {Side[]} */
const SIDES = ["bottom", "top", "right", "left"];

/** @param {Side} side */
const isLevel = (side) => side === "top" || side === "bottom";

/**
 * How clear the lines at a cell are that cross the row or column along this side.
 * @type {(side: Side) => (cell: Cell) => number}
 */
const crossing = (side) => (isLevel(side) ? ({ upright }) => upright : ({ level }) => level);

/**
 * The lattice with `count` more rows or columns on a side, or fewer if it is negative.
 * @type {(lattice: Lattice, side: Side, count: number) => Lattice}
 */
function moved({ across, down, rows, cols, score }, side, count) {
  return {
    across: side === "left" ? { ...across, start: across.start - count * across.pitch } : across,
    down: side === "top" ? { ...down, start: down.start - count * down.pitch } : down,
    rows: isLevel(side) ? rows + count : rows,
    cols: isLevel(side) ? cols : cols + count,
    score,
  };
}

/** @type {(lattice: Lattice, side: Side) => Lattice} */
export const without = (lattice, side) => moved(lattice, side, -1);

/**
 * The row or column that is `out` lines beyond a side, as a lattice; 0 is the outermost one inside.
 * @type {(lattice: Lattice, side: Side, out: number) => Lattice}
 */
function lineBeside(lattice, side, out) {
  const { across, down, rows, cols } = moved(lattice, side, out);
  return {
    ...lattice,
    across: side === "right" ? { ...across, start: across.start + (cols - 1) * across.pitch } : across,
    down: side === "bottom" ? { ...down, start: down.start + (rows - 1) * down.pitch } : down,
    rows: isLevel(side) ? 1 : rows,
    cols: isLevel(side) ? cols : 1,
  };
}

// ---- missing rows and columns

/**
 * The lattice with all adjacent rows and columns that look like the board.
 * @param {Pixels} pixels
 * @param {Lattice} lattice
 * @returns {Lattice}
 */
export function completed(pixels, lattice) {
  const known = frequent(cellsOf(pixels, lattice));
  let found = lattice;
  for (let size = 0; size !== found.rows + found.cols;) {
    size = found.rows + found.cols;
    for (const side of SIDES) found = moved(found, side, further(pixels, found, side, known));
  }
  return found;
}

/**
 * One cell of each look that several cells have.
 * @param {Cell[]} cells
 */
function frequent(cells) {
  /** @type {{ cell: Cell, count: number }[]} */
  const looks = [];
  for (const cell of cells) {
    const known = looks.find((look) => isAlike(look.cell, cell));
    if (known) known.count += 1;
    else looks.push({ cell, count: 1 });
  }
  return looks.filter(({ count }) => count >= FREQUENT).map(({ cell }) => cell);
}

/** @type {(one: Cell, other: Cell) => boolean} */
const isAlike = (one, other) =>
  isNear(one.ground, other.ground, SAME) &&
  Math.abs(one.bevel - other.bevel) <= EDGED &&
  isSimilar(one.upright, other.upright) &&
  isSimilar(one.level, other.level);

/** @type {(one: number, other: number) => boolean} */
const isSimilar = (one, other) => Math.abs(one - other) <= Math.max(PLAIN, Math.max(one, other) / 2);

/**
 * How many rows or columns the board has beyond a side. A page may have the colour of open cells, so those of a single
 * look are part of the board only if varied ones follow, lines cross them, or the board ends with them.
 * @type {(pixels: Pixels, lattice: Lattice, side: Side, known: Cell[]) => number}
 */
function further(pixels, lattice, side, known) {
  let found = 0;
  for (let out = 1; ; out++) {
    const next = lineBeside(lattice, side, out);
    if (!isInside(next, pixels, CUT) || Math.max(lattice.rows, lattice.cols) + out > MOST) return found;
    const line = cellsOf(pixels, next);
    const looks = line.map((cell) => known.findIndex((other) => isAlike(other, cell)));
    if (share(looks, (look) => look >= 0) < CERTAIN) return found;
    const beyond = cellsOf(pixels, lineBeside(lattice, side, out + 1));
    const isVaried = share(looks, (look) => look !== looks[0]) >= SEVERAL;
    const isLast = share(beyond, ({ ground }, at) => !isNear(ground, line[at].ground, LIKE)) >= CERTAIN;
    if (isVaried || isLast || isCrossed(line, side)) found = out;
  }
}

/**
 * The lattice with a few more rows or columns, as long as some of their cells look like the board's, or most have its
 * colours and lines between them. The board may continue there, or there is text on a page in the colour of open cells.
 * @type {(pixels: Pixels, lattice: Lattice) => { wider: Lattice, side: Side, count: number }[]}
 */
export function widerOnes(pixels, lattice) {
  const known = frequent(cellsOf(pixels, lattice));
  const isKnown = (/** @type {Cell} */ cell) => known.some((other) => isAlike(other, cell));
  const isOfItsColours = (/** @type {Cell} */ cell) => known.some(({ ground }) => isNear(ground, cell.ground, SAME));
  return SIDES.flatMap((side) => {
    const found = [];
    for (let count = 1; count <= AHEAD; count++) {
      const [wider, next] = [moved(lattice, side, count), lineBeside(lattice, side, count)];
      if (!isInside(next, pixels, CUT) || Math.max(wider.rows, wider.cols) > MOST) break;
      const line = cellsOf(pixels, next);
      // A frame changes the outer edges of cells, so that they look like no others.
      const isLike = share(line, isOfItsColours) >= CERTAIN && isCrossed(line, side);
      if (!isLike && share(line, isKnown) < SEVERAL) break;
      found.push({ wider, side, count });
    }
    return found;
  });
}

/**
 * Whether a side was read as part of a board: with hardly a doubt, and varied, unlike a strip of a page or a frame; a
 * side on which nothing is drawn need not vary if lines cross it.
 * @type {(pixels: Pixels, read: { lattice: Lattice, reads: Read[] }, side: Side) => boolean}
 */
export function isRead(pixels, { lattice, reads }, side) {
  const line = reads.filter((_, at) => isOn(lattice, side, at));
  const most = Math.max(...line.map(({ token }) => share(line, (other) => other.token === token)));
  const isPlain = share(line, ({ token }) => token === HIDDEN || token === "0") >= CERTAIN;
  const isVaried = most <= 1 - SEVERAL || (isPlain && isCrossed(cellsOf(pixels, lineBeside(lattice, side, 0)), side));
  return isVaried && doubtfulShare(line) <= 1 - CERTAIN;
}

/**
 * Whether lines cross a row or column along this side, or its cells alternate between two shades; neither is so in a
 * strip of a page.
 * @type {(line: Cell[], side: Side) => boolean}
 */
function isCrossed(line, side) {
  const isLined = share(line, (cell) => crossing(side)(cell) >= LINED) >= CERTAIN;
  return isLined || [0, 1, 2].some((channel) => isInTurn(line.map(({ ground }) => ground[channel])));
}

/**
 * Whether values alternate; a flag may spoil some.
 * @param {number[]} values
 */
function isInTurn(values) {
  const apart = (/** @type {number} */ at, /** @type {number} */ by) => Math.abs(values[at] - values[at + by]);
  const isTurn = (/** @type {number} */ at) => apart(at, 1) >= SHADE && apart(at, 2) <= apart(at, 1) / 2;
  return share([...values.keys()].slice(0, -2), isTurn) >= MOSTLY;
}

/**
 * Whether a lattice is inside the picture, except for a share of its outermost cells.
 * @type {(lattice: Lattice, pixels: Pixels, outside: number) => boolean}
 */
function isInside({ across, down, rows, cols }, { width, height }, outside) {
  const slack = outside * across.pitch;
  return (
    across.start >= -slack &&
    down.start >= -slack &&
    across.start + cols * across.pitch <= width + slack &&
    down.start + rows * down.pitch <= height + slack
  );
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T, at: number) => boolean} holds
 */
const share = (items, holds) => items.filter(holds).length / Math.max(1, items.length);

/** @type {(one: Colour, other: Colour, most: number) => boolean} */
const isNear = (one, other, most) => one.every((value, channel) => Math.abs(value - other[channel]) <= most);

// ---- what is next to a board and happens to fit it

/**
 * The lattice without rows and columns that are a strip of the page: no lines cross them, and they continue beyond
 * their ends.
 * @param {Pixels} pixels
 * @param {Lattice} lattice
 * @returns {Lattice}
 */
export function trimmed(pixels, lattice) {
  const cells = cellsOf(pixels, lattice);
  const side = SIDES.find((each) => isSpare(lattice, each) && isStrip(pixels, lattice, each, cells));
  return side ? trimmed(pixels, without(lattice, side)) : lattice;
}

/** @type {(pixels: Pixels, lattice: Lattice, side: Side, cells: Cell[]) => boolean} */
function isStrip(pixels, lattice, side, cells) {
  const usual = cells.map(crossing(side)).sort((one, other) => one - other)[cells.length >> 1];
  const ends = /** @type {Side[]} */ (isLevel(side) ? ["left", "right"] : ["top", "bottom"]);
  const longer = ends.reduce((line, end) => moved(line, end, 1), lineBeside(lattice, side, 0));
  if (usual < LINED || !isInside(longer, pixels, HALF)) return false;
  const line = cellsOf(pixels, longer);
  const goesOn = [0, line.length - 2].every((at) => isNear(line[at].ground, line[at + 1].ground, SAME));
  return goesOn && share(line, (cell) => crossing(side)(cell) <= PLAIN) >= CERTAIN;
}

/**
 * Whether a cell is in one of the `few` rows or columns at this side.
 * @type {(lattice: Lattice, side: Side, at: number, few?: number) => boolean}
 */
function isOn({ rows, cols }, side, at, few = 1) {
  if (side === "top") return at < few * cols;
  if (side === "bottom") return at >= (rows - few) * cols;
  return side === "left" ? at % cols < few : at % cols >= cols - few;
}

/** @type {(lattice: Lattice, side: Side) => boolean} */
const isSpare = ({ rows, cols }, side) => (isLevel(side) ? rows : cols) > FEWEST;

/**
 * Sides whose cells look like nothing else on the board: buttons, say, or a line of the page with text in it. The next
 * row or column is not compared, and neither are the edges along the side: they may be part of the page, too.
 * @type {(lattice: Lattice, cells: Cell[]) => Side[]}
 */
export function strangeSides(lattice, cells) {
  return SIDES.filter((side) => {
    const elsewhere = cells.filter((_, at) => !isOn(lattice, side, at, 2));
    const line = cells.filter((_, at) => isOn(lattice, side, at));
    const isAsCrossed = (/** @type {number} */ one, /** @type {number} */ other) =>
      Math.abs(one - other) <= Math.max(PLAIN, one, other) / 2;
    const isKnown = (/** @type {Cell} */ cell) =>
      elsewhere.some(
        (other) => isNear(cell.ground, other.ground, LIKE) && isAsCrossed(crossing(side)(cell), crossing(side)(other)),
      );
    return isSpare(lattice, side) && share(line, isKnown) < FAMILIAR;
  });
}

/** @param {Read[]} reads */
export const doubtfulShare = (reads) => share(reads, ({ isSure }) => !isSure);

/**
 * Whether `count` rows or columns on a side may be part of the board: few of their cells are doubtful, and they are not
 * all one mark.
 * @type {(read: { lattice: Lattice, reads: Read[] }, side: Side, count: number) => boolean}
 */
export function isLikely({ lattice, reads }, side, count) {
  const lines = reads.filter((_, at) => isOn(lattice, side, at, count));
  return doubtfulShare(lines) <= UNLIKELY && !isMarked(lines);
}

/**
 * Whether one mark is almost everywhere, as in no game: that is a frame.
 * @param {Read[]} line
 */
const isMarked = (line) => [MINE, FLAG].some((mark) => share(line, ({ token }) => token === mark) >= CERTAIN);

/**
 * A side with many doubtful cells on a board with few, or one with only marks: text, say, on a page in the colour of
 * open cells, or a frame.
 * @type {(read: { lattice: Lattice, reads: Read[] }) => Side | undefined}
 */
export function doubtfulSide({ lattice, reads }) {
  return SIDES.find((side) => {
    const line = reads.filter((_, at) => isOn(lattice, side, at));
    const rest = reads.filter((_, at) => !isOn(lattice, side, at));
    const isDoubtful = doubtfulShare(line) > Math.max(UNLIKELY, 4 * doubtfulShare(rest));
    return isSpare(lattice, side) && (isDoubtful || isMarked(line));
  });
}
