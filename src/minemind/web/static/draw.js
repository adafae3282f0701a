// Pictures of a board on a canvas: its tiles, and what is drawn around and between them.

import { NO_CELL } from "./board.js";
import { Geometry } from "./geometry.js";
import { outline } from "./glyphs.js";
import { palette } from "./palette.js";
import { look } from "./scene.js";
import { Tiles, contextOf } from "./tiles.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * Paint the part of a scene that a rectangle of the board holds.
 * @param {Context} context
 * @param {Scene} scene
 * @param {Geometry} geometry
 * @param {Palette} colours
 * @param {import("./geometry.js").Rectangle} rectangle
 * @param {number} ratio device pixels for each of the page's
 */
export function paint(context, scene, geometry, colours, rectangle, ratio) {
  const tiles = tilesFor(geometry, colours, ratio);
  const { grid } = scene.board;
  const [left, top] = rectangle;
  const [firstRow, lastRow, firstCol, lastCol] = geometry.visible(rectangle);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let col = firstCol; col <= lastCol; col++) {
      const index = row * grid.cols + col;
      if (scene.board.faces[index] === NO_CELL) continue;
      const [x, y] = geometry.centre(index);
      tiles.put(context, look(scene, index), x - left, y - top);
    }
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.translate(-left, -top);
  outlines(context, scene, geometry, colours);
  if (grid.topology === "torus") gluedEdges(context, geometry, colours);
}

/** @type {{ key: string, tiles: Tiles } | null} */
let cache = null;

/** @type {(geometry: Geometry, colours: Palette, ratio: number) => Tiles} */
function tilesFor(geometry, colours, ratio) {
  const key = `${geometry.size} ${geometry.hex} ${ratio} ${colours.theme}`;
  if (cache?.key !== key) cache = { key, tiles: new Tiles(geometry, colours, ratio) };
  return cache.tiles;
}

/** @type {(context: Context, scene: Scene, geometry: Geometry, colours: Palette) => void} */
function outlines(context, scene, geometry, colours) {
  const { lit, target = -1, faults, focus = -1, dead, fifties } = scene;
  const ring = (/** @type {number} */ index, /** @type {string} */ colour, /** @type {number} */ width, tint = 0) => {
    if (index < 0 || index >= geometry.grid.length) return;
    context.save();
    context.translate(...geometry.centre(index));
    outline(context, geometry.size, geometry.hex, width / 2);
    if (tint) {
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
  for (const index of dead ?? []) shortBar(context, geometry, colours.pair, index);
  for (const pair of fifties ?? []) {
    for (const index of pair) ring(index, colours.pair, bold);
    tie(context, geometry, colours.pair, pair, bold);
  }
  for (const index of faults ?? []) ring(index, colours.fault, bold, 0.3);
  for (const index of lit ?? []) ring(index, colours.proof, bold, 0.28);
  ring(target, colours.accent, bold, target >= 0 && look(scene, target) === "hidden" ? 0.35 : 0);
  ring(focus, colours.ink, Math.max(2, geometry.size / 14));
}

/**
 * A dead cell: a bar at its foot, as under something that is ticked off.
 * @type {(context: Context, geometry: Geometry, colour: string, index: number) => void}
 */
function shortBar(context, geometry, colour, index) {
  const [x, y] = geometry.centre(index);
  const half = geometry.size * 0.26;
  context.fillStyle = colour;
  context.fillRect(x - half, y + geometry.size * 0.3, 2 * half, Math.max(2, geometry.size / 12));
}

/**
 * A line between the cells of a 50/50, unless they meet over the edge of a torus.
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
 * The whole board at this cell size on a canvas of its own: for thumbnails and for PNG files.
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
