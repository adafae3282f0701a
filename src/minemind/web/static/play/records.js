// Records of the games played in this browser, one short line each, and their statistics. They are kept apart from the
// history, whose entries can be removed and renamed; thousands of records fit.

import { LEAST_MS } from "../game/limits.js";
import { phrase } from "../words/catalogue.js";

/**
 * @typedef {object} GameRecord
 * @property {number} time when it ended, in seconds since 1970
 * @property {string} size `9×9/10`, with the shape and the mines per cell if they are unusual
 * @property {string} mode
 * @property {boolean} won
 * @property {number} seconds
 * @property {number | null} threeBv of what was opened
 * @property {number | null} clicks
 * @property {number | null} taken the sum of the risks that were taken
 * @property {number | null} necessary the sum of the necessary parts of these risks
 * @property {string} helped the kinds of help, separated by spaces; empty for none
 */

const STORE = "minemind.statistics";
const MOST = 10_000; // records, some 70 bytes each; the oldest are dropped first
const DIGITS = 1e4; // the precision of a sum of risks

/** @typedef {(string | number | null)[]} Line a record as it is stored */

/**
 * @param {GameRecord} record
 * @returns {Line}
 */
export const lineOf = ({ time, size, mode, won, seconds, threeBv, clicks, taken, necessary, helped }) => [
  ...[time, size, mode, Number(won), Math.round(1000 * seconds) / 1000, threeBv, clicks],
  ...[taken, necessary].map((sum) => (sum === null ? null : Math.round(DIGITS * sum) / DIGITS)),
  helped,
];

/**
 * The record in a line, which may be anything; null if it is not a record.
 * @param {unknown} line
 * @returns {GameRecord | null}
 */
export function recordIn(line) {
  if (!Array.isArray(line) || line.length !== 10) return null;
  const [time, size, mode, won, seconds, threeBv, clicks, taken, necessary, helped] = line;
  const isNumber = (/** @type {unknown} */ value) => Number.isFinite(value) && Number(value) >= 0;
  const areNumbers = [time, seconds].every(isNumber);
  const areKnown = [threeBv, clicks, taken, necessary].every((value) => value === null || isNumber(value));
  const areTexts = [size, mode, helped].every((text) => typeof text === "string" && text.length <= 80);
  if (!areNumbers || !areKnown || !areTexts || ![0, 1].includes(won)) return null;
  return { time, size, mode, won: won === 1, seconds, threeBv, clicks, taken, necessary, helped };
}

export class Records {
  /** @type {() => void} */
  onChange = () => {};

  constructor() {
    this.all = read();
    addEventListener("storage", (event) => {
      if (event.key !== STORE) return;
      this.all = read();
      this.onChange();
    });
  }

  /** @param {GameRecord} record */
  add(record) {
    this.#write([...this.all, record]);
  }

  /**
   * Whether this win is the fastest for its size and mode; not for the first win, which beats nothing.
   * @param {Pick<GameRecord, "size" | "mode" | "won" | "seconds" | "helped">} game
   */
  isBest({ size, mode, won, seconds, helped }) {
    const { bestTime } = summary(this.all.filter((record) => record.size === size && record.mode === mode));
    return won && !helped && bestTime !== null && seconds < bestTime;
  }

  exported() {
    return JSON.stringify({ minemind: 1, kind: "statistics", games: this.all.map(lineOf) });
  }

  /**
   * Add the games of an export that are not here yet. Returns how many.
   * @param {string} text
   */
  imported(text) {
    const { kind, games } = JSON.parse(text);
    if (kind !== "statistics" || !Array.isArray(games)) throw new Error(phrase("statistics.not-one"));
    const key = (/** @type {GameRecord} */ record) => JSON.stringify(lineOf(record));
    const known = new Map(this.all.map((record) => [key(record), record]));
    const before = known.size;
    for (const record of games.map(recordIn)) if (record) known.set(key(record), record);
    this.#write([...known.values()].sort((one, other) => one.time - other.time));
    return known.size - before;
  }

  /** @param {GameRecord[]} records */
  #write(records) {
    this.all = records.slice(-MOST);
    try {
      localStorage.setItem(STORE, JSON.stringify(this.all.map(lineOf)));
    } catch {
      // the records last as long as the page
    }
    this.onChange();
  }
}

/** @returns {GameRecord[]} */
function read() {
  try {
    const lines = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(lines) ? lines.flatMap((line) => recordIn(line) ?? []) : [];
  } catch {
    return [];
  }
}

const ENOUGH = 10; // games before a rating is meaningful

/**
 * The statistics of some games. Those with help are only counted.
 * @param {GameRecord[]} records
 */
export function summary(records) {
  const own = records.filter(({ helped }) => !helped);
  const wins = own.filter(({ won }) => won);
  const rates = wins.flatMap(({ threeBv, seconds }) =>
    threeBv && 1000 * seconds >= LEAST_MS ? [threeBv / seconds] : [],
  );
  const efficiencies = wins.flatMap(({ threeBv, clicks }) => (threeBv && clicks ? [threeBv / clicks] : []));
  const times = wins.map(({ seconds }) => seconds);
  return {
    games: own.length,
    helped: records.length - own.length,
    wins: wins.length,
    ...streaks(own),
    bestTime: times.length ? Math.min(...times) : null,
    meanTime: mean(times),
    bestRate: rates.length ? Math.max(...rates) : null,
    meanRate: mean(rates),
    efficiency: mean(efficiencies),
    ...luckOf(own),
  };
}

/** @param {number[]} values */
const mean = (values) => (values.length ? total(values) / values.length : null);

/** @param {number[]} values */
const total = (values) => values.reduce((sum, value) => sum + value, 0);

/** @param {GameRecord[]} own in the order in which they were played */
function streaks(own) {
  let [streak, longest] = [0, 0];
  for (const { won } of own) {
    streak = won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return { streak, longest };
}

/**
 * Wins without luck. A player who takes risks that sum to r loses r games on average, whatever their number and order:
 * losses minus the risks taken so far are a martingale. So `expected`, the games minus the necessary risks, is what the
 * boards allowed; `earned`, the games minus the risks taken, is what the player made of that; and the rest of the wins
 * is luck. Games that could not be judged are left out.
 * @param {GameRecord[]} own
 */
export function luckOf(own) {
  const judged = own.filter(({ taken, necessary }) => taken !== null && necessary !== null);
  const expected = judged.length - total(judged.map(({ necessary }) => necessary ?? 0));
  const earned = judged.length - total(judged.map(({ taken }) => taken ?? 0));
  const luck = judged.filter(({ won }) => won).length - earned;
  const isEnough = judged.length >= ENOUGH && expected > 0;
  return { expected, earned, luck, rating: isEnough ? Math.max(0, earned / expected) : null };
}

/**
 * Wins and expected wins so far, after each game.
 * @param {GameRecord[]} records
 */
export function course(records) {
  let [wins, expected] = [0, 0];
  const own = records.filter(({ helped, necessary }) => !helped && necessary !== null);
  return own.map(({ won, necessary }) => {
    wins += Number(won);
    expected += 1 - (necessary ?? 0);
    return { wins, expected };
  });
}

/**
 * The size of a game's board, as in its record.
 * @param {import("../game/game.js").Setup} setup
 */
export function sizeOf({ rows, cols, mines, topology, perCell }) {
  const shape = topology === "square" ? "" : ` ${topology}`;
  return `${rows}×${cols}/${mines}${shape}${perCell > 1 ? ` k=${perCell}` : ""}`;
}

/**
 * @param {import("../game/game.js").Game} game
 * @param {{ name: string }} mode in which it is played
 */
export function modeOf({ setup, given }, { name }) {
  if (name !== "classic") return name;
  if (given || setup.layout) return "layout";
  return setup.noGuess ? "no-guess" : "classic";
}
