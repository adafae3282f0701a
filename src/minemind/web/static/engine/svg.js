// Pictures of a board or a layout as SVG, identical to those of svg.py.

/** @typedef {import("../game/grid.js").Grid} Grid */
/** @typedef {[right: number, down: number][]} Outline */

// The side of a cell, and the sizes of its text and of the labels.
const [SIZE, LARGE, SMALL, LABEL] = [24, 15, 10, 10];

const FAMILY = "Arial, Helvetica, 'DejaVu Sans', 'Liberation Sans', Verdana, sans-serif";

// The colours that players know from the classic game, 1 to 8; larger numbers are black.
const NUMBER_COLOURS = [
  ...["#0000fd", "#017e00", "#fe0000", "#00007f", "#7f0000", "#007f7e", "#000000", "#7f7f7f"],
  "#000000",
];

// Fill and outline of a cell.
const [HIDDEN, OPEN] = [
  ["#b8c4ce", "#6b7780"],
  ["#f4f4f0", "#b9b9b0"],
];
const [FLAG, MINE, LABEL_COLOUR, INK, PAPER] = ["#d2232a", "#20242a", "#737b85", "#20242a", "#ffffff"];

// Outlines around a cell's centre: a square, a hexagon that stands on its tip and is as wide as the square, and a flag.
/** @type {Outline} */
const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
/** @type {Outline} */
const HEXAGON = [
  [0, -0.577],
  [0.5, -0.289],
  [0.5, 0.289],
  [0, 0.577],
  [-0.5, 0.289],
  [-0.5, -0.289],
];
/** @type {Outline} */
const FLAG_OUTLINE = [
  [-0.15, -0.3],
  [0.3, -0.1],
  [-0.15, 0.1],
  [-0.15, 0.3],
  [-0.22, 0.3],
  [-0.22, -0.3],
];

// Rows of hexagons interlock: they are √3/2 of a cell's width apart.
const HEX_ROW = 0.866;

// Half the height of a digit, as a fraction of the font size.
const MIDDLE = 0.36;

/**
 * The picture of a grid with a token in every cell.
 * @type {(grid: Grid, token: (index: number) => string) => string}
 */
export function svgOf(grid, token) {
  const canvas = new Canvas(grid);
  const cells = Array.from({ length: grid.length }, (_, index) => canvas.cell(index, token(index)));
  const { width, height } = canvas;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" ' +
    `aria-label="Minesweeper board, ${grid.rows} rows, ${grid.cols} columns" ` +
    `width="${figure(width)}" height="${figure(height)}" viewBox="0 0 ${figure(width)} ${figure(height)}" ` +
    `font-family="${FAMILY}" font-weight="bold" text-anchor="middle">` +
    `${canvas.labels()}${cells.join("")}</svg>`
  );
}

// Where the cells of one grid lie, and what is drawn there.
class Canvas {
  /** @param {Grid} grid */
  constructor(grid) {
    this.grid = grid;
    this.isHex = grid.topology === "hex";
    this.outline = this.isHex ? HEXAGON : SQUARE;
    this.left = 0.6 * LABEL * String(grid.rows - 1).length + 5;
    this.top = LABEL + 5;
    const across = grid.cols + (this.isHex && grid.rows > 1 ? 0.5 : 0);
    const down = this.isHex ? (grid.rows - 1) * HEX_ROW + 1.154 : grid.rows;
    this.width = this.left + across * SIZE + 1;
    this.height = this.top + down * SIZE + 1;
  }

  /** @type {(row: number, col: number) => [x: number, y: number]} */
  centre(row, col) {
    const right = col + 0.5 + (this.isHex ? (row % 2) / 2 : 0);
    const down = this.isHex ? row * HEX_ROW + 0.577 : row + 0.5;
    return [this.left + right * SIZE, this.top + down * SIZE];
  }

  // The numbers of columns and rows.
  labels() {
    const { rows, cols } = this.grid;
    const across = Array.from({ length: cols }, (_, col) =>
      text(this.centre(0, col)[0], this.top - 3 - MIDDLE * LABEL, String(col), LABEL),
    );
    const down = Array.from({ length: rows }, (_, row) =>
      text(this.left / 2 - 1, this.centre(row, 0)[1], String(row), LABEL),
    );
    const looks = `fill="${LABEL_COLOUR}" font-size="${LABEL}" font-weight="normal"`;
    return `<g ${looks}>${across.join("")}${down.join("")}</g>`;
  }

  /** @type {(index: number, token: string) => string} */
  cell(index, token) {
    if (token === "_") return "";
    const [x, y] = this.centre(...this.grid.cell(index));
    const [fill, stroke] = isNumber(token) ? OPEN : HIDDEN;
    return polygon(x, y, this.outline, fill, stroke) + content(x, y, token);
  }
}

/** @type {(token: string) => boolean} */
const isNumber = (token) => /^[0-9]+$/.test(token);

/** @type {(x: number, y: number, token: string) => string} */
function content(x, y, token) {
  const [mark, count] = [token[0], token.slice(1)];
  if (isNumber(token))
    return token === "0" ? "" : text(x, y, token, LARGE, NUMBER_COLOURS[Math.min(Number(token), 9) - 1]);
  if (mark === "!")
    return polygon(x, y, FLAG_OUTLINE, FLAG) + (count && text(x + SIZE * 0.3, y + SIZE * 0.24, count, SMALL, INK));
  if (mark !== "*") return "";
  const circle = `<circle cx="${figure(x)}" cy="${figure(y)}" r="${figure(SIZE * 0.34)}" fill="${MINE}"/>`;
  return circle + (count && text(x, y, count, SMALL, PAPER));
}

/** @type {(x: number, y: number, outline: Outline, fill: string, stroke?: string) => string} */
function polygon(x, y, outline, fill, stroke = "none") {
  const points = outline.map(([right, down]) => `${figure(x + right * SIZE)},${figure(y + down * SIZE)}`);
  return `<polygon points="${points.join(" ")}" fill="${fill}" stroke="${stroke}"/>`;
}

/**
 * Text centred at a point. Without a colour, it inherits its size and colour from the enclosing element.
 * @type {(x: number, y: number, words: string, size: number, colour?: string) => string}
 */
function text(x, y, words, size, colour = "") {
  const looks = colour && ` font-size="${size}" fill="${colour}"`;
  return `<text x="${figure(x)}" y="${figure(y + MIDDLE * size)}"${looks}>${words}</text>`;
}

/**
 * A number to six significant digits, without trailing zeros.
 * @param {number} value
 */
const figure = (value) => String(Number(value.toPrecision(6)));
