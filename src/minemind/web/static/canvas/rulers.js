// The row and column numbers around a board, so that a sentence about (6, 24) is easy to follow. They stay in place
// while the board scrolls. If the cells are small, only some are written. The numbers of the target stand out.

import { make } from "../page/dom.js";
import { setting } from "../page/settings.js";
import { contextOf } from "./tiles.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./view.js").Extent} Extent */

const DIGIT = 7; // px, width of a digit in the font below
const LINE = 13;
const GAP = 6;
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const FONT = '11px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/** @type {(count: number) => number} */
const digitsOf = (count) => String(count - 1).length;

export class Rulers {
  columns = make("canvas", { className: "ruler columns", "aria-hidden": "true" });
  rows = make("canvas", { className: "ruler rows", "aria-hidden": "true" });
  #columns = contextOf(this.columns);
  #rows = contextOf(this.rows);
  #ratio = 1;

  /**
   * The space they take to the left of a board and above it.
   * @param {import("../game/grid.js").Grid} grid
   * @returns {Extent}
   */
  static room(grid) {
    if (setting("coordinates") === "off") return { width: 0, height: 0 };
    return { width: DIGIT * digitsOf(grid.rows) + GAP, height: LINE + GAP / 2 };
  }

  /**
   * @param {import("../game/grid.js").Grid} grid
   * @param {Extent} shown of the board
   * @param {number} ratio device pixels per page pixel
   */
  layOut(grid, shown, ratio) {
    const { width, height } = Rulers.room(grid);
    this.#ratio = ratio;
    setSize(this.columns, shown.width, height, ratio);
    setSize(this.rows, width, shown.height, ratio);
  }

  /**
   * @param {Geometry} geometry
   * @param {[left: number, top: number]} scrolled
   * @param {number} target the index of the target, -1 if there is none
   */
  paint(geometry, [left, top], target) {
    const { grid, size, rowHeight, cellHeight, hex } = geometry;
    const [row, col] = target < 0 ? [-1, -1] : grid.cell(target);
    const { width, height } = Rulers.room(grid);
    if (!width) return;
    // In every other row the columns of hexagons lie half a cell further right: their number goes in between.
    const across = (/** @type {number} */ place) => (place + 0.5 + (hex && grid.rows > 1 ? 0.25 : 0)) * size - left;
    const down = (/** @type {number} */ place) => place * rowHeight + cellHeight / 2 - top;
    const text = pen(this.#columns, this.#ratio);
    for (const place of places(grid.cols, size, DIGIT * digitsOf(grid.cols) + GAP, col))
      text(place, across(place), height / 2, place === col);
    const label = pen(this.#rows, this.#ratio);
    for (const place of places(grid.rows, rowHeight, LINE, row))
      label(place, (width - GAP / 2) / 2, down(place), place === row);
  }
}

/**
 * Which numbers are written: as many as fit, and always that of the target.
 * @param {number} count
 * @param {number} size px of each
 * @param {number} needed px for one
 * @param {number} pointed
 */
function places(count, size, needed, pointed) {
  const step = STEPS.find((each) => each * size >= needed) ?? count;
  const isFree = (/** @type {number} */ place) => pointed < 0 || Math.abs(place - pointed) * size >= needed;
  const all = Array.from({ length: count }, (_, place) => place);
  return all.filter((place) => place === pointed || (place % step === 0 && isFree(place)));
}

/** @type {(context: CanvasRenderingContext2D, ratio: number) => (n: number, x: number, y: number, stands: boolean) => void} */
function pen(context, ratio) {
  const style = getComputedStyle(context.canvas);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textAlign = "center";
  context.textBaseline = "middle";
  return (n, x, y, stands) => {
    context.font = stands ? `700 ${FONT}` : FONT;
    context.fillStyle = style.getPropertyValue(stands ? "--accent" : "--muted");
    context.fillText(String(n), x, y);
  };
}

/** @type {(canvas: HTMLCanvasElement, width: number, height: number, ratio: number) => void} */
function setSize(canvas, width, height, ratio) {
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
}
