// What the server says of itself, by `GET /api/about`: sizes of well-known boards, and limits. It is learned once, before
// any view is made; until then no board is small enough.

/** @typedef {{ rows: number, cols: number, mines: number }} Size */

export const served = {
  /** @type {Map<string, Size>} */
  presets: new Map(),
  limits: { rows: 0, cols: 0, bodyBytes: 0 }, // the bytes of a body that carries a file
};

/** @param {import("./answers.js").About} about */
export function learn({ presets, limits }) {
  served.presets = new Map(presets.map(({ name, rows, cols, mines }) => [name, { rows, cols, mines }]));
  served.limits = { rows: limits.rows, cols: limits.cols, bodyBytes: limits.file_body_bytes };
}

/**
 * @param {string} name
 * @returns {Size}
 */
export function preset(name) {
  const size = served.presets.get(name);
  if (!size) throw new Error(`The server has no preset ${name}.`);
  return size;
}

/**
 * The mine count that is usual for a size: that of its preset, else by Expert's density.
 * @param {number} rows
 * @param {number} cols
 */
export function usualMines(rows, cols) {
  const same = [...served.presets.values()].find((size) => size.rows === rows && size.cols === cols);
  const expert = preset("expert");
  return same?.mines ?? Math.max(1, Math.round((rows * cols * expert.mines) / (expert.rows * expert.cols)));
}
