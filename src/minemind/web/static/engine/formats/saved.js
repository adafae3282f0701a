// A saved game: how the game was set up, every turn since, and the board they led to. Reading it replays the turns and
// compares the boards, so that a damaged file is never taken for a game. The same as saved.py.

import { AnswerError, invalid } from "../../game/errors.js";
import { quote, shownWhole } from "../../game/quote.js";
import { Played } from "../played.js";
import { boardIn, layoutIn, readSource } from "../source.js";
import { boardText, checkedKind, damaged, isWhole, listField, textField } from "./document.js";
import { Float, represented } from "./json.js";
import { shown } from "./shown.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("../dealing.js").Dealer} Dealer */
/** @typedef {import("../dealing.js").Rule} Rule */
/** @typedef {import("../played.js").Click} Click */
/** @typedef {import("./json.js").Json} Json */
/** @typedef {Map<string, Json>} Values */

const SEED_DIGITS = 20; // of the largest seed
const MAX_SEED = 2n ** 64n - 1n;
const MOST_SECONDS = 1e9; // about thirty years
const MAX_BUDGET = 10 ** 15;
const GRADES = [1, 5];
const RULES = ["opening", "safe", "any"];
const WAYS = ["uniform", "repaired"];

// Errors that are thrown as they are; the message of any other becomes a reason why the game is damaged.
const KEPT = new Set(["BadSave", "TooLarge", "TooHard"]);

/**
 * The game in a document.
 * @type {(asking: Asking, values: Json) => Played}
 */
export function savedGame(asking, values) {
  const saved = checkedKind(values, "game");
  try {
    return replayed(asking, saved);
  } catch (error) {
    if (!(error instanceof AnswerError) || KEPT.has(error.kind)) throw error;
    throw damaged(error.message);
  }
}

/** @type {(asking: Asking, saved: Values) => Played} */
function replayed(asking, saved) {
  const { board } = boardIn(readSource(boardText(saved, "board")), { isStrict: true });
  const played = fresh(asking, saved, board);
  const [history, undone] = [listField(saved, "history"), listField(saved, "undone")];
  const times = timesIn(saved, history.length) ?? [];
  [...history, ...undone].forEach((values, place) => play(played, turnIn(values), times[place] ?? null));
  undone.forEach(() => played.game.undo());
  if (String(played.board) !== String(board)) throw damaged("its turns do not lead to its board");
  return played;
}

/**
 * The game as it was before the first turn.
 * @type {(asking: Asking, saved: Values, board: import("../../game/board.js").Board) => Played}
 */
function fresh(asking, saved, board) {
  if (saved.has("layout")) {
    if (saved.has("no_guess")) throw damaged("a layout is given, and yet to be dealt without a guess");
    const source = readSource(boardText(saved, "layout"));
    const { layout } = layoutIn(source, { showsNumbers: true, isStrict: true });
    if (!saved.has("seed")) return Played.on(asking, layout);
    const [seed, name] = [seedIn(saved), textField(saved, "first_click")];
    const rule = ruleOf(name);
    return Played.on(asking, layout, rule, rule === "any" || !layout.free ? seed : checkedSeed(seed));
  }
  const [seed, name, setup] = [seedIn(saved), textField(saved, "first_click"), saved.get("no_guess")];
  const given = saved.has("no_guess") ? noGuessIn(setup) : null;
  const mines = checkedMines(board);
  const rule = ruleOf(name);
  const dealer = given && dealerOf(given, rule);
  const origin = { given: null, seed: checkedSeed(seed), rule, dealer };
  return new Played(asking, board.grid, mines, board.perCell, origin);
}

/** @param {import("../../game/board.js").Board} board */
function checkedMines({ mines, grid, perCell }) {
  if (mines === null) throw invalid("the mine count is missing; give mines=…");
  const most = (grid.size - 1) * perCell;
  if (mines > most) throw invalid(`the mine count is ${mines}; this grid holds 0 to ${most}`);
  return mines;
}

/** @type {(name: string) => Rule} */
function ruleOf(name) {
  if (RULES.includes(name)) return /** @type {Rule} */ (name);
  throw invalid(`${shown(name)} is not a first-click rule; choose from ${RULES.join(", ")}`);
}

/**
 * How the mines of a no-guess board are dealt.
 * @param {Json | undefined} values
 */
function noGuessIn(values) {
  const [way, budget] = values instanceof Map ? [values.get("way"), values.get("budget")] : [];
  if (typeof way !== "string" || (typeof budget !== "number" && typeof budget !== "bigint"))
    throw damaged("'no_guess' is invalid");
  const grade = /** @type {Values} */ (values).get("grade") ?? null;
  return { way, budget, grade };
}

/** @type {(given: ReturnType<typeof noGuessIn>, rule: Rule) => Dealer} */
function dealerOf({ way, budget, grade }, rule) {
  if (rule === "any")
    throw invalid(
      "with first_click 'any' the first cell is itself a guess, so no board is without one; use opening or safe",
    );
  if (budget < 0 || budget > MAX_BUDGET)
    throw invalid(`the budget is ${shownWhole(budget)}; give a whole number from 0 to 1,000,000,000,000,000`);
  if (!WAYS.includes(way)) throw invalid(`${shown(way)} is not a way to deal; choose from ${WAYS.join(", ")}`);
  return {
    way: /** @type {Dealer["way"]} */ (way),
    budget: Number(budget),
    grades: grade === null ? null : gradesOf(grade),
  };
}

/**
 * @param {Json} given
 * @returns {[least: number, most: number]}
 */
function gradesOf(given) {
  const pair = Array.isArray(given) ? given : [given, given];
  if (pair.length !== 2)
    throw invalid(`the grade is ${shown(given)}; give a whole number from 1 to 5, or a pair of them`);
  for (const grade of pair)
    if (!isWhole(grade) || Number(grade) < GRADES[0] || Number(grade) > GRADES[1])
      throw invalid(`the grade is ${shown(grade)}; give a whole number from 1 to 5`);
  const [least, most] = pair.map(Number);
  if (least > most) throw invalid(`the least grade is ${least}, and the greatest only ${most}; swap them`);
  return [least, most];
}

/**
 * The times of the turns, null for a turn without one; null if the document has no times.
 * @type {(saved: Values, turns: number) => (number | null)[] | null}
 */
export function timesIn(saved, turns) {
  if (!saved.has("times")) return null;
  const times = listField(saved, "times");
  if (times.length !== turns)
    throw damaged(`'times' has ${times.length} entries for ${turns} turn${turns === 1 ? "" : "s"}`);
  return times.map((time) => (time === null ? null : secondsIn(time)));
}

/** @param {Json} value */
function secondsIn(value) {
  const time =
    value instanceof Float ? value.value : typeof value === "boolean" || !isWhole(value) ? NaN : Number(value);
  if (Math.abs(time) <= MOST_SECONDS) return time;
  throw damaged(`${represented(value, 40)} is not a time`);
}

/**
 * The seed. It is stored as text because not every JSON reader keeps 64 bits.
 * @param {Values} saved
 */
export function seedIn(saved) {
  const seed = textField(saved, "seed");
  if (!/^[0-9]+$/.test(seed) || seed.length > SEED_DIGITS)
    throw damaged(`the seed ${quote([...seed].slice(0, SEED_DIGITS).join(""))} is not a whole number`);
  return BigInt(seed);
}

/** @param {bigint} seed */
export function checkedSeed(seed) {
  if (seed <= MAX_SEED) return seed;
  throw invalid(`the seed is ${seed}; give a whole number from 0 to 2^64 - 1`);
}

/**
 * @param {Json} values
 * @returns {Omit<Click, "seconds">}
 */
function turnIn(values) {
  const [action, row, col, ...mines] = Array.isArray(values) ? values : [];
  const numbers = [row, col, ...mines];
  const length = action === "flag" ? 3 : 2;
  if (!["open", "chord", "flag"].includes(String(action)) || numbers.length !== length || !numbers.every(isWhole))
    throw damaged(`${represented(values, 60)} is not a turn`);
  // A whole number too large for a double stays a bigint: it is invalid on every board, and the message shows it.
  const [down, right, claimed = 0] = /** @type {number[]} */ (
    numbers.map((each) => (typeof each === "boolean" ? Number(each) : each))
  );
  return { cell: [down, right], action: /** @type {Click["action"]} */ (action), mines: claimed };
}

/** @type {(played: Played, turn: Omit<Click, "seconds">, seconds: number | null) => void} */
function play(played, turn, seconds) {
  const { isDone } = played.take({ ...turn, seconds });
  const [row, col] = turn.cell;
  if (!isDone) throw damaged(`the turn ${turn.action} (${row}, ${col}) has no effect`);
}
