// Flags: which ones an answer believes. In the editor a flag is part of the position; in a game it is what the player
// thinks, which may be wrong. Only the page needs this: its help in a game must not rest on a wrong flag.

import { HIDDEN, claimed, isFlag } from "../game/board.js";
import { analysed, certainCells } from "./hint.js";
import { Position } from "./position.js";

/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {Omit<import("./position.js").AboutABoard, "trust_flags">} AboutABoard */

/**
 * @typedef {object} OfAGame what the page sends about a game besides its board
 * @property {boolean | "proven"} [trust_flags] "proven": only flags that follow from the numbers are believed
 * @property {import("./hint.js").FirstClick} [promise] what the first click, if it is still to come, is promised to do
 */

/** @typedef {AboutABoard & OfAGame} AboutAGame */

/** @type {(asking: Asking, body: AboutAGame) => Position} */
export function positionOf(asking, { trust_flags: trusted, ...body }) {
  if (trusted !== "proven") return Position.asked(asking, { ...body, trust_flags: trusted });
  const position = Position.asked(asking, body);
  return position.flags ? believed(position, Position.asked(asking, { ...body, trust_flags: false })) : position;
}

/**
 * The position with only the flags that follow from its numbers; the other flagged cells are hidden, and doubted.
 * @type {(flagged: Position, unflagged: Position) => Position}
 */
function believed({ asking, board, notes }, unflagged) {
  const certain = certainCells(unflagged, analysed(unflagged));
  const isDoubted = (/** @type {number} */ face, /** @type {number} */ index) =>
    isFlag(face) && certain.get(index) !== claimed(face);
  const faces = board.faces.map((face, index) => (isDoubted(face, index) ? HIDDEN : face));
  const position = new Position(asking, board.copy({ faces }), notes);
  position.doubted = new Set([...faces.keys()].filter((index) => faces[index] !== board.faces[index]));
  return position;
}
