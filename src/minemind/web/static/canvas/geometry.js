// Where the cells of a grid lie, squares or hexagons, for a given cell size in pixels.

/** @typedef {import("../game/grid.js").Grid} Grid */
/** @typedef {[x: number, y: number, width: number, height: number]} Rectangle */

// Rows of hexagons interlock: they lie √3/2 of a cell's width apart, and a hexagon is 2/√3 as high as it is wide.
const HEX_ROW = Math.sqrt(3) / 2;
export const HEX_HEIGHT = 2 / Math.sqrt(3);

export class Geometry {
  /**
   * @param {Grid} grid
   * @param {number} size
   */
  constructor(grid, size) {
    this.grid = grid;
    this.size = size;
    this.hex = grid.topology === "hex";
    this.rowHeight = this.hex ? size * HEX_ROW : size;
    this.cellHeight = this.hex ? size * HEX_HEIGHT : size;
    this.width = (grid.cols + (this.hex && grid.rows > 1 ? 0.5 : 0)) * size;
    this.height = (grid.rows - 1) * this.rowHeight + this.cellHeight;
  }

  /**
   * The middle of a cell.
   * @param {number} index
   * @returns {[x: number, y: number]}
   */
  centre(index) {
    const [row, col] = this.grid.cell(index);
    const shift = this.hex && row % 2 ? 0.5 : 0;
    return [(col + 0.5 + shift) * this.size, row * this.rowHeight + this.cellHeight / 2];
  }

  /**
   * The cell at a point, -1 if there is none.
   * @param {number} x
   * @param {number} y
   */
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

  /**
   * @param {number} row
   * @param {number} col
   */
  #existing(row, col) {
    const index = this.grid.index(row, col);
    return this.grid.exists(index) ? index : -1;
  }

  /**
   * The rows and columns that a rectangle touches.
   * @param {Rectangle} rectangle
   * @returns {[firstRow: number, lastRow: number, firstCol: number, lastCol: number]}
   */
  visible([x, y, width, height]) {
    const clamp = (/** @type {number} */ value, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, Math.floor(value)));
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
