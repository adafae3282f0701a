// The colours of the page as it is now, dark or light: those of the style sheet, for what is painted on a canvas.

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
  "fault",
  "proof",
  "pole",
  "heat-ink",
  "unknown",
  "question",
  "pair",
]);

/** @typedef {Record<typeof NAMES[number], string>} Colours */
/**
 * @typedef {Colours & {
 *   numbers: string[], components: string[], heat: (risk: number) => string, theme: string
 * }} Palette
 */

/** @returns {Palette} */
export function palette() {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const named = /** @type {Colours} */ (Object.fromEntries(NAMES.map((name) => [name, colour(name)])));
  return {
    ...named,
    numbers: Array.from({ length: 9 }, (_, n) => colour(`n${n}`)),
    components: Array.from({ length: 6 }, (_, n) => colour(`component${n}`)),
    // Most cells lie between 10% and 50%: the hues spread there.
    heat: (risk) => `hsl(${140 * (1 - risk) ** 1.6} ${colour("heat-saturation")} ${colour("heat-lightness")})`,
    theme: root.dataset.theme ?? "",
  };
}
