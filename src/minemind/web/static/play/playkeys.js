// What the keys do during a game: some act on the cell with the keyboard focus, the others on the game.

import { button } from "../page/dom.js";
import { cancel } from "../ask/engine.js";
import { toggle } from "../page/settings.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {Record<string, (() => void) | undefined>} Actions by key */

/** @type {(play: Play) => Actions} */
export function cellActions(play) {
  const { focus } = play.view;
  const open = () => void play.open(focus);
  return { " ": open, Enter: open, f: () => void play.flag(focus), c: () => void play.chord(focus) };
}

/** @type {(play: Play, event: KeyboardEvent) => Actions} */
export function gameActions(play, { shiftKey }) {
  const { assist } = play;
  return {
    u: () => play.undo(),
    r: () => play.redo(),
    n: () => play.newGame(),
    F2: () => play.newGame(), // as in the Minesweeper of old
    g: () => void play.again(),
    h: () => void assist.hint(),
    s: () => void assist.step(),
    b: () => void assist.guess(),
    a: () => void assist.auto(),
    e: () => toggle("certain"),
    m: () => toggle("heat"),
    v: () => toggle("coach"),
    p: () => button("review-game").click(),
    w: () => assist.advice.walk.step(shiftKey ? -1 : 1),
    Escape: () => (assist.stop(), cancel("deal")),
  };
}
