// What the page accepts. Larger boards are for the command line, where nobody waits in front of a page.

/** The most rows, and the most columns. */
export const CELLS_ACROSS = 100;

/** The shortest game that has a speed: a game won by a single click has none. */
export const LEAST_MS = 100;

/** As in the API. The number of states grows with it. */
export const MINES_PER_CELL = 8;

/** Pairs of neighbours: room for a reach of 4 on the largest board. */
export const LINKS = 1_000_000;

/** Bytes of a file: recordings of other programs take some 50 KB a minute, a long game of our own some hundred KB. */
export const FILE_BYTES = 4 * 2 ** 20;
