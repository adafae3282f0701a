// The heat map: how risks become colours. The scale starts at the lowest risk on the board and is finest there, where
// the decision is made; its colours differ in hue and in lightness, for every kind of colour vision. Outside cells all
// have the same risk, so they are faded and it is written only once.

import { HIDDEN } from "../game/board.js";
import { setting } from "../page/settings.js";

/** @typedef {[red: number, green: number, blue: number]} Colour */

const LEVELS = 24;
const LEAST_SPAN = 0.12; // of risks; a narrower scale would exaggerate small differences

/** The colours from the lowest risk to the highest. */
const SCALES = {
  "blue-orange": ["#0b5fa5", "#5ea3d0", "#e6ecf1", "#f3b067", "#b8560b"],
  cividis: ["#00306f", "#4b556b", "#7d7c78", "#bbab6b", "#fee838"],
  "green-red": ["#0c7a3e", "#8ecf7f", "#f6f0a8", "#f09a5b", "#b51f2e"],
};
const INKS = { dark: "#0b1016", light: "#ffffff" };
const NIGHT = 0.78; // brightness on a dark page

/** The scale of a board: the range of its risks strictly between 0 and 1. */
export class Heat {
  /** @param {Float64Array} risk NaN if unknown */
  constructor(risk) {
    const open = risk.filter((value) => value > 0 && value < 1);
    this.least = open.length ? open.reduce((one, other) => Math.min(one, other)) : 0;
    const most = open.length ? open.reduce((one, other) => Math.max(one, other)) : 1;
    this.span = Math.max(LEAST_SPAN, most - this.least);
  }

  /**
   * The risk's step on the scale.
   * @param {number} risk
   */
  level(risk) {
    return Math.round(LEVELS * Math.sqrt(Math.min(1, Math.max(0, (risk - this.least) / this.span))));
  }
}

/** @type {WeakMap<Float64Array, Heat>} */
const known = new WeakMap();

/** @param {Float64Array} risk */
export function heatOf(risk) {
  const heat = known.get(risk) ?? new Heat(risk);
  known.set(risk, heat);
  return heat;
}

/**
 * The background of a step, and the text colour on it.
 * @param {number} level
 * @param {boolean} isDark whether the page is
 */
export function shadeOf(level, isDark) {
  const scale = SCALES[setting("palette")].map(parsed);
  const place = (level / LEVELS) * (scale.length - 1);
  const [one, other] = [scale[Math.floor(place)], scale[Math.ceil(place)]];
  const part = place - Math.floor(place);
  const mixed = one.map((value, at) => (value + (other[at] - value) * part) * (isDark ? NIGHT : 1));
  const ground = `rgb(${mixed.map(Math.round).join(" ")})`;
  return { ground, ink: luminance(/** @type {Colour} */ (mixed)) > 0.18 ? INKS.dark : INKS.light };
}

/** @type {(colour: string) => Colour} */
const parsed = (colour) => /** @type {Colour} */ ([1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));

/** @param {Colour} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map((value) => (value / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The hidden cells that no number sees.
 * @param {import("../game/board.js").Board} board
 */
export function outsideOf({ grid, faces }) {
  /** @type {Set<number>} */
  const outside = new Set();
  faces.forEach((face, index) => {
    if (face === HIDDEN && !grid.around(index).some((other) => faces[other] >= 0)) outside.add(index);
  });
  return outside;
}

/**
 * The cell deepest inside this set, farthest from all other cells and from the edge: a label there is read as true of
 * them all, not as the risk of a single cell next to a number.
 * @type {(grid: import("../game/grid.js").Grid, cells: Set<number>) => number}
 */
export function middleOf(grid, cells) {
  const most = Math.max(0, ...Array.from(cells, (index) => grid.around(index).length));
  const isInside = (/** @type {number} */ index) => {
    const around = grid.around(index);
    return around.length === most && around.every((other) => cells.has(other));
  };
  const left = new Set([...cells].filter(isInside));
  let layer = [...cells].filter((index) => !left.has(index));
  while (layer.length && left.size)
    layer = layer.flatMap((index) => grid.around(index).filter((other) => left.delete(other)));
  const deepest = layer.length ? layer : [...left];
  return deepest[deepest.length >> 1] ?? -1;
}
