// Guesses: if no cell is safe, which cells to consider, how good each is, and which to open. The same as
// solve/guesses.py; tests hold the two equal. The engine does the work.

import { phrase } from "../words/catalogue.js";
import { TooHard } from "../game/errors.js";
import { Fraction } from "./integers.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Numbers} Numbers */

// How many alternatives are named with a guess.
const RUNNERS_UP = 5;

// The work to spend on thinking about the best candidate, in millions of units; all games together take up to twice as
// much. And the most games to play from each candidate.
export const THINK = 40;
export const GAMES = 10_000;

// Once the best move of an ending is found, the whole ending is searched, so that every candidate is known exactly. It
// may have this many times the states allowed for finding the best move, or at least the number of states below, which
// take some tenths of a second.
const [WHOLE_BY_BEST, WHOLE_NODES] = [5, 200_000];

// Candidates from which games are played.
const MOST_CANDIDATES = 10;

export const MILLION = 1_000_000;

// Probabilities that differ by less count as equal: `quantum` in engine/play/lookahead.hpp.
const QUANTUM = 1e-9;

// From the engine's enums of strategies and breadths.
const CHAMPION = 3;
const [CLOSE, ALL] = [1, 2];

/** @typedef {{ index: number, risk: number }} Risk */

/**
 * @typedef {object} Guess
 * @property {number} index
 * @property {number} risk
 * @property {Risk[]} runnersUp
 * @property {number | null} win
 * @property {number | null} next
 * @property {number | null} progress
 * @property {number | null} partner
 */

/**
 * The cells of lowest risk that are not certain mines, best first. Ties go to the cell nearest to the centre; once the
 * game has begun, first to the most open neighbours and then to the fewest neighbours, which wins more games.
 * @param {Analysis} analysis
 * @returns {Risk[]}
 */
function safest({ position, probability, mines }) {
  const { faces, graph, isBegun } = position;
  const isMine = new Set(mines);
  const known = [...faces.keys()].filter(
    (index) => position.isHidden(index) && !Number.isNaN(probability[index]) && !isMine.has(index),
  );
  const opened = (/** @type {number} */ index) => graph.sumAround(index, (other) => Number(faces[other] >= 0));
  const tie = (/** @type {number} */ index) =>
    isBegun ? [-opened(index), graph.rank[index]] : [graph.offCentre(index), index];
  const lowest = leastOf(known, (index) => rounded(probability[index] / QUANTUM), RUNNERS_UP + 1);
  return lowest
    .map((index) => [rounded(probability[index] / QUANTUM), ...tie(index), index])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
    .slice(0, RUNNERS_UP + 1)
    .map((keys) => ({ index: keys[3], risk: probability[keys[3]] }));
}

/**
 * The indices that can be among the first `count` by this key, ties included, so that only they need sorting.
 * @type {(indices: number[], key: (index: number) => number, count: number) => number[]}
 */
function leastOf(indices, key, count) {
  const keys = Float64Array.from(indices, key);
  const limit = keys.toSorted()[Math.min(count, keys.length) - 1];
  return indices.filter((_, place) => keys[place] <= limit);
}

/**
 * The nearest whole number, halves to the even one, as numpy rounds.
 * @param {number} value
 */
function rounded(value) {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

/**
 * The champion's guess after `think` million units of work, with the cells of lowest risk to compare it with; null if no
 * probability is known.
 * @type {(analysis: Analysis, think: number) => Guess | null}
 */
export function advisedGuess(analysis, think) {
  const ranked = safest(analysis);
  if (!ranked.length) return null;
  const chosen = championGuess(analysis, ranked[0], think);
  return { ...chosen, runnersUp: ranked.filter(({ index }) => index !== chosen.index).slice(0, RUNNERS_UP) };
}

/** @type {(analysis: Analysis, safestCell: Risk, think?: number) => Guess} */
function championGuess({ position, address, asking }, safestCell, think = 0) {
  const { board, faces, graph, isBegun } = position;
  const nothing = { runnersUp: [], win: null, next: null, progress: null, partner: null };
  if (board.mines === null || !isBegun) return { ...safestCell, ...nothing };
  const chosen = readDecision(asking.ask("decide", address, CHAMPION, think * MILLION, faces, graph.rank));
  // With several mines per cell, `win` would count games that are already won, which the player would know.
  return { ...chosen, runnersUp: [], win: board.perCell > 1 ? null : chosen.win };
}

/**
 * A decision as engine/wasm/guesses.cpp writes it.
 * @type {(reply: import("./module.js").Reply) => Omit<Guess, "runnersUp">}
 */
const readDecision = (reply) => ({
  index: reply.number(),
  risk: reply.number(),
  win: reply.known(),
  next: reply.known(),
  progress: reply.known(),
  partner: reply.known(),
});

/** @type {(position: import("./position.js").Position, guess: Guess) => string} */
export function guessSentence(position, { risk, win, next, progress, partner, runnersUp }) {
  const others = runnersUp.map((other) => ({ cell: position.cell(other.index), risk: other.risk }));
  return phrase("guess", {
    risk,
    method: "exact",
    win,
    partner: partner === null ? null : position.cell(partner),
    next,
    progress,
    runners_up: others.length ? others : null,
  });
}

// ---- candidates

/** @typedef {{ index: number, risk: number, next: number, progress: number, partner: number | null }} Prospect */
/** @typedef {{ index: number, win: number | null }} Perfect the first move of perfect play, and how often it wins */

/**
 * @typedef {object} Effort
 * @property {number} think millions of units of work
 * @property {number} games the most to play from each candidate
 * @property {bigint} seed
 */

/**
 * @typedef {object} Candidate
 * @property {number} index
 * @property {number} risk
 * @property {number | null} next
 * @property {number | null} progress
 * @property {number | null} partner
 * @property {Numbers | null} numbers
 * @property {number | null} win
 * @property {number} margin
 * @property {boolean} isExact
 * @property {number} behind
 * @property {number} behindMargin
 * @property {boolean} isApart
 * @property {number} games
 * @property {boolean} isHint
 * @property {boolean} isRecommended
 */

/**
 * The candidates for a guess, those that win most often first; none if some cell is safe.
 * @type {(analysis: Analysis, effort: Effort) => Candidate[]}
 */
export function candidatesOf(analysis, effort) {
  const ranked = safest(analysis);
  if (analysis.safe.length || !ranked.length) return [];
  if (analysis.position.board.mines === null) return ranked.map((risk) => uncounted(analysis, risk));
  const champion = () => championGuess(analysis, ranked[0]).index;
  const { perfect, left } = searchEnding(analysis, effort.think);
  const found = perfect && searched(analysis, champion, effort.think, perfect);
  return found ?? estimated(analysis, champion, { ...effort, work: left }, perfect);
}

/**
 * A candidate with only its risk: without a mine count no games can be played.
 * @type {(analysis: Analysis, risk: Risk) => Candidate}
 */
const uncounted = (analysis, risk) =>
  candidate({ ...risk, next: null, progress: null, partner: null }, analysis.numbers(risk.index));

/**
 * A candidate before any games are played; its probability of winning only if all games were searched.
 * @typedef {Risk & Pick<Candidate, "next" | "progress" | "partner">} LookedAt
 * @type {(prospect: LookedAt, numbers: Numbers | null, win?: number | null) => Candidate}
 */
export const candidate = (prospect, numbers, win = null) => ({
  ...prospect,
  numbers,
  win,
  margin: 0,
  isExact: win !== null,
  behind: 0,
  behindMargin: 0,
  isApart: false,
  games: 0,
  isHint: false,
  isRecommended: false,
});

/**
 * The first move of perfect play, if a hint with the same `think` would find it, and the work left for games.
 * @type {(analysis: Analysis, think: number) => { perfect: Perfect | null, left: number }}
 */
function searchEnding({ address, asking, position }, think) {
  const reply = asking.ask("search_ending", address, think * MILLION, position.faces, position.graph.rank);
  const [isFound, decision, left] = [reply.flag(), readDecision(reply), reply.number()];
  return { perfect: isFound ? decision : null, left };
}

/**
 * All candidates, if all their games can be searched; null otherwise. With several mines per cell, a solution may already
 * be won, which the player would know: such boards are not searched.
 * @type {(analysis: Analysis, champion: () => number, think: number, perfect: Perfect) => Candidate[] | null}
 */
function searched(analysis, champion, think, perfect) {
  if (analysis.position.board.perCell > 1) return null;
  try {
    const ending = new Ending(analysis, think);
    const prospects = lookAhead(analysis, ALL);
    const wins = prospects.map(({ index }) => ending.winBy(index));
    const numbers = prospects.map(({ index }) => analysis.numbers(index));
    const best = wins.reduce((one, other) => (one.isLess(other) ? other : one));
    const found = prospects.map((prospect, place) => ({
      ...candidate(prospect, numbers[place], wins[place].valueOf()),
      behind: best.minus(wins[place]).valueOf(),
      isApart: wins[place].isLess(best),
    }));
    return rankedBy(found, champion(), perfect.index);
  } catch (error) {
    if (error instanceof TooHard && !error.isLate) return null;
    throw error;
  }
}

/** All remaining solutions, in independent parts, each of which is searched to its end. */
class Ending {
  /**
   * @param {Analysis} analysis
   * @param {number} think the work allowed for finding the best move, in millions of units
   */
  constructor(analysis, think) {
    this.asking = analysis.asking;
    const limits = this.asking.look("ending_limits", think * MILLION);
    const [solutions, nodes] = [limits.number(), Math.max(WHOLE_NODES, WHOLE_BY_BEST * limits.number())];
    const reply = this.asking.ask("make_ending", analysis.address, solutions, nodes);
    this.address = this.asking.keep("ending", reply.number());
    this.parts = reply.many(() => reply.list()).map((_, part) => part);
  }

  /**
   * The probability of winning by opening a cell, with perfect play from there on.
   * @param {number} cell
   */
  winBy(cell) {
    const shares = this.parts.map((part) => new Fraction(this.#won(part, [cell]).won, this.#weight(part)));
    return shares.reduce((product, share) => product.times(share), new Fraction(1n));
  }

  /** @type {(part: number) => bigint} */
  #weight(part) {
    return (this.#weights[part] ??= this.#won(part, []).weight);
  }

  /** @type {bigint[]} */
  #weights = [];

  /** @type {(part: number, free: number[]) => { weight: bigint, won: bigint }} */
  #won(part, free) {
    const reply = this.asking.look("ending_won", this.address, part, free);
    return { weight: reply.whole(), won: reply.whole() };
  }
}

/** @type {(analysis: Analysis, breadth: number) => Prospect[]} */
function lookAhead({ address, asking, position }, breadth) {
  const reply = asking.ask("look_ahead", address, breadth, position.graph.rank);
  return reply.many(() => ({
    index: reply.number(),
    risk: reply.number(),
    next: reply.number(),
    progress: reply.number(),
    partner: reply.known(),
  }));
}

/** @typedef {Effort & { work: number }} Games with the work that the search of the ending left, in units */

/**
 * The best of the candidates that are nearly as safe as the safest one, and the first move of perfect play if known.
 * @type {(analysis: Analysis, champion: () => number, effort: Games, perfect: Perfect | null) => Candidate[]}
 */
function estimated(analysis, champion, effort, perfect) {
  const prospects = prospectsOf(analysis, perfect);
  const found = prospects.map((prospect) => candidate(prospect, analysis.numbers(prospect.index)));
  const hinted = champion();
  const standings = effort.work > 0 ? playedOn(analysis, effort, found, perfect) : { found, choice: found[0].index };
  const choice = perfect?.index ?? standings.choice;
  const best = analysis.position.board.perCell === 1 ? (perfect?.win ?? null) : null;
  const known = best === null ? standings.found : standings.found.map((each) => besidePerfect(each, choice, best));
  return rankedBy(known, hinted, choice);
}

/**
 * The best cells by looking ahead; the first move of perfect play is always included.
 * @type {(analysis: Analysis, perfect: Perfect | null) => Prospect[]}
 */
function prospectsOf(analysis, perfect) {
  const best = lookAhead(analysis, CLOSE).slice(0, MOST_CANDIDATES);
  if (!perfect || best.some(({ index }) => index === perfect.index)) return best;
  const first = lookAhead(analysis, ALL).filter(({ index }) => index === perfect.index);
  return [...first, ...best.slice(0, MOST_CANDIDATES - 1)];
}

/**
 * The candidates from which games were played, with the results; and the cell that a hint with the same `think` would
 * choose.
 * @typedef {{ found: Candidate[], choice: number }} Standings
 * @type {(analysis: Analysis, effort: Games, found: Candidate[], perfect: Perfect | null) => Standings}
 */
export function playedOn({ address, asking, position }, { work, games, seed }, found, perfect) {
  const { faces, graph } = position;
  const cells = found.map(({ index }) => index);
  const reply = asking.ask("play_off", address, faces, graph.rank, cells, work, games, seed, !perfect);
  const estimates = reply.many(() => ({
    win: reply.number(),
    margin: reply.number(),
    behind: reply.number(),
    behindMargin: reply.number(),
    isApart: reply.flag(),
    games: reply.number(),
  }));
  const played = found.map((each, place) => ({ ...each, ...estimates[place] }));
  return { found: played.filter((each) => each.games > 0), choice: reply.number() };
}

/**
 * A candidate next to the first move of perfect play, the only one known exactly: no other can win more often.
 * @type {(each: Candidate, chosen: number, best: number) => Candidate}
 */
function besidePerfect(each, chosen, best) {
  if (each.index === chosen)
    return { ...each, win: best, margin: 0, isExact: true, behind: 0, behindMargin: 0, isApart: false, games: 0 };
  if (each.win === null) return each;
  const [win, behindMargin] = [Math.min(each.win, best), 2 * each.margin];
  return { ...each, win, behind: best - win, behindMargin, isApart: best - win > behindMargin };
}

/**
 * The candidates ranked: those that may be the best come first, then they are ordered by how often they win; of equals,
 * the chosen one comes first. The chosen one is recommended, unless the games show that it is worse than the first.
 * @type {(found: Candidate[], hinted: number, choice: number) => Candidate[]}
 */
function rankedBy(found, hinted, choice) {
  const isOther = (/** @type {Candidate} */ each) => Number(each.index !== choice);
  const [first, ...others] = found
    .map((each) => ({ ...each, isHint: each.index === hinted }))
    .sort(
      (one, other) =>
        Number(one.isApart) - Number(other.isApart) || one.behind - other.behind || isOther(one) - isOther(other),
    );
  const recommended = others.find((each) => each.index === choice && mayBeBest(each)) ?? first;
  return [first, ...others].map((each) => ({ ...each, isRecommended: each === recommended }));
}

/** @param {Candidate} each */
const mayBeBest = ({ win, isApart }) => win !== null && !isApart;

/** @type {(analysis: Analysis, each: Candidate) => object} */
export function candidateJson({ position }, each) {
  return {
    cell: position.cell(each.index),
    risk: each.risk,
    next: each.next,
    progress: each.progress,
    win: each.win,
    margin: each.margin,
    exact: each.isExact,
    behind: each.behind,
    behind_margin: each.behindMargin,
    games: each.games,
    may_be_best: mayBeBest(each),
    hint: each.isHint,
    recommended: each.isRecommended,
    partner: each.partner === null ? null : position.cell(each.partner),
    numbers: each.numbers && Object.fromEntries(each.numbers.shown),
  };
}
