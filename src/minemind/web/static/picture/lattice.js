// The lattice: the lines of a board in a picture. For a pitch at which edges repeat, this finds where they do so, on
// which lines exactly, and how far: the rows and columns, without whatever lies around them.

import { FULL } from "./edges.js";
import { repeatedAt } from "./pitch.js";
import { placeOf } from "./place.js";

/** @typedef {import("./edges.js").EdgeMap} EdgeMap */
/** @typedef {import("./edges.js").Edges} Edges */
/** @typedef {{ start: number, pitch: number }} Lines at start, start + pitch, … */
/** @typedef {{ across: Lines, down: Lines, rows: number, cols: number, score: number }} Lattice */
/** @typedef {import("./place.js").Range} Range */

export const FEWEST = 5; // rows, and columns
export const MOST = 100;

const SIDE = 0.07; // of a pitch: how far apart the edges of one line are, such as those of bevels
const NEAR = 0.1; // of a pitch: how far edges may be from the assumed place of their line
const CUT = 0.5; // of a side: assumed at the end of the picture, where nothing can differ
const ALMOST = 0.95; // of the best: positions of a line that are as good
const NUDGE = 0.2; // of a pitch: how far the first and the last line may be off
const RIM = 0.45; // of the average over all cells: the least average of a row or column at the rim
const ROUNDS = 3; // of finding the lines and their extent, each more precise thanks to the one before
const LOOSE = 0.1; // pixels: the error of the pitch, because pictures have whole pixels
const INSIDE = 0.22; // of a pitch: beyond the bevels, where little changes in most cells, and much in a text
const CELL = 0.3; // share of its sides that a cell must have as edges to count in favour of a board

/**
 * The lattice of this pitch, null if there is none.
 * @param {Edges[]} edges by the difference that counts as a whole edge, ascending
 * @param {Edges} all their sum
 * @param {number} pitch
 * @returns {Lattice | null}
 */
export function latticeAt(edges, all, pitch) {
  const [weak] = edges;
  const place = placeOf(weak, pitch);
  if (!place) return null;
  let { x, y } = place;
  /** @type {Lattice | null} */
  let found = null;
  for (let round = 0; round < ROUNDS; round++) {
    const [columns, lying] = [profile(all.upright, y), profile(all.level, x)];
    const near = repeatedAt([part(columns, x), part(lying, y)], found?.across.pitch ?? pitch, LOOSE);
    const soft = Math.max(1, SIDE * near);
    const across = lines(blurred(columns, soft), x, near);
    const down = lines(blurred(lying, soft), y, near);
    found = extent(edges, across, down);
    if (!found) return null;
    x = span(found.across, found.cols);
    y = span(found.down, found.rows);
  }
  return found && fitted(found, all);
}

/**
 * The same lattice with the lines that fit the whole board best. Cells are squares, so both directions have one pitch.
 * @type {(lattice: Lattice, all: Edges) => Lattice}
 */
export function fitted(lattice, all) {
  const { across, down, rows, cols } = lattice;
  const [x, y] = [inside(across, cols), inside(down, rows)];
  const [columns, lying] = [profile(all.upright, y), profile(all.level, x)];
  const middle = (across.pitch * cols + down.pitch * rows) / (cols + rows);
  const pitch = repeatedAt([part(columns, x), part(lying, y)], middle, (NUDGE * middle) / Math.min(rows, cols));
  const soft = Math.max(1, SIDE * pitch);
  return {
    ...lattice,
    across: { start: nudged(blurred(columns, soft), across, pitch, cols), pitch },
    down: { start: nudged(blurred(lying, soft), down, pitch, rows), pitch },
  };
}

/** @type {(lines: Lines, cells: number) => Range} */
const inside = ({ start, pitch }, cells) => ({
  from: Math.max(0, Math.round(start)),
  to: Math.round(start + cells * pitch),
});

/**
 * The best place for the first line with another pitch, near its place before.
 * @type {(columns: Float64Array, before: Lines, pitch: number, cells: number) => number}
 */
function nudged(columns, before, pitch, cells) {
  const middle = before.start + ((before.pitch - pitch) * cells) / 2;
  const tried = [];
  for (let start = middle - NUDGE * pitch; start <= middle + NUDGE * pitch; start += 0.5) {
    let [sum, count] = [0, 0];
    for (let line = 0; line <= cells; line++) {
      const x = Math.round(start + line * pitch);
      // At the end of the picture nothing can differ: such a line says nothing for or against.
      if (x < 1 || x >= columns.length) continue;
      sum += columns[x];
      count += 1;
    }
    tried.push({ start, sum: (sum * (cells + 1)) / Math.max(1, count) });
  }
  const most = Math.max(...tried.map(({ sum }) => sum));
  // A gap between two tiles has an edge on each side: the line is in its middle.
  const good = tried.filter(({ sum }) => sum >= ALMOST * most);
  return good.reduce((sum, { start }) => sum + start, 0) / good.length;
}

/** @type {(lines: Lines, cells: number) => Range} */
const span = ({ start, pitch }, cells) => ({
  from: Math.max(0, Math.round(start - pitch / 4)),
  to: Math.round(start + (cells + 0.25) * pitch),
});

// ---- the lines

/**
 * The sum of the upright edges in each column, over a range of rows.
 * @type {(edges: EdgeMap, rows: Range) => Float64Array}
 */
function profile({ width, height, strength }, { from, to }) {
  const sums = new Float64Array(width);
  for (let y = from; y < Math.min(to, height); y++) for (let x = 0; x < width; x++) sums[x] += strength[y * width + x];
  return sums;
}

/** @type {(columns: Float64Array, range: Range) => Float64Array} */
const part = (columns, { from, to }) => columns.slice(Math.max(0, from), to);

/**
 * The lines of this pitch on which most edges of a range lie.
 * @type {(columns: Float64Array, range: Range, pitch: number) => Lines}
 */
function lines(columns, { from, to }, pitch) {
  const count = Math.max(1, Math.floor((to - from) / pitch));
  let best = { start: from, sum: -1 };
  for (let start = from; start < from + pitch; start += 0.5) {
    let sum = 0;
    for (let line = 0; line < count; line++) sum += columns[Math.round(start + line * pitch)] ?? 0;
    if (sum > best.sum) best = { start, sum };
  }
  return { start: best.start, pitch };
}

/** @type {(values: Float64Array, reach: number) => Float64Array} */
function blurred(values, reach) {
  const side = Math.ceil(reach);
  return values.map((_, at) => {
    let sum = 0;
    for (let by = -side; by <= side; by++) sum += (values[at + by] ?? 0) * Math.max(0, 1 - Math.abs(by) / (reach + 1));
    return sum;
  });
}

// ---- their extent

/** @type {(edges: Edges[], across: Lines, down: Lines) => Lattice | null} */
function extent(edges, across, down) {
  const [x, y] = [whole(across, edges[0].upright.width), whole(down, edges[0].level.width)];
  const values = new Float64Array(x.count * y.count).fill(-CELL);
  // Some cells of a board have strong sides amid much noise, others faint sides.
  for (const each of edges)
    cellValues(each, x, y).forEach((value, at) => (values[at] = Math.max(values[at], value - CELL)));
  const box = withRims(bestBox(values, y.count, x.count), values, y.count, x.count);
  const [rows, cols] = [box.bottom - box.top + 1, box.right - box.left + 1];
  if (rows < FEWEST || cols < FEWEST || rows > MOST || cols > MOST) return null;
  return {
    across: { ...across, start: x.lines.start + box.left * across.pitch },
    down: { ...down, start: y.lines.start + box.top * down.pitch },
    rows,
    cols,
    score: box.sum,
  };
}

/** @typedef {{ lines: Lines, count: number }} Cells in one direction */

/**
 * How much of its sides each cell has as edges. Of two opposite sides the weaker one counts, because what is next to a
 * board shares a side with it.
 * @type {(edges: Edges, x: Cells, y: Cells) => Float64Array}
 */
function cellValues({ upright, level }, x, y) {
  const sides = cellSides(upright, x.lines, x.count, y.lines, y.count);
  const tops = cellSides(level, y.lines, y.count, x.lines, x.count);
  const weaker = (/** @type {Float64Array} */ values, /** @type {number} */ at) =>
    Math.max(0, Math.min(values[at], values[at + 1]));
  return Float64Array.from({ length: x.count * y.count }, (_, at) => {
    const [row, col] = [Math.floor(at / x.count), at % x.count];
    return Math.sqrt(weaker(sides, row * (x.count + 1) + col) * weaker(tops, col * (y.count + 1) + row));
  });
}

/**
 * The same lines, starting with the first one in the picture, and the number of cells between them. A line may be just
 * outside, where a tightly cropped board has its edge.
 * @type {(lines: Lines, length: number) => Cells}
 */
function whole({ start, pitch }, length) {
  const slack = Math.max(2, SIDE * pitch);
  const first = start - pitch * Math.floor((start + slack) / pitch);
  return { lines: { start: first, pitch }, count: Math.floor((length + slack - first) / pitch) };
}

/**
 * For every row of cells, how much of each upright line has an edge, less the edges around it: at most 1.
 * @type {(edges: EdgeMap, across: Lines, cols: number, down: Lines, rows: number) => Float64Array}
 */
function cellSides(edges, across, cols, down, rows) {
  const { width, height } = edges;
  const values = new Float64Array(rows * (cols + 1));
  const slack = Math.max(1, Math.round(NEAR * across.pitch));
  for (let row = 0; row < rows; row++) {
    const from = Math.max(0, Math.round(down.start + (row + INSIDE) * down.pitch));
    const to = Math.min(height, Math.round(down.start + (row + 1 - INSIDE) * down.pitch));
    let before = 0;
    for (let line = 0; line <= cols; line++) {
      const x = across.start + line * across.pitch;
      const after = density(edges, x + INSIDE * across.pitch, x + (1 - INSIDE) * across.pitch, from, to);
      const isCut = x <= slack || x >= width - slack;
      values[row * (cols + 1) + line] =
        (isCut ? CUT : along(edges, Math.round(x), slack, from, to)) - (before + after) / 2;
      before = after;
    }
  }
  return values;
}

/**
 * The share of a line that has an edge near it.
 * @type {(edges: EdgeMap, x: number, slack: number, from: number, to: number) => number}
 */
function along({ width, strength }, x, slack, from, to) {
  const [left, right] = [Math.max(1, x - slack), Math.min(width - 1, x + slack)];
  let sum = 0;
  for (let y = from; y < to; y++) {
    let most = 0;
    for (let near = left; near <= right; near++) most = Math.max(most, strength[y * width + near]);
    sum += most;
  }
  return sum / (FULL * Math.max(1, to - from));
}

/**
 * The share of an area that is edges.
 * @type {(edges: EdgeMap, left: number, right: number, from: number, to: number) => number}
 */
function density({ width, strength }, left, right, from, to) {
  const [first, last] = [Math.max(0, Math.round(left)), Math.min(width, Math.round(right))];
  let sum = 0;
  for (let y = from; y < to; y++) for (let x = first; x < last; x++) sum += strength[y * width + x];
  return sum / (FULL * Math.max(1, (to - from) * (last - first)));
}

/** @typedef {{ top: number, bottom: number, left: number, right: number, sum: number }} CellBox */

/**
 * The box with every further row and column whose cells have sides almost as good as the others. Faint sides alone do
 * not make a board.
 * @type {(box: CellBox, values: Float64Array, rows: number, cols: number) => CellBox}
 */
function withRims(box, values, rows, cols) {
  const mean = (/** @type {CellBox} */ { top, bottom, left, right }) => {
    let sum = 0;
    for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) sum += values[row * cols + col];
    return CELL + sum / ((bottom - top + 1) * (right - left + 1));
  };
  const least = RIM * mean(box);
  const grown = { ...box };
  const isInside = (/** @type {CellBox} */ { top, bottom, left, right }) =>
    top >= 0 && left >= 0 && bottom < rows && right < cols;
  for (const [side, step] of /** @type {["top" | "bottom" | "left" | "right", number][]} */ ([
    ["top", -1],
    ["bottom", 1],
    ["left", -1],
    ["right", 1],
  ])) {
    const opposite = side === "top" ? "bottom" : side === "bottom" ? "top" : side === "left" ? "right" : "left";
    for (;;) {
      const next = grown[side] + step;
      const line = { ...grown, [side]: next, [opposite]: next };
      if (!isInside(line) || mean(line) < least) break;
      grown[side] = next;
    }
  }
  return grown;
}

/**
 * The box of cells with the largest sum: for every pair of rows, the best run of columns.
 * @type {(values: Float64Array, rows: number, cols: number) => CellBox}
 */
function bestBox(values, rows, cols) {
  let best = { top: 0, bottom: -1, left: 0, right: -1, sum: 0 };
  const columns = new Float64Array(cols);
  for (let top = 0; top < rows; top++) {
    columns.fill(0);
    for (let bottom = top; bottom < rows; bottom++) {
      let [sum, left] = [0, 0];
      for (let col = 0; col < cols; col++) {
        columns[col] += values[bottom * cols + col];
        if (sum <= 0) [sum, left] = [0, col];
        sum += columns[col];
        if (sum > best.sum) best = { top, bottom, left, right: col, sum };
      }
    }
  }
  return best;
}
