// Marks: what is drawn on hidden ground. A flag is red, or has cloth and pole in different colours; a question mark is
// written in one.

import { isClear, isRound, ranked } from "./numbers.js";
import { FLAG, HIDDEN, MINE, QUESTION, read } from "./tokens.js";

/** @typedef {import("./signs.js").Sign} Sign */
/** @typedef {import("./tokens.js").Read} Read */

const RED = 0.18; // the least share of red in a flag
const PINK = 0.02; // the most in what is not one
const MOTLEY = 20; // how far the colours of a flag lie off, on average
const ASKED = 0.72; // the least likeness of a question mark
const CLEARLY = 0.8; // that of one in the colour of flags
const HARDLY = 0.62; // the most of what is clearly none
const AHEAD = 0.05; // by how much a digit may be more like it

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
