// Recordings of other programs (AVF, RMV, MVF, EVF, RAWVF), converted to saved games that can be stepped through,
// continued and reviewed like any other. Clicks without effect are left out, as in any saved game.

import { Board } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { ask } from "../ask/engine.js";
import { AnswerError } from "../game/errors.js";
import { layoutCounts } from "../game/layout.js";
import { replayed } from "./saved.js";

/** @typedef {import("../ask/answers.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../ask/answers.js").Turn} Turn */

const RAWVF = /^\ufeff?[ \t]*board[ \t]*:/im; // RAWVF is the only format of recordings that is text

/**
 * The game in a recording; null if the content is not a recording.
 * @param {{ text: string } | { data: string }} content
 * @returns {Promise<import("../history/store.js").Found | null>}
 */
export async function recordedGame(content) {
  if ("text" in content && !RAWVF.test(content.text)) return null;
  try {
    const { layout } = await ask("convert", content);
    const { moves } = await ask("review", { ...content, margin: null });
    return layout && foundIn(layout.text, moves);
  } catch (error) {
    if (error instanceof AnswerError) return null; // the caller finds out what it is instead, or what is wrong with it
    throw error;
  }
}

/** @type {(layout: string, moves: ReviewedMove[]) => import("../history/store.js").Found} */
function foundIn(layout, moves) {
  const done = moves.filter(({ kind }) => kind !== "wasted");
  const text = String(Board.parse(layout.replaceAll(/[*M]\d*/g, ".")));
  const isPromised = done.some(({ kind }) => kind === "promised");
  const saved = {
    minemind: 2,
    kind: /** @type {const} */ ("game"),
    layout: { text: layout },
    ...(isPromised && { seed: "0", first_click: /** @type {const} */ ("safe") }),
    history: done.map(turnOf),
    ...(done.every(({ seconds }) => seconds !== null) && { times: done.map(({ seconds }) => seconds) }),
    undone: [],
  };
  const played = replayed({ ...saved, history: [], board: { text } }, layoutCounts(layout));
  for (const turn of saved.history) played.take(turn);
  const board = String(played.board);
  const name = phrase("history.kind", { kind: "game" });
  return { kind: "game", name, text: board, layout, game: { ...saved, board: { text: board } } };
}

/**
 * @param {ReviewedMove} move
 * @returns {Turn}
 */
const turnOf = ({ action, cell: [row, col], mines }) =>
  action === "flag" ? ["flag", row, col, mines] : [action, row, col];
