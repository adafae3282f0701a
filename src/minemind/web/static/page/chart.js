// Charts: the small figures of the review and the statistics. They are SVG and take their colours from the style sheet;
// the views that show them also say them in words.

/** @typedef {Record<string, string | number>} Attributes */

/**
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...(Node | string)} children
 */
export function draw(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * An empty figure with horizontal lines, each with its label.
 * @param {{ width: number, height: number, label: string }} size
 * @param {[y: number, label: string][]} lines
 * @param {number} left where the lines begin
 */
export function figure({ width, height, label }, lines, left) {
  const shown = lines.flatMap(([y, text]) => [
    draw("line", { class: "across", x1: left, x2: width, y1: y, y2: y }),
    draw("text", { x: left - 4, y: y + 3, "text-anchor": "end" }, text),
  ]);
  return draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...shown);
}

/** @type {(points: (readonly [x: number, y: number])[]) => string} */
export const path = (points) =>
  points.map(([x, y], place) => `${place ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * The shape of a mark around a point, so that nothing depends on its colour alone.
 * @type {Record<import("../review/reviewed.js").Mark, (r: number) => string>}
 */
const SHAPES = {
  proven: (r) => `M0 ${-r}V${r}`,
  unproven: (r) => `M${-r} 0H${r}`,
  forced: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  unlucky: (r) => `M0 ${r}L${-r} ${-r}H${r}Z`,
  needless: (r) => `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`,
  mistake: (r) => `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`,
};

/** @type {(mark: import("../review/reviewed.js").Mark, x: number, y: number, r?: number) => SVGElement} */
export const marker = (mark, x, y, r = 4) =>
  draw("path", { class: `mark ${mark}`, d: SHAPES[mark](r), transform: `translate(${x} ${y})` });
