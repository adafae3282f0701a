// Templates: what digits and the question mark look like, written in strokes of several widths.

import { SKELETONS } from "./digits.js";
import { fitted } from "./shapes.js";

/** @typedef {import("./digits.js").Skeleton} Skeleton */
/** @typedef {{ sign: string, shape: Float32Array }} Template */

const WIDTHS = [0.1, 0.16, 0.22, 0.28]; // of a stroke, in shares of the height
const ASPECTS = [0.5, 0.68]; // of a whole sign: its width as a share of its height
const RAW = 40; // pixels high, before it is scaled to the common size

/** @type {Template[]} */
let made = [];

/** Every form of every sign, made on first use. */
export function templates() {
  if (!made.length)
    made = SKELETONS.flatMap((skeleton) =>
      WIDTHS.flatMap((width) => ASPECTS.map((aspect) => template(skeleton, width, aspect))),
    );
  return made;
}

/** @type {(skeleton: Skeleton, width: number, aspect: number) => Template} */
function template({ sign, lines }, width, aspect) {
  const half = (width * RAW) / 2;
  const [wide, high] = [Math.ceil(aspect * RAW), RAW];
  const ink = new Float32Array(wide * high);
  // The path of the pen is smaller than the box by half a stroke on each side.
  const place = (/** @type {[number, number]} */ [x, y]) => [
    half + x * (wide - 2 * half),
    half + y * (high - 2 * half),
  ];
  for (const line of lines) {
    const points = line.map(place);
    for (let at = 0; at < ink.length; at++) {
      const [x, y] = [(at % wide) + 0.5, Math.floor(at / wide) + 0.5];
      for (let leg = 1; leg < points.length; leg++)
        ink[at] = Math.max(ink[at], Math.min(1, half + 0.5 - distance(x, y, points[leg - 1], points[leg])));
    }
  }
  return { sign, shape: fitted(ink, wide, high).shape };
}

/** @type {(x: number, y: number, from: number[], to: number[]) => number} */
function distance(x, y, [x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const share = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
}
