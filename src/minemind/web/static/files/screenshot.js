// Screenshots, on the page's side: a separate worker reads them, and what it finds becomes a position. Uncertain cells
// come with what else they may be, and so does an uncertain size.

import { Board } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { PICTURE_WORKER } from "../page/places.js";
import { PRESETS } from "../game/presets.js";
import { startWorker } from "../ask/workers.js";

/** @typedef {import("../picture/reader.js").Found} Found */
/** @typedef {import("../analyse/draft.js").Doubts} Doubts */

// Enough for a PNG screenshot of the largest screens; anything larger is a photograph.
const MOST_BYTES = 32 * 2 ** 20;

const [MINE, FLAG, HIDDEN] = ["*", "!", "."];

/** @typedef {{ board: Board, doubts: Doubts }} Position */

/**
 * The position in a picture, then larger ones that it may be instead. Throws an error that says why if there is none.
 * @param {Blob} file
 * @returns {Promise<Position[]>}
 */
export async function readScreenshot(file) {
  if (file.size > MOST_BYTES) throw new Error(phrase("picture.refused", { why: "too-large" }));
  const worker = startWorker(PICTURE_WORKER);
  try {
    const { found, refusal } = await new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }) => resolve(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        reject(new Error(phrase("picture.refused", { why: "unreadable" })));
      });
      worker.postMessage(file);
    });
    if (refusal) throw new Error(phrase("picture.refused", { why: refusal }));
    return [found, ...found.larger].map((each) => ({ board: boardOf(each), doubts: doubtsOf(each) }));
  } finally {
    worker.terminate();
  }
}

/**
 * The mines that a lost game shows become hidden cells: the position before the last click. A lost game shows all its
 * mines, so their number is known; otherwise it is that of the preset of this size, if there is one.
 * @param {Pick<Found, "rows" | "cols" | "reads">} found
 */
export function boardOf({ rows, cols, reads }) {
  const tokens = reads.map(({ token }) => token);
  const shown = tokens.filter((token) => token === MINE).length;
  const flags = tokens.filter((token) => token === FLAG).length;
  const known = [...PRESETS.values()].find((size) => size.rows === rows && size.cols === cols);
  const mines = shown ? shown + flags : (known?.mines ?? "?");
  const lines = Array.from({ length: rows }, (_, row) =>
    tokens
      .slice(row * cols, (row + 1) * cols)
      .map(hidden)
      .join(""),
  );
  return Board.parse([`${rows} ${cols} ${mines}`, ...lines].join("\n"));
}

/** @param {string} token */
const hidden = (token) => (token === MINE ? HIDDEN : token);

/**
 * @param {Found} found
 * @returns {Doubts}
 */
function doubtsOf({ reads }) {
  return new Map(reads.flatMap(({ isSure, others }, at) => (isSure ? [] : [[at, [...new Set(others.map(hidden))]]])));
}
