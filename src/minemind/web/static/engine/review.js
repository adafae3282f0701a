// Review: a game judged click by click, and what made the difference: luck, skill, and the moments that decided it. The
// answer has the API's form: see reviews/review.py and answers/review.py.

import { invalid } from "../game/errors.js";
import { necessaryRisk } from "./reviews/necessary.js";
import { Asking } from "./asking.js";
import { contentOf, naming } from "./convert.js";
import { graphOf } from "./graph.js";
import { Played } from "./played.js";
import { about } from "./position.js";
import { advised } from "./reviews/advice.js";
import { ReviewedMove } from "./reviews/judgement.js";
import { performanceOf } from "./reviews/performance.js";
import { replayIn, replayOfSaved } from "./reviews/replay.js";
import { exactSum } from "./reviews/sums.js";
import { whyOf } from "./reviews/why.js";
import { checkSize } from "./size.js";

/** @typedef {import("./formats/replays.js").Replay} Replay */
/** @typedef {import("./module.js").EngineModule} EngineModule */
/** @typedef {import("./module.js").Reply} Reply */

/**
 * @typedef {object} Body a saved game, a text, or the bytes of a file in base64
 * @property {object | null} [game]
 * @property {string | null} [text]
 * @property {string | null} [data]
 * @property {number | null} [margin] of estimated probabilities of winning; null: estimate none
 * @property {string | number} [seed]
 * @property {boolean} [why] whether to add the proof or the guesses behind every judgement
 */

// The default margin of an estimated probability of winning, and the most games played for it.
const MARGIN = 0.05;
const MOST_GAMES = 2_500;

// The work allowed for a review: ten times that of other answers, because it judges some hundred positions.
const WORK = 2_000_000_000;

const KEY_MOMENTS = 3;

// In the order in which the engine numbers them.
const ENDS = ["unfinished", "won", "lost"];
const ACTIONS = ["open", "flag", "chord"];

/**
 * @param {EngineModule} engine
 * @param {Body} body
 */
export function review(engine, body) {
  const asking = new Asking(engine, WORK);
  try {
    return judged(asking, replayOf(asking, body), body);
  } finally {
    asking.close();
  }
}

/** @type {(asking: Asking, body: Body) => Replay} */
function replayOf(asking, { game = null, text = null, data = null }) {
  if ([game, text, data].filter((given) => given === null).length !== 2)
    throw invalid("give a game, a text, or the data of a file, and only one of them");
  const { bytes, name } = contentOf({ text, data });
  const replay = game
    ? naming("the game", () => replayOfSaved(asking, game))
    : naming(name, () => replayIn(asking, bytes));
  checkSize(replay.layout);
  return replay;
}

/** @type {(asking: Asking, replay: Replay, body: Body) => object} */
function judged(asking, replay, body) {
  const reply = asked(asking, replay, body);
  const moves = movesIn(reply, replay);
  const end = ENDS[reply.number()];
  const risks = moves.filter((move) => move.isRisk);
  // Opening a certain mine cannot be survived: it is a mistake, not a risk.
  const survivable = risks.filter((move) => move.risk !== 1);
  return {
    ...about((replay.undealt ?? Played.on(asking, replay.layout)).board, []),
    end,
    player: replay.player,
    program: replay.program,
    moves: body.why ? withWhys(asking, replay, moves) : moves.map((move) => move.toJSON()),
    pluck: pluck(survivable.map((move) => move.risk ?? 0)),
    necessary_pluck: pluck(survivable.map(necessary)),
    start: risks[0]?.before?.value ?? null,
    lost_by_choice: sum(risks.map((move) => move.cost)),
    luck: sum(risks.map((move) => move.luck)),
    key_moments: keyMoments(risks).map((move) => move.number),
    performance: performanceOf(asking, replay, reply, end === "won"),
    advice: advised(asking, moves, (move) => boardBefore(asking, replay, move), !replay.undealt),
  };
}

/** @type {(asking: Asking, replay: Replay, body: Body) => Reply} */
function asked(asking, { layout, clicks, rule, undealt }, { margin = MARGIN, seed = 0 }) {
  const { address, rank } = graphOf(asking, layout.grid);
  const { faces } = Played.on(asking, layout).board;
  const numbers = clicks.flatMap(({ cell, action, mines }) => [
    layout.grid.index(...cell),
    ACTIONS.indexOf(action),
    mines,
  ]);
  const precision = /** @type {const} */ ([undealt ? 0 : (margin ?? 0), MOST_GAMES, BigInt(seed)]);
  const game = /** @type {const} */ ([layout.counts, faces, rank, numbers, layout.perCell, rule !== "any"]);
  return asking.ask("review", address, ...game, ...precision);
}

/** @type {(reply: Reply, replay: Replay) => ReviewedMove[]} */
function movesIn(reply, { clicks, layout, undealt }) {
  let number = 0;
  return reply.many(() => {
    const [before, click] = [clicks[number - 1] ?? { seconds: 0 }, clicks[number]];
    const isTimed = click.seconds !== null && before.seconds !== null;
    const pause = isTimed ? Number(click.seconds) - Number(before.seconds) : null;
    const move = new ReviewedMove(reply, ++number, click, pause, layout.grid);
    // If the mines were never dealt, a flag is neither right nor wrong.
    if (undealt && move.kind === "flag wrong") move.kind = "undealt";
    return move;
  });
}

/** @type {(asking: Asking, replay: Replay, moves: ReviewedMove[]) => object[]} */
function withWhys(asking, { layout, clicks }, moves) {
  const played = Played.on(asking, layout);
  return moves.map((move, place) => {
    const why = whyOf(asking, played.board, move);
    played.take(clicks[place]);
    return { ...move.toJSON(), ...why };
  });
}

/** @type {(asking: Asking, replay: Replay, move: ReviewedMove) => import("../game/board.js").Board} */
function boardBefore(asking, { layout, clicks }, { number }) {
  const played = Played.on(asking, layout);
  for (const click of clicks.slice(0, number - 1)) played.take(click);
  return played.board;
}

/**
 * The luck needed to survive these risks: −log10 of the probability of surviving all of them.
 * @param {number[]} risks
 */
const pluck = (risks) => Math.abs(exactSum(risks.map((risk) => Math.log10(1 - risk))));

/** @param {ReviewedMove} move */
const necessary = ({ risk, best, bestRisk, certain, isExact, cost }) =>
  necessaryRisk({ risk, best, bestRisk, isFree: certain > 0 && isExact && cost === 0 });

/**
 * The sum; null if any is unknown.
 * @param {(number | null)[]} values
 */
const sum = (values) => (values.includes(null) ? null : exactSum(/** @type {number[]} */ (values)));

/**
 * The risks that changed the probability of winning most, largest first.
 * @param {ReviewedMove[]} risks
 */
function keyMoments(risks) {
  const ranked = risks.toSorted((one, other) => weight(other) - weight(one) || one.number - other.number);
  return ranked.slice(0, KEY_MOMENTS).filter((move) => weight(move) > 0);
}

/**
 * How much a move decided: its change in the probability of winning, or its risk if that is unknown.
 * @param {ReviewedMove} move
 */
const weight = ({ swing, risk }) => (swing === null ? (risk ?? 0) : Math.abs(swing));
