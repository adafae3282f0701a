// Presets: the sizes that players know by name, from minemind/presets.json, which Python reads too. They are set once,
// before any view is made.

/** @typedef {{ rows: number, cols: number, mines: number }} Size */

/** @type {Map<string, Size>} */
export const PRESETS = new Map();

/** @param {{ [name: string]: Size }} sizes */
export function learnPresets(sizes) {
  PRESETS.clear();
  for (const [name, size] of Object.entries(sizes)) PRESETS.set(name, size);
}

/**
 * @param {string} name
 * @returns {Size}
 */
export function preset(name) {
  const size = PRESETS.get(name);
  if (!size) throw new Error(`There is no preset ${name}.`);
  return size;
}

/**
 * The usual mine count for a size: that of its preset, or else by the density of Expert.
 * @param {number} rows
 * @param {number} cols
 */
export function usualMines(rows, cols) {
  const same = [...PRESETS.values()].find((size) => size.rows === rows && size.cols === cols);
  const expert = preset("expert");
  return same?.mines ?? Math.max(1, Math.round((rows * cols * expert.mines) / (expert.rows * expert.cols)));
}
