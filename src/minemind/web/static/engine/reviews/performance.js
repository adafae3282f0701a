// Performance: how a game was clicked, by the measures that players publish. The same as performance.py; docs/review.md
// has the definitions.

import { graphOf } from "../graph.js";
import { known } from "./judgement.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("../formats/replays.js").Replay} Replay */
/** @typedef {import("../module.js").Reply} Reply */

// The factor of STNB by rows, columns and mines: the old and the current Beginner, Intermediate and Expert.
const STNB_FACTORS = new Map([
  ["8,8,10", 36],
  ["9,9,10", 36],
  ["16,16,40", 162],
  ["16,30,99", 435],
]);

// The measures that are unknown if the mines were never dealt.
const UNKNOWN = {
  three_bv: null,
  zini: null,
  three_bv_per_second: null,
  efficiency: null,
  correctness: null,
  throughput: null,
  rqp: null,
  stnb: null,
  zini_efficiency: null,
};

const GREEDY = 0; // from the engine's forms of ZiNi

/**
 * The counts, and what follows from them. Clicks outside the board count, as in other programs.
 * @type {(asking: Asking, replay: Replay, reply: Reply, isWon: boolean) => object}
 */
export function performanceOf(asking, replay, reply, isWon) {
  const strays = (/** @type {string} */ action) => replay.strays.filter((each) => each === action).length;
  const opens = reply.number() + strays("open");
  const flags = reply.number() + strays("flag");
  const chords = reply.number() + strays("chord");
  const [effective, threeBv, solved] = [reply.number(), reply.number(), reply.number()];
  const seconds = replay.seconds ?? replay.clicks.at(-1)?.seconds ?? null;
  const counted = [opens, flags, chords, effective, threeBv, solved];
  const rates = asking.look("rates", ...counted, seconds ?? NaN, stnbFactor(replay)).numbers;
  const [perSecond, efficiency, correctness, throughput, rqp, stnb] = Array.from(rates, known);
  const zini = ziniOf(asking, replay);
  const clicks = opens + flags + chords;
  const done = { clicks, opens, flags, chords, effective, solved, seconds };
  if (replay.undealt) return { ...done, ...UNKNOWN };
  return {
    ...done,
    three_bv: threeBv,
    zini,
    three_bv_per_second: perSecond,
    efficiency,
    correctness,
    throughput,
    rqp,
    stnb,
    zini_efficiency: isWon && clicks ? zini / clicks : null,
  };
}

/** @type {(asking: Asking, replay: Replay) => number} */
function ziniOf(asking, { layout }) {
  const graph = graphOf(asking, layout.grid);
  const reply = asking.ask("metrics", graph.address, layout.counts, graph.cells, GREEDY);
  return reply.numbers[reply.numbers.length - 1];
}

/**
 * The factor of the board's size; NaN if it has none.
 * @param {Replay} replay
 */
function stnbFactor({ layout: { grid, mines, perCell } }) {
  const isUsual = grid.topology === "square" && grid.reach === 1 && !grid.holes.size && perCell === 1;
  return (isUsual && STNB_FACTORS.get([grid.rows, grid.cols, mines].join())) || NaN;
}
