// The daily boards: one for each UTC day, size and kind, the same for everybody, forever. docs/page.md has the formula.

import { phrase } from "../words/catalogue.js";

/** @typedef {{ won: boolean, ms: number, clicks: number, helped?: boolean }} DailyResult */
/** @typedef {{ [board: string]: DailyResult }} DailyResults by `date size` or `date size no-guess` */

export const DAILY_SIZES = /** @type {const} */ (["beginner", "intermediate", "expert"]);
/** @typedef {(typeof DAILY_SIZES)[number]} DailySize */

const DAY = 86_400_000; // ms
const STORE = "minemind.daily";
const FIRST = "2020-01-01";

/** @param {Date} now */
export const dayOf = (now = new Date()) => now.toISOString().slice(0, 10);

/**
 * The seed: the digits of the date, then 1, 2 or 3 for the size, or 4, 5 or 6 for a no-guess board of that size.
 * @type {(date: string, size: DailySize, isNoGuess: boolean) => string}
 */
export const dailySeed = (date, size, isNoGuess) =>
  `${date.replaceAll("-", "")}${1 + DAILY_SIZES.indexOf(size) + (isNoGuess ? 3 : 0)}`;

/**
 * The day, if it has a board; throws otherwise, as for a day that has not begun.
 * @type {(date: unknown, now?: Date) => string}
 */
export function checkedDay(date, now = new Date()) {
  const isDay = typeof date === "string" && /^\d{4}-\d\d-\d\d$/.test(date);
  const time = isDay ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(time) || dayOf(new Date(time)) !== date || date < FIRST) throw new Error(phrase("daily.no-day"));
  if (date > dayOf(now)) throw new Error(phrase("daily.not-yet"));
  return date;
}

/** @type {(now?: Date) => number} ms until the next board */
export const untilNext = (now = new Date()) => DAY - (now.getTime() % DAY);

/**
 * The number of days in a row on which a board was won; today's may still be open.
 * @type {(results: DailyResults, today: string) => number}
 */
export function streakOf(results, today) {
  const won = new Set(Object.keys(results).flatMap((board) => (results[board].won ? [board.slice(0, 10)] : [])));
  const before = (/** @type {string} */ day) => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - DAY));
  let day = won.has(today) ? today : before(today);
  let days = 0;
  for (; won.has(day); day = before(day)) days++;
  return days;
}

/** @type {(date: string, size: string, isNoGuess: boolean) => string} */
export const boardName = (date, size, isNoGuess) => `${date} ${size}${isNoGuess ? " no-guess" : ""}`;

/** @returns {DailyResults} */
export function keptResults() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    const isResult = (/** @type {any} */ each) => Number.isFinite(each?.ms) && typeof each.won === "boolean";
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, result]) => isResult(result)));
  } catch {
    return {};
  }
}

/**
 * Store a result. Only the first result of a board counts, and only on its own day, so no streak can be made later.
 * @type {(board: string, result: DailyResult, now?: Date) => DailyResults}
 */
export function keepResult(board, result, now = new Date()) {
  const results = keptResults();
  if (board in results || !board.startsWith(dayOf(now))) return results;
  const all = { ...results, [board]: result };
  try {
    localStorage.setItem(STORE, JSON.stringify(all));
  } catch {
    // the result is shown, but not stored
  }
  return all;
}
