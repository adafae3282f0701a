// A record: how a strategy played a game, move by move. Reading it replays the moves, as in strategy/record.py.

import { AnswerError, invalid } from "../../game/errors.js";
import { quote } from "../../game/quote.js";
import {
  checkedKind,
  damaged,
  flagField,
  floatField,
  isWhole,
  listField,
  objectField,
  textField,
  wholeField,
} from "./document.js";
import { checkedSeed, savedGame, seedIn, timesIn } from "./saved.js";
import { shown } from "./shown.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("../played.js").Click} Click */
/** @typedef {import("../played.js").Played} Played */
/** @typedef {import("./json.js").Json} Json */
/** @typedef {Map<string, Json>} Values */
/** @typedef {Click & { isCertain: boolean, opened: number }} Move */
/** @typedef {{ played: Played, moves: Click[] }} Record the game after the last move, and the moves with their times */

const ACTIONS = ["open", "flag", "chord"];
const EXPANSIONS = ["bfs", "dfs"];
const RESULTS = ["won", "lost", "stuck"];

/** @type {(asking: Asking, values: Json) => Record} */
export function recordOf(asking, values) {
  const saved = checkedKind(values, "record");
  try {
    return checked(asking, saved);
  } catch (error) {
    if (!(error instanceof AnswerError) || ["BadSave", "TooLarge"].includes(error.kind)) throw error;
    throw damaged(error.message);
  }
}

/** @type {(asking: Asking, saved: Values) => Record} */
function checked(asking, saved) {
  textField(saved, "strategy");
  const expansion = textField(saved, "expansion");
  if (!EXPANSIONS.includes(expansion))
    throw invalid(`${shown(expansion)} is not an expansion; choose from ${EXPANSIONS.join(", ")}`);
  checkedSeed(seedIn(saved));
  const start = objectField(saved, "start");
  const moves = listField(saved, "moves").map(moveIn);
  const result = textField(saved, "result");
  if (!RESULTS.includes(result)) throw invalid(`${quote(result)} is not a valid Result`);
  countIn(saved, "iterations");
  countIn(saved, "expanded_states");
  numberIn(saved, "seconds", Number.MAX_VALUE);
  const played = replayed(savedGame(asking, start), moves, result);
  const times = timesIn(saved, moves.length);
  if (times?.includes(null)) throw damaged("'times' lacks some");
  checkCounts(saved, moves);
  return { played, moves: moves.map((move, place) => ({ ...move, seconds: times?.[place] ?? null })) };
}

/** @type {(played: Played, moves: Move[], result: string) => Played} */
function replayed(played, moves, result) {
  for (const move of moves) {
    const what = `the move ${move.action} (${move.cell[0]}, ${move.cell[1]})`;
    const { isDone, opened } = played.take({ ...move, seconds: null });
    if (opened !== move.opened) throw damaged(`${what} opens other cells than recorded`);
    if (!isDone) throw damaged(`${what} has no effect`);
  }
  const found = played.state === "playing" ? "stuck" : played.state;
  if (found !== result) throw damaged(`its moves do not lead to a game that is ${result}`);
  return played;
}

/** @type {(saved: Values, moves: Move[]) => void} */
function checkCounts(saved, moves) {
  const flags = new Map(
    moves.filter(({ action }) => action === "flag").map(({ cell, mines }) => [String(cell), mines]),
  );
  const counts = {
    opened: moves.reduce((sum, { opened }) => sum + opened, 0),
    flags: [...flags.values()].filter((mines) => mines > 0).length,
    guesses: moves.filter(({ isCertain }) => !isCertain).length,
  };
  for (const [name, count] of Object.entries(counts))
    if (countIn(saved, name) !== count) throw damaged(`'${name}' does not match its moves`);
}

/**
 * @param {Json} values
 * @returns {Move}
 */
function moveIn(values) {
  const place = listField(values, "cell");
  if (place.length !== 2 || place.some((each) => !isWhole(each) || typeof each === "boolean"))
    throw damaged("'cell' is invalid");
  const action = textField(values, "action");
  if (!ACTIONS.includes(action)) throw invalid(`${quote(action)} is not a valid Action`);
  const mines = countIn(values, "mines");
  textField(values, "reason");
  numberIn(values, "probability", 1);
  const isCertain = flagField(values, "is_certain");
  const opened = countIn(values, "opened");
  if (values instanceof Map && values.has("is_searched")) flagField(values, "is_searched");
  const cell = /** @type {[number, number]} */ (place); // a bigint among them is off every board
  return { cell, action: /** @type {Click["action"]} */ (action), mines, isCertain, opened, seconds: null };
}

/** @type {(values: Json, name: string) => number} */
function countIn(values, name) {
  const count = wholeField(values, name);
  if (typeof count === "boolean" || count < 0) throw damaged(`'${name}' is not a count`);
  return Number(count);
}

/**
 * A number from 0 to `most`. JSON may write whole numbers without a decimal point.
 * @type {(values: Json, name: string, most: number) => number}
 */
function numberIn(values, name, most) {
  const isCount = values instanceof Map && isWhole(values.get(name));
  const number = isCount ? countIn(values, name) : floatField(values, name).value;
  if (!(number >= 0 && number <= most)) throw damaged(`'${name}' is out of range`);
  return number;
}
