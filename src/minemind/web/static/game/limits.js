// What the page takes on: larger boards are for the command line, which has no reader waiting in front of it.

/** Rows, and columns. */
export const CELLS_ACROSS = 100;

/** Of a game that has a speed: one that a single click wins has none. */
export const LEAST_MS = 100;

/** As for the API. The states of a number grow with it. */
export const MINES_PER_CELL = 8;

/** Pairs of neighbours: room for a reach of 4 on the largest board. */
export const LINKS = 1_000_000;

/** Bytes of a file: recordings of other programs take some 50 KB a minute, a long game of our own some hundred KB. */
export const FILE_BYTES = 4 * 2 ** 20;
