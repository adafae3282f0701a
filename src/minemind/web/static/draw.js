// Pictures of a board on a canvas, squares or hexagons: what a scene holds, where cells lie, and how they are painted.
// Tiles are painted once for every look and size and then copied, so that 10,000 of them still scroll smoothly.

import { HIDDEN, NO_CELL, QUESTION, claimed, isFlag } from "./board.js";

// Rows of hexagons interlock: they lie √3/2 of a cell's width apart, and a hexagon is 2/√3 as high as it is wide.
const HEX_ROW = Math.sqrt(3) / 2;
const HEX_HEIGHT = 2 / Math.sqrt(3);
const SMALLEST_WITH_TEXT = 9;
const SMALLEST_WITH_PERCENT = 17;

// Where the cells of a grid lie, for cells of this many pixels.
export class Geometry {
  constructor(grid, size) {
    this.grid = grid;
    this.size = size;
    this.hex = grid.topology === "hex";
    this.rowHeight = this.hex ? size * HEX_ROW : size;
    this.cellHeight = this.hex ? size * HEX_HEIGHT : size;
    this.width = (grid.cols + (this.hex && grid.rows > 1 ? 0.5 : 0)) * size;
    this.height = (grid.rows - 1) * this.rowHeight + this.cellHeight;
  }

  // The middle of a cell.
  centre(index) {
    const [row, col] = this.grid.cell(index);
    const shift = this.hex && row % 2 ? 0.5 : 0;
    return [(col + 0.5 + shift) * this.size, row * this.rowHeight + this.cellHeight / 2];
  }

  // The cell at a point, -1 if there is none.
  at(x, y) {
    const row = Math.floor(y / this.rowHeight);
    if (!this.hex) return this.#existing(row, Math.floor(x / this.size));
    let best = -1;
    let nearest = (this.cellHeight / 2) ** 2;
    for (const r of [row - 1, row, row + 1]) {
      const index = this.#existing(r, Math.floor(x / this.size - (r % 2 ? 0.5 : 0)));
      if (index < 0) continue;
      const [cx, cy] = this.centre(index);
      const distance = (x - cx) ** 2 + (y - cy) ** 2;
      if (distance < nearest) [best, nearest] = [index, distance];
    }
    return best;
  }

  #existing(row, col) {
    const index = this.grid.index(row, col);
    return this.grid.exists(index) ? index : -1;
  }

  // The rows and columns that a rectangle touches: [first row, last row, first column, last column].
  visible(x, y, width, height) {
    const clamp = (value, size) => Math.max(0, Math.min(size - 1, Math.floor(value)));
    const { rows, cols } = this.grid;
    const slack = this.hex ? 1 : 0;
    return [
      clamp(y / this.rowHeight - slack, rows),
      clamp((y + height) / this.rowHeight, rows),
      clamp(x / this.size - slack, cols),
      clamp((x + width) / this.size, cols),
    ];
  }
}

// The colours of the page as it is now, dark or light.
export function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = [
    "hidden",
    "hidden-edge",
    "hidden-shade",
    "open",
    "open-edge",
    "flag",
    "mine",
    "boom",
    "boom-ink",
    "ink",
  ];
  names.push("safe", "danger", "accent", "fault", "proof", "pole", "board", "heat-ink", "unknown", "question", "pair");
  const found = Object.fromEntries(names.map((name) => [name, colour(name)]));
  found.numbers = Array.from({ length: 9 }, (_, n) => colour(`n${n}`));
  found.components = Array.from({ length: 6 }, (_, n) => colour(`component${n}`));
  // Most cells lie between 10% and 50%: the hues spread there.
  found.heat = (chance) => `hsl(${140 * (1 - chance) ** 1.6} ${colour("heat-saturation")} ${colour("heat-lightness")})`;
  found.key = `${document.documentElement.dataset.theme}`;
  return found;
}

// What a scene may hold beside `board`; everything is optional.
//   mines: counts to be shown (as flags if `won`), exploded: set of indices, showsFree: whether cells without are free
//   chance: array (NaN: none), safe and certainMines: sets of certain cells, component: array of numbers (-1: none)
//   dead: set of cells that tell nothing, fifties: pairs of cells that only a guess can tell apart
//   lit: set of numbers that prove something, target: the cell that they prove, verdict: "safe" or "danger"
//   faults: set, pressed: set, focus: index
export function paint(context, scene, geometry, colours, [left, top, width, height], ratio) {
  const tiles = tilesFor(geometry, colours, ratio);
  const { grid } = scene.board;
  const [firstRow, lastRow, firstCol, lastCol] = geometry.visible(left, top, width, height);
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

// The name of the tile that a cell shows: what lies there, and what is written on it.
export function look(scene, index) {
  const name = lookWithoutQuestion(scene, index);
  const isAsked = scene.board.faces[index] === HIDDEN && scene.board.marks.get(index) === QUESTION;
  return !isAsked ? name : name === "hidden" ? "question" : `${name} ?`;
}

function lookWithoutQuestion(scene, index) {
  const face = scene.board.faces[index];
  const { mines, exploded, chance, safe, certainMines, component, pressed } = scene;
  const mined = mines?.[index] ?? 0;
  if (face >= 0) return `number ${face}`;
  if (isFlag(face)) return mines && mined !== claimed(face) ? "wrong" : `flag ${claimed(face)}`;
  if (exploded?.has(index)) return `boom ${mined}`;
  if (mined) return scene.won ? `flag ${mined}` : `mine ${mined}`;
  if (scene.showsFree) return "free";
  if (pressed?.has(index)) return "number 0";
  if (scene.verdict && index === scene.target) return scene.verdict;
  const mark = scene.board.marks.get(index);
  if (safe?.has(index) || mark === "o") return "safe";
  if (certainMines?.has(index) || mark === "x") return "danger";
  if (mark === "#") return "unknown";
  const written = chance && !Number.isNaN(chance[index]) ? percent(chance[index]) : "";
  if (component && component[index] >= 0) return `component ${component[index] % 6} ${written}`;
  if (written) return `chance ${written}`;
  return "hidden";
}

// A chance as it is written on a cell. Nothing is called certain that only rounds to it.
export function percent(chance) {
  if (chance === 0 || chance === 1) return String(100 * chance);
  return String(Math.min(99, Math.max(1, Math.round(100 * chance))));
}

let cache = { key: null, tiles: null };

function tilesFor(geometry, colours, ratio) {
  const key = `${geometry.size} ${geometry.hex} ${ratio} ${colours.key}`;
  if (cache.key !== key) cache = { key, tiles: new Tiles(geometry, colours, ratio) };
  return cache.tiles;
}

class Tiles {
  constructor({ size, hex, cellHeight }, colours, ratio) {
    Object.assign(this, { size, hex, height: cellHeight, colours, ratio });
    this.pictures = new Map();
  }

  put(context, name, x, y) {
    if (!this.pictures.has(name)) this.pictures.set(name, this.#picture(name));
    const picture = this.pictures.get(name);
    // Whole device pixels: tiles stay sharp, whatever the scroll position.
    context.drawImage(
      picture,
      Math.round((x - this.size / 2) * this.ratio),
      Math.round((y - this.height / 2) * this.ratio),
    );
  }

  #picture(name) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(this.size * this.ratio);
    canvas.height = Math.ceil(this.height * this.ratio);
    const context = canvas.getContext("2d");
    context.scale(this.ratio, this.ratio);
    context.translate(this.size / 2, this.height / 2);
    const [plain, isAsked] = name.endsWith(" ?") ? [name.slice(0, -2), true] : [name, false];
    const [kind, value, more = ""] = plain.split(" ");
    this.#ground(context, kind, value);
    this.#content(context, kind, value, more);
    if (isAsked && this.size >= SMALLEST_WITH_TEXT) corner(context, "?", this.size, this.colours.question);
    return canvas;
  }

  #ground(context, kind, value) {
    const { colours, size } = this;
    if (kind === "number" || kind === "free") {
      outline(context, this.size, this.hex, size > 12 ? 0.5 : 0.25);
      return fill(context, colours.open, size > 12 ? colours["open-edge"] : null);
    }
    const grounds = {
      flag: size < SMALLEST_WITH_TEXT ? colours.flag : colours.hidden,
      mine: size < SMALLEST_WITH_TEXT ? colours.mine : colours.hidden,
      boom: colours.boom,
      safe: colours.safe,
      danger: colours.danger,
      unknown: colours.unknown,
      question: size < SMALLEST_WITH_TEXT ? colours.question : colours.hidden,
    };
    const base =
      kind === "chance" ? colours.heat(value / 100) : kind === "component" ? colours.components[value] : grounds[kind];
    outline(context, this.size, this.hex, size > 12 ? 1 : 0.5);
    fill(context, base ?? colours.hidden, null);
    if (size <= 12) return;
    // A light from above: the upper part of the tile is a shade lighter, its lower edge a shade darker.
    const light = context.createLinearGradient(0, -size / 2, 0, size / 2);
    light.addColorStop(0, colours["hidden-edge"]);
    // Clear by the same colours: canvas gradients mix what lies under a clear black into grey.
    light.addColorStop(0.45, "#ffffff00");
    light.addColorStop(0.8, "#00000000");
    light.addColorStop(1, colours["hidden-shade"]);
    fill(context, light, null);
  }

  #content(context, kind, value, more) {
    const { colours, size } = this;
    if (size < SMALLEST_WITH_TEXT)
      return kind === "number" && value !== "0" && dot(context, size, colours.numbers[Math.min(value, 9) - 1]);
    if (kind === "number" && value !== "0") write(context, value, size * 0.62, colours.numbers[Math.min(value, 9) - 1]);
    if (kind === "flag") flag(context, size, colours, Number(value) > 1 ? value : "");
    if (kind === "wrong") wrongFlag(context, size, colours);
    if (kind === "mine" || kind === "boom")
      mine(context, size, kind === "boom" ? colours["boom-ink"] : colours.mine, value);
    if (kind === "safe") tick(context, size, "#fff");
    if (kind === "danger") cross(context, size, "#fff", 0.2);
    if (kind === "unknown") write(context, "#", size * 0.5, colours.ink);
    if (kind === "question") write(context, "?", size * 0.62, colours.question);
    if (kind === "free") write(context, "·", size * 0.62, colours.ink);
    if (size < SMALLEST_WITH_PERCENT) return;
    if (kind === "chance") write(context, value, size * 0.42, colours["heat-ink"]);
    if (kind === "component" && more) write(context, more, size * 0.42, colours.ink);
  }
}

function outline(context, size, hex, inset) {
  const half = size / 2 - inset;
  context.beginPath();
  if (!hex) return context.roundRect(-half, -half, 2 * half, 2 * half, Math.min(5, size / 7));
  const radius = half * HEX_HEIGHT;
  for (let corner = 0; corner < 6; corner++) {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    context.lineTo(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  context.closePath();
}

function fill(context, colour, edge) {
  context.fillStyle = colour;
  context.fill();
  if (!edge) return;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.stroke();
}

function write(context, text, height, colour) {
  context.font = `700 ${height}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = colour;
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText("0");
  context.fillText(text, 0, (above - below) / 2);
}

// Small, where nothing else is written.
function corner(context, text, size, colour) {
  context.save();
  context.translate(size * 0.3, -size * 0.28);
  write(context, text, size * 0.34, colour);
  context.restore();
}

// Too small for a number: its colour must do.
function dot(context, size, colour) {
  context.fillStyle = colour;
  context.globalAlpha = 0.55;
  context.fillRect(-size / 4, -size / 4, size / 2, size / 2);
}

function flag(context, size, colours, count) {
  const unit = size / 24;
  context.fillStyle = colours.pole;
  context.fillRect(-3.6 * unit, -7.5 * unit, 1.7 * unit, 15 * unit);
  context.fillRect(-6.5 * unit, 6 * unit, 7.5 * unit, 1.8 * unit);
  context.fillStyle = colours.flag;
  context.beginPath();
  context.moveTo(-1.9 * unit, -7.5 * unit);
  context.lineTo(7 * unit, -3.4 * unit);
  context.lineTo(-1.9 * unit, 0.8 * unit);
  context.fill();
  if (count) {
    context.save();
    context.translate(5 * unit, 5 * unit);
    write(context, count, size * 0.38, colours.ink);
    context.restore();
  }
}

function wrongFlag(context, size, colours) {
  context.globalAlpha = 0.55;
  flag(context, size, colours, "");
  context.globalAlpha = 1;
  cross(context, size, colours.danger, 0.32);
}

function mine(context, size, colour, count) {
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = size * 0.075;
  context.lineCap = "round";
  context.beginPath();
  for (let spike = 0; spike < 4; spike++) {
    const angle = (Math.PI / 4) * spike;
    context.moveTo(-size * 0.34 * Math.cos(angle), -size * 0.34 * Math.sin(angle));
    context.lineTo(size * 0.34 * Math.cos(angle), size * 0.34 * Math.sin(angle));
  }
  context.stroke();
  context.beginPath();
  context.arc(0, 0, size * 0.24, 0, 2 * Math.PI);
  context.fill();
  if (Number(count) > 1) write(context, count, size * 0.34, "#fff");
}

function tick(context, size, colour) {
  context.strokeStyle = colour;
  context.lineWidth = size * 0.11;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  context.moveTo(-size * 0.2, 0.02 * size);
  context.lineTo(-size * 0.05, size * 0.17);
  context.lineTo(size * 0.22, -size * 0.16);
  context.stroke();
}

function cross(context, size, colour, reach) {
  context.strokeStyle = colour;
  context.lineWidth = size * 0.11;
  context.lineCap = "round";
  context.beginPath();
  for (const way of [1, -1]) {
    context.moveTo(-size * reach, -size * reach * way);
    context.lineTo(size * reach, size * reach * way);
  }
  context.stroke();
}

function outlines(context, scene, geometry, colours) {
  const { lit, target, faults, focus, dead, fifties } = scene;
  const ring = (index, colour, width, tint = 0) => {
    if (index === undefined || index < 0 || index >= geometry.grid.length) return;
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

// A dead cell: a bar at its foot, as under something that is ticked off.
function shortBar(context, geometry, colour, index) {
  const [x, y] = geometry.centre(index);
  const half = geometry.size * 0.26;
  context.fillStyle = colour;
  context.fillRect(x - half, y + geometry.size * 0.3, 2 * half, Math.max(2, geometry.size / 12));
}

// A line between the cells of a 50/50, unless they meet over the edge of a torus.
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

function gluedEdges(context, geometry, colours) {
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  context.setLineDash([6, 6]);
  context.strokeRect(1, 1, geometry.width - 2, geometry.height - 2);
  context.setLineDash([]);
}

// The whole board at this cell size on a canvas of its own: for thumbnails and for PNG files.
export function picture(scene, size, ratio, canvas = document.createElement("canvas")) {
  const geometry = new Geometry(scene.board.grid, size);
  canvas.width = Math.ceil(geometry.width * ratio);
  canvas.height = Math.ceil(geometry.height * ratio);
  const kept = cache;
  paint(canvas.getContext("2d"), scene, geometry, palette(), [0, 0, geometry.width, geometry.height], ratio);
  cache = kept;
  return canvas;
}
