// The page's current colours, dark or light, from the style sheet, for use on a canvas.

import { shadeOf } from "./heat.js";

const NAMES = /** @type {const} */ ([
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
  "safe",
  "danger",
  "accent",
  "accent-ink",
  "fault",
  "proof",
  "pole",
  "unknown",
  "question",
  "pair",
]);

/** @typedef {Record<typeof NAMES[number], string>} Colours */
/**
 * @typedef {Colours & {
 *   numbers: string[], components: string[], heat: typeof shadeOf, theme: string
 * }} Palette
 */

/**
 * @param {Element} place where they are used: an embedding page's element has its own
 * @returns {Palette}
 */
export function palette(place = document.documentElement) {
  const style = getComputedStyle(place);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const named = /** @type {Colours} */ (Object.fromEntries(NAMES.map((name) => [name, colour(name)])));
  return {
    ...named,
    numbers: Array.from({ length: 9 }, (_, n) => colour(`n${n}`)),
    components: Array.from({ length: 6 }, (_, n) => colour(`component${n}`)),
    heat: shadeOf,
    theme: colour("theme"),
  };
}
