// Boards of minegauler, .mgb: JSON with the size, the most mines per cell, and the coordinates of every mine: mgb.py.

import { Grid } from "../../game/grid.js";
import { shownWhole } from "../../game/quote.js";
import { Layout } from "../layout.js";
import { checkCells } from "../size.js";
import { objectIn } from "./document.js";
import { unreadable } from "./format.js";
import { represented } from "./json.js";

/** @typedef {import("./json.js").Json} Json */
/** @typedef {Map<string, Json>} Values */

const MAX_PER_CELL = 255;
const NEW = ["x_size", "y_size", "mine_coords"];
const OLD = ["dims", "coords"]; // of older versions, which put rows before columns

/** @param {Uint8Array} content */
export function isMgb(content) {
  const values = objectIn(content);
  return values !== null && [NEW, OLD].some((names) => names.every((name) => values.has(name)));
}

/** @param {Uint8Array} content */
export function readMgb(content) {
  const values = /** @type {Values} */ (objectIn(content));
  if ((values.has("type") ? values.get("type") : "regular") !== "regular")
    throw unreadable("this minegauler board has cells that split in four, which is another game");
  const [rows, cols] = sizeIn(values);
  checkCells(rows, cols);
  const counts = countsIn(values, rows, cols);
  const perCell = whole(values.has("per_cell") ? values.get("per_cell") : 1, "per_cell", MAX_PER_CELL);
  const most = counts.reduce((found, count) => Math.max(found, count), 0);
  if (most > MAX_PER_CELL) throw damaged(`a cell holds ${most} mines`);
  const note = `a cell holds ${most} mines, but per_cell is ${perCell}; using ${most}`;
  const layout = new Layout(new Grid(rows, cols), counts, Math.max(perCell, most));
  return { value: layout, notes: most > perCell ? [note] : [] };
}

/**
 * Rows and columns.
 * @param {Values} values
 */
function sizeIn(values) {
  if (values.has("x_size")) return [whole(values.get("y_size"), "y_size"), whole(values.get("x_size"), "x_size")];
  const dims = values.get("dims");
  if (Array.isArray(dims) && dims.length === 2) return dims.map((size) => whole(size, "dims"));
  throw damaged("dims is not a size");
}

/** @type {(value: Json | undefined, name: string, most?: number) => number} */
function whole(value, name, most = 10 ** 9) {
  if (typeof value === "number" && value >= 1 && value <= most) return value;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  throw damaged(`${name} is ${isNumber ? shownWhole(value) : represented(value, 40)}`);
}

/**
 * How many mines every cell holds; a coordinate listed twice means two mines.
 * @type {(values: Values, rows: number, cols: number) => Int32Array}
 */
function countsIn(values, rows, cols) {
  const isNew = values.has("mine_coords");
  const given = values.get(isNew ? "mine_coords" : "coords");
  if (!Array.isArray(given)) throw damaged("the mines are not a list");
  const counts = new Int32Array(rows * cols);
  for (const place of given) {
    const [row, col] = cellIn(place, isNew);
    if (!(row >= 0 && row < rows && col >= 0 && col < cols))
      throw damaged(`${represented(place, 40)} is not a cell of the board`);
    counts[row * cols + col]++;
  }
  return counts;
}

/**
 * The row and column; coordinates off every board if the value is something else.
 * @type {(place: Json, isNew: boolean) => number[]}
 */
function cellIn(place, isNew) {
  const isPair = Array.isArray(place) && place.length === 2;
  const pair =
    isPair && place.every((each) => ["number", "boolean"].includes(typeof each)) ? place.map(Number) : [-1, -1];
  return isNew ? pair.reverse() : pair;
}

/** @param {string} what */
const damaged = (what) => unreadable(`this minegauler board is damaged: ${what}`);
