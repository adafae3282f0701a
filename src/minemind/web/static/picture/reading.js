// Reading: every cell's token, and whether it is sure. Which cells are open follows from the rules, numbers from their
// shapes and colours. Whatever is between two answers, or breaks a rule of the game, is doubtful.

import { groundsOf } from "./grounds.js";
import { isRed, readHidden } from "./marks.js";
import { alphabet, clearOnes, isRound, numberLike, readOpen } from "./numbers.js";
import { openGrounds } from "./opened.js";
import { conflictsIn } from "./rules.js";
import { signOf } from "./signs.js";
import { FLAG, HIDDEN, MINE, NUMBERS, QUESTION, doubtful, read } from "./tokens.js";

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./signs.js").Sign} Sign */
/** @typedef {import("./tokens.js").Read} Read */
/** @typedef {{ reads: Read[], wrong: number }} Reading wrong: conflicts with the rules per number, except for a few */

const NOISE = 12; // the spread of colours that an empty cell may have
const FAINTEST = 35; // the least spread from which a cell may count as drawn on
const STRONGEST = 220; // the largest
const USUAL = 90; // if spreads have no gap
const TRIED = 3; // such spreads
const MISREAD = 2; // conflicts that any board may have
const BROKEN = 0.15; // share of equal numbers that break rules, beyond which none of them is sure
const MANY = 0.5; // share of equal signs that are doubtful, beyond which all are
const FEW = 0.02; // faults of a reading that needs no other
const BORDERLINE = 1.25; // times the spread from which a cell counts as drawn on: closer than this is doubtful
const THIN = 3; // times the spread of empty cells of the same kind: beyond it there is something, if not much

/**
 * @param {Cell[]} cells
 * @param {number} rows
 * @param {number} cols
 * @returns {Reading | null} null without numbers
 */
export function readingOf(cells, rows, cols) {
  const grounds = groundsOf(cells);
  /** @type {Map<number, Sign>} */
  const known = new Map();
  const signAt = (/** @type {number} */ at) => known.get(at) ?? known.set(at, signOf(cells[at])).get(at) ?? null;
  /** @type {Reading | null} */
  let best = null;
  // If it is not clear which cells have something drawn on them, the rules decide.
  for (const least of drawnFrom(cells)) {
    const signs = cells.map(({ spread }, at) => (spread >= least ? signAt(at) : null));
    const found = readingWith({ cells, signs, grounds, rows, cols }, least);
    if (found && (!best || faults(found) < faults(best))) best = found;
    if (best && faults(best) <= FEW) break;
  }
  return best;
}

/** @param {Reading} reading */
export const faults = ({ reads, wrong }) => wrong + reads.filter(({ isSure }) => !isSure).length / reads.length;

/** @typedef {{ cells: Cell[], signs: (Sign | null)[], grounds: number[], rows: number, cols: number }} Cut all cells */

/** @type {(cut: Cut, least: number) => Reading | null} */
function readingWith({ cells, signs, grounds, rows, cols }, least) {
  const seen = cells.map((cell, at) => seenAs(cell, signs[at], grounds[at]));
  const open = openGrounds({ cells: seen, rows, cols });
  if (!open) return null;
  const isOpen = grounds.map((ground) => open.has(ground));
  const first = readsOf(signs, isOpen, clearOnes(signs.flatMap((sign, at) => (sign && isOpen[at] ? [sign] : []))));
  const named = new Set(conflictsIn({ tokens: first.map(({ token }) => token), rows, cols }).flat());
  // What numbers look like is learned from those that are sure and fit the others; mines need only be sure.
  const samples = first.flatMap(({ token, isSure }, at) => {
    const sign = signs[at];
    return sign && isSure && (token === MINE || !named.has(at)) ? [{ token, sign }] : [];
  });
  const [mostHidden, mostOpen] = [false, true].map((kind) => mostInEmpty(cells.filter((_, at) => isOpen[at] === kind)));
  const reads = readsOf(signs, isOpen, alphabet(samples)).map((each, at) => {
    const { spread } = cells[at];
    const isClear = spread > BORDERLINE * least || spread < least / BORDERLINE;
    if (!signs[at] && spread > (isOpen[at] ? mostOpen : mostHidden))
      return doubtful(each, ...(isOpen[at] ? NUMBERS : [FLAG, QUESTION]));
    return isClear ? each : doubtful(each, isOpen[at] ? "0" : HIDDEN);
  });
  return checked(reads, rows, cols);
}

/**
 * The most that colours can differ in an empty cell of this kind; at least a quarter of the cells are taken as empty.
 * @param {Cell[]} cells
 */
function mostInEmpty(cells) {
  const spreads = cells.map(({ spread }) => spread).sort((one, other) => one - other);
  return THIN * Math.max(NOISE, spreads[spreads.length >> 2] ?? 0);
}

/** @type {(signs: (Sign | null)[], isOpen: boolean[], known: import("./numbers.js").Alphabet) => Read[]} */
const readsOf = (signs, isOpen, known) =>
  signs.map((sign, at) => {
    if (!sign) return read(isOpen[at] ? "0" : HIDDEN, true, []);
    return isOpen[at] ? readOpen(sign, known) : readHidden(sign);
  });

/**
 * The same, with everything that breaks a rule doubtful.
 * @type {(reads: Read[], rows: number, cols: number) => Reading}
 */
function checked(reads, rows, cols) {
  const conflicts = conflictsIn({ tokens: reads.map(({ token }) => token), rows, cols });
  const named = new Set(conflicts.flat());
  const misread = new Set([...NUMBERS, FLAG, MINE].filter((token) => isMisread(token, reads, named)));
  const numbers = reads.filter(({ token }) => Number(token) > 0).length;
  return {
    reads: reads.map((each, at) =>
      named.has(at) || misread.has(each.token) ? doubtful(each, ...instead(each.token)) : each,
    ),
    wrong: Math.max(0, conflicts.length - MISREAD) / Math.max(1, numbers),
  };
}

/**
 * Whether everything that was read as this may be something else. Signs of one kind look the same, so doubts about many
 * are doubts about each. A number may be another one if some of its cells break rules, or if there are far more of them
 * than of the next lower number, as in no game.
 * @type {(token: string, reads: Read[], named: Set<number>) => boolean}
 */
function isMisread(token, reads, named) {
  const all = [...reads.keys()].filter((at) => reads[at].token === token);
  const broken = all.filter((at) => named.has(at)).length;
  const lower = reads.filter((each) => each.token === String(Number(token) - 1)).length;
  const isTooFrequent = Number(token) > 1 && all.length > 3 * lower + 8;
  const unsure = all.filter((at) => !reads[at].isSure).length;
  return isTooFrequent || unsure > MANY * all.length || (broken >= 2 && broken > BROKEN * all.length);
}

/**
 * What a cell that breaks a rule may be instead.
 * @param {string} token
 */
function instead(token) {
  if (Number(token) > 0) return NUMBERS;
  return token === "0" ? [HIDDEN] : token === MINE ? [...NUMBERS, HIDDEN] : ["0"];
}

/** @type {(cell: Cell, sign: Sign | null, ground: number) => import("./opened.js").Seen} */
const seenAs = ({ ground: colour, bevel }, sign, ground) => ({
  ground,
  colour,
  bevel,
  isDrawn: sign !== null,
  number: sign && numberLike(sign),
  isRed: sign !== null && isRed(sign),
  isRound: sign !== null && isRound(sign),
});

/**
 * The spreads from which a cell may count as drawn on, likeliest first: in the widest gaps between the spreads of
 * cells. Gaps are compared as ratios, because drawings differ more from each other than from nothing.
 * @param {Cell[]} cells
 */
function drawnFrom(cells) {
  const spreads = cells.map(({ spread }) => Math.max(NOISE, spread)).sort((one, other) => one - other);
  const gaps = spreads.slice(1).flatMap((above, at) => {
    const below = spreads[at];
    const between = Math.min(STRONGEST, Math.max(FAINTEST, Math.sqrt(below * above)));
    return between > below && between < above ? [{ between, ratio: above / below }] : [];
  });
  gaps.sort((one, other) => other.ratio - one.ratio);
  return gaps.length ? gaps.slice(0, TRIED).map(({ between }) => between) : [USUAL];
}
