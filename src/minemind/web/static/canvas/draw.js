// Draws a board on a canvas: its tiles, and everything around and between them.

import { NO_CELL } from "../game/board.js";
import { Geometry } from "./geometry.js";
import { outline, write } from "./glyphs.js";
import { palette } from "./palette.js";
import { look, tileOf } from "./scene.js";
import { setting } from "../page/settings.js";
import { Tiles, contextOf } from "./tiles.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./scene.js").Scene} Scene */

/** What a canvas shows, so that only changes are painted. */
export class Shown {
  key = "";
  /** @type {string[]} */
  cells = [];
  hasLongTies = false;
}

// At most this many tiles change in one frame: 10,000 would take several frames.
const MOST_TILES = 3000;

/**
 * Paint the part of a scene inside a rectangle of the board. Of what is shown already, only changes are painted, and
 * only so many at once. Returns whether that was all.
 * @param {Context} context
 * @param {Scene} scene
 * @param {Geometry} geometry
 * @param {Palette} colours
 * @param {import("./geometry.js").Rectangle} rectangle
 * @param {number} ratio device pixels per page pixel
 * @param {Shown} shown
 */
export function paint(context, scene, geometry, colours, rectangle, ratio, shown = new Shown()) {
  const tiles = tilesFor(geometry, colours, ratio);
  const { grid } = scene.board;
  const [left, top] = rectangle;
  const [firstRow, lastRow, firstCol, lastCol] = geometry.visible(rectangle);
  const isClear = clearIfNeeded(context, scene, geometry, shown, `${tileKey(geometry, colours, ratio)} ${rectangle}`);
  const most = isClear ? Infinity : MOST_TILES; // never show half a board
  /** @type {Set<number>} */
  const dirty = new Set();
  const over = overlays(scene);
  const pen = tiles.on(context, left, top, isClear);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let col = firstCol; col <= lastCol; col++) {
      const index = row * grid.cols + col;
      if (scene.board.faces[index] === NO_CELL) continue;
      const [tile, mark] = [tileOf(scene, index), over.get(index) ?? ""];
      if (shown.cells[index] === tile + mark || dirty.size === most) continue;
      shown.cells[index] = tile + mark;
      dirty.add(index);
      pen.put(tile, ...geometry.centre(index));
    }
  }
  pen.lift();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.translate(-left, -top);
  outlines(context, scene, geometry, colours, dirty);
  if (grid.topology === "torus") gluedEdges(context, geometry, colours);
  return dirty.size < most;
}

/**
 * Clear the canvas if all of it must be painted: after scrolling or zooming, and where hexagons overlap or lines cross
 * other cells. Returns whether it did.
 * @type {(context: Context, scene: Scene, geometry: Geometry, shown: Shown, key: string) => boolean}
 */
function clearIfNeeded(context, scene, geometry, shown, key) {
  const { grid } = scene.board;
  const hasLongTies = (scene.fifties ?? []).some(([one, other]) => !grid.around(one).includes(other));
  const place = `${key} ${grid.rows} ${grid.cols}`;
  const isNew = geometry.hex || hasLongTies || shown.hasLongTies || shown.key !== place;
  if (isNew) {
    shown.cells = [];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }
  Object.assign(shown, { key: place, hasLongTies });
  return isNew;
}

/**
 * What is drawn over each cell, as text that differs whenever the drawing does.
 * @param {Scene} scene
 */
function overlays({ lit, told, area, faults, dead, doubts, fifties, choices, areGuesses, target = -1, focus = -1 }) {
  /** @type {Map<number, string>} */
  const over = new Map();
  const add = (/** @type {number} */ index, /** @type {string} */ mark) =>
    over.set(index, `${over.get(index) ?? ""} ${mark}`);
  const sets = { lit, told, area, faults, dead, doubts, target: [target], focus: [focus] };
  for (const [name, cells] of Object.entries(sets)) for (const index of cells ?? []) add(index, name);
  (choices ?? []).forEach((index, place) => add(index, `choice${place}${areGuesses}`));
  for (const [one, other] of fifties ?? []) {
    add(one, `pair${other}`);
    add(other, `pair${one}`);
  }
  return over;
}

/** @type {{ key: string, tiles: Tiles } | null} */
let cache = null;

/** @type {(geometry: Geometry, colours: Palette, ratio: number) => string} */
const tileKey = (geometry, colours, ratio) =>
  `${geometry.size} ${geometry.hex} ${ratio} ${colours.theme} ${setting("palette")}`;

/** @type {(geometry: Geometry, colours: Palette, ratio: number) => Tiles} */
function tilesFor(geometry, colours, ratio) {
  const key = tileKey(geometry, colours, ratio);
  if (cache?.key !== key) cache = { key, tiles: new Tiles(geometry, colours, ratio) };
  return cache.tiles;
}

/**
 * Draw what lies around and between cells. Tints only go on cells that were just painted, or they would add up.
 * @type {(context: Context, scene: Scene, geometry: Geometry, colours: Palette, painted: Set<number>) => void}
 */
function outlines(context, scene, geometry, colours, painted) {
  const { lit, target = -1, faults, focus = -1, dead, fifties, area, told, choices, doubts } = scene;
  const ring = (/** @type {number} */ index, /** @type {string} */ colour, /** @type {number} */ width, tint = 0) => {
    if (index < 0 || index >= geometry.grid.length) return;
    context.save();
    context.translate(...geometry.centre(index));
    outline(context, geometry.size, geometry.hex, width / 2);
    if (tint && painted.has(index)) {
      context.globalAlpha = tint;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
    }
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
    context.restore();
  };
  const bold = Math.max(2, geometry.size / 11);
  for (const index of dead ?? []) shortBar(context, geometry, colours, index);
  for (const pair of fifties ?? []) {
    for (const index of pair) ring(index, colours.pair, bold);
    tie(context, geometry, colours.pair, pair, bold);
  }
  for (const index of area ?? [])
    if (painted.has(index)) shade(context, geometry, colours.accent, index, area ?? new Set());
  for (const index of told ?? []) ring(index, colours.accent, bold / 1.6, 0.22);
  const [chosen, ink] = scene.areGuesses ? [colours.accent, colours["accent-ink"]] : [colours.safe, "#fff"];
  (choices ?? []).forEach((index, place) => {
    ring(index, chosen, place ? bold / 1.6 : bold * 1.3);
    badge(context, geometry, index, String(place + 1), chosen, ink);
  });
  for (const index of faults ?? []) ring(index, colours.fault, bold, 0.3);
  for (const index of doubts ?? []) dogEar(context, geometry, colours.proof, index, bold);
  for (const index of lit ?? []) ring(index, colours.proof, bold, 0.28);
  ring(target, colours.accent, bold, target >= 0 && look(scene, target) === "hidden" ? 0.35 : 0);
  ring(focus, colours.ink, Math.max(2, geometry.size / 14));
}

/**
 * A cell of an area to look at: a light tint, and a line along the edge of the area.
 * @type {(context: Context, geometry: Geometry, colour: string, index: number, area: Set<number>) => void}
 */
function shade(context, geometry, colour, index, area) {
  const { grid, size, rowHeight } = geometry;
  const [x, y] = geometry.centre(index);
  const [left, top, width] = [x - size / 2, y - rowHeight / 2, Math.max(2, size / 14)];
  const [row, col] = grid.cell(index);
  const isIn = (/** @type {number} */ r, /** @type {number} */ c) =>
    r >= 0 && c >= 0 && r < grid.rows && c < grid.cols && area.has(grid.index(r, c));
  context.fillStyle = colour;
  context.globalAlpha = 0.14;
  context.fillRect(left, top, size, rowHeight);
  context.globalAlpha = 1;
  if (!isIn(row - 1, col)) context.fillRect(left, top, size, width);
  if (!isIn(row + 1, col)) context.fillRect(left, top + rowHeight - width, size, width);
  if (!isIn(row, col - 1)) context.fillRect(left, top, width, rowHeight);
  if (!isIn(row, col + 1)) context.fillRect(left + size - width, top, width, rowHeight);
}

/**
 * A small number in the corner of a cell.
 * @type {(context: Context, geometry: Geometry, index: number, text: string, ground: string, ink: string) => void}
 */
function badge(context, geometry, index, text, ground, ink) {
  const { size } = geometry;
  if (size < 16) return;
  const [x, y] = geometry.centre(index);
  context.save();
  context.translate(x - size * 0.3, y - size * 0.3);
  context.beginPath();
  context.arc(0, 0, Math.max(6, size * 0.17), 0, 2 * Math.PI);
  context.fillStyle = ground;
  context.fill();
  write(context, text, Math.max(8, size * 0.24), ink);
  context.restore();
}

/**
 * A dead cell: a bar at its foot, as under something ticked off. Its rim makes it stand out on every background.
 * @type {(context: Context, geometry: Geometry, colours: Palette, index: number) => void}
 */
function shortBar(context, geometry, colours, index) {
  const { size } = geometry;
  const [x, y] = geometry.centre(index);
  const [left, top, width, height] = [x - size * 0.26, y + size * 0.3, size * 0.52, Math.max(2, size / 12)];
  context.fillStyle = colours.open;
  context.fillRect(left - 1, top - 1, width + 2, height + 2);
  context.fillStyle = colours.pair;
  context.fillRect(left, top, width, height);
}

/**
 * A doubtful cell: a folded corner, as on a page to come back to, and a dashed frame.
 * @type {(context: Context, geometry: Geometry, colour: string, index: number, width: number) => void}
 */
function dogEar(context, geometry, colour, index, width) {
  const [x, y] = geometry.centre(index);
  const half = geometry.size / 2 - width / 2;
  context.save();
  context.translate(x, y);
  context.fillStyle = context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(half - geometry.size * 0.36, -half);
  context.lineTo(half, -half);
  context.lineTo(half, geometry.size * 0.36 - half);
  context.fill();
  context.setLineDash([width * 1.5, width]);
  context.lineWidth = width;
  outline(context, geometry.size, geometry.hex, width / 2);
  context.stroke();
  context.restore();
}

/**
 * A line between the cells of a 50/50, unless they meet across the edge of a torus.
 * @type {(context: Context, geometry: Geometry, colour: string, pair: number[], width: number) => void}
 */
function tie(context, geometry, colour, [one, other], width) {
  const [[x0, y0], [x1, y1]] = [geometry.centre(one), geometry.centre(other)];
  const distance = Math.hypot(x1 - x0, y1 - y0);
  if (distance > 3 * geometry.size) return;
  const [dx, dy] = [((x1 - x0) / distance) * geometry.size * 0.36, ((y1 - y0) / distance) * geometry.size * 0.36];
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x0 + dx, y0 + dy);
  context.lineTo(x1 - dx, y1 - dy);
  context.stroke();
}

/** @type {(context: Context, geometry: Geometry, colours: Palette) => void} */
function gluedEdges(context, geometry, colours) {
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  context.setLineDash([6, 6]);
  context.strokeRect(1, 1, geometry.width - 2, geometry.height - 2);
  context.setLineDash([]);
}

/**
 * Draw the whole board at this cell size on its own canvas: for thumbnails and PNG files.
 * @param {Scene} scene
 * @param {number} size
 * @param {number} ratio
 * @param {HTMLCanvasElement} canvas
 */
export function picture(scene, size, ratio, canvas = document.createElement("canvas")) {
  const geometry = new Geometry(scene.board.grid, size);
  canvas.width = Math.ceil(geometry.width * ratio);
  canvas.height = Math.ceil(geometry.height * ratio);
  const kept = cache;
  paint(contextOf(canvas), scene, geometry, palette(), [0, 0, geometry.width, geometry.height], ratio);
  cache = kept;
  return canvas;
}
