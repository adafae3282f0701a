// Marks: what is drawn on hidden ground. A flag is red, or has cloth and pole in different colours; a question mark has
// a single colour.

import { isClear, isRound, ranked } from "./numbers.js";
import { FLAG, HIDDEN, MINE, QUESTION, read } from "./tokens.js";

/** @typedef {import("./signs.js").Sign} Sign */
/** @typedef {import("./tokens.js").Read} Read */

const RED = 0.18; // the least share of red in a flag
const PINK = 0.02; // the most red in anything else
const MOTLEY = 20; // the least motley of a flag that is not red
const ASKED = 0.72; // the least likeness of a question mark
const CLEARLY = 0.8; // the least likeness of one in the colour of flags
const HARDLY = 0.62; // the largest likeness of what is clearly not a question mark
const AHEAD = 0.05; // by how much its likeness to a digit may be larger

/** @param {Sign} sign */
export const isRed = ({ red }) => red >= RED;

/** @type {(sign: Sign) => Read} */
export function readHidden(sign) {
  if (isRound(sign)) return read(MINE, isClear(sign) && !isRed(sign), [FLAG, HIDDEN]);
  const asked = sign.likeness.get(QUESTION) ?? 0;
  const isAsked = asked >= ASKED && asked + AHEAD > ranked((token) => sign.likeness.get(token) ?? 0)[0].score;
  const isOneColour = sign.motley < MOTLEY;
  if (isAsked) return read(QUESTION, sign.red < PINK || (isOneColour && asked >= CLEARLY), [FLAG, HIDDEN]);
  return read(FLAG, asked < HARDLY && (isRed(sign) || !isOneColour), [HIDDEN, QUESTION]);
}
