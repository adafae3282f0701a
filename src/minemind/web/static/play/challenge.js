// Challenges: links that say in plain words how a game is dealt, so that others play the same mines:
// `#play?rows=16&cols=30&mines=99&seed=7&first=opening&start=7,14&mode=classic`. Anyone can write such a link, so
// everything in it is checked, and the errors say what is wrong.

import { phrase } from "../words/catalogue.js";
import { DAILY_SIZES, checkedDay } from "./daily.js";
import { USUAL } from "../game/game.js";
import { CELLS_ACROSS } from "../game/limits.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("../game/game.js").Setup} Setup */
/** @typedef {import("./modes.js").Mode} Mode */
/** @typedef {{ setup: Setup | null, mode: Mode }} Challenge without a setup, the mode defines it */

const START = "#play?";
const LONGEST = 400; // characters
export const BUDGET = 100_000; // the work allowed for dealing a no-guess board, as in Python

// The modes in which a player can be challenged.
const RULES = /** @type {const} */ (["classic", "strict", "lucky", "race"]);
const FIELDS = "rows cols mines seed first start mode topology k guess grade date size".split(" ");

/** @param {string} fragment */
export const isChallenge = (fragment) => fragment.startsWith(START);

/** @type {(key: import("../words/catalogue.js").Key, values?: object) => never} */
function refuse(key, values = {}) {
  throw new Error(phrase(key, /** @type {import("../words/template.js").Values} */ (values)));
}

/**
 * @param {string} fragment
 * @returns {Challenge}
 */
export function challengeIn(fragment) {
  if (fragment.length > LONGEST) refuse("link.too-long");
  const given = new URLSearchParams(fragment.slice(START.length));
  for (const name of given.keys()) {
    if (!FIELDS.includes(name)) refuse("challenge.unknown", { name: name.slice(0, 20) });
    if (given.getAll(name).length > 1) refuse("challenge.twice", { name });
  }
  const mode = given.get("mode") ?? "classic";
  if (mode === "daily") return { setup: null, mode: dailyIn(given) };
  const name = oneOf(given, "mode", RULES, "classic");
  const setup = setupIn(given);
  return { setup, mode: { name, start: startIn(given, setup), link: fragment } };
}

/** @type {(given: URLSearchParams) => Mode} */
function dailyIn(given) {
  const size = oneOf(given, "size", DAILY_SIZES);
  const isNoGuess = oneOf(given, "guess", /** @type {const} */ (["may", "none"]), "may") === "none";
  return { name: "daily", date: checkedDay(given.get("date")), size, isNoGuess };
}

/**
 * @template {string} Choice
 * @param {URLSearchParams} given
 * @param {string} name
 * @param {readonly Choice[]} choices
 * @param {Choice} [usual]
 * @returns {Choice}
 */
function oneOf(given, name, choices, usual) {
  const value = /** @type {Choice} */ (given.get(name) ?? usual ?? "");
  return choices.includes(value) ? value : refuse("challenge.choice", { name, choices: choices.join(", ") });
}

/** @type {(given: URLSearchParams, name: string, least: number, most: number, usual?: number) => number} */
function whole(given, name, least, most, usual) {
  const text = given.get(name) ?? (usual === undefined ? "" : String(usual));
  const value = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : refuse("challenge.range", { name, least, most });
}

/** @type {(given: URLSearchParams) => Setup} */
function setupIn(given) {
  const [rows, cols, perCell] = [
    whole(given, "rows", 1, CELLS_ACROSS),
    whole(given, "cols", 1, CELLS_ACROSS),
    whole(given, "k", 1, 8, 1),
  ];
  const mines = whole(given, "mines", 0, (rows * cols - 1) * perCell);
  const topology = oneOf(given, "topology", /** @type {const} */ (["square", "torus", "hex"]), "square");
  const firstClick = oneOf(given, "first", /** @type {const} */ (["opening", "safe", "any"]), "opening");
  const seed = given.get("seed") ?? "";
  if (!/^\d{1,20}$/.test(seed) || BigInt(seed) >= 2n ** 64n) refuse("challenge.seed");
  return { ...USUAL, rows, cols, mines, perCell, topology, firstClick, seed, noGuess: noGuessIn(given) };
}

/** @type {(given: URLSearchParams) => Setup["noGuess"]} */
function noGuessIn(given) {
  const guess = oneOf(given, "guess", /** @type {const} */ (["may", "uniform", "repaired"]), "may");
  if (guess === "may") return null;
  const [, least, most = least] = /^([1-5])(?:-([1-5]))?$/.exec(given.get("grade") ?? "") ?? [];
  if (given.has("grade") && !(least <= most)) refuse("challenge.grade");
  return { way: guess, budget: BUDGET, grade: least ? [Number(least), Number(most)] : null };
}

/** @type {(given: URLSearchParams, setup: Setup) => Cell | null} */
function startIn(given, { rows, cols }) {
  if (!given.has("start")) return null;
  const [, row, col] = (/^(\d{1,3}),(\d{1,3})$/.exec(given.get("start") ?? "") ?? []).map(Number);
  return row < rows && col < cols ? [row, col] : refuse("challenge.start");
}

/**
 * The link to a game that can be dealt again; null for any other, such as one on a given layout or with holes.
 * @type {(setup: Setup, start: Cell | null, mode: Mode) => string | null}
 */
export function challengeFor(setup, start, mode) {
  if (mode.name === "daily") return dailyLink(mode);
  const { rows, cols, mines, seed, firstClick, topology, reach, holes, perCell, noGuess, layout } = setup;
  if (seed === null || layout || holes?.length || reach !== 1) return null;
  const name = RULES.find((each) => each === mode.name) ?? "classic";
  return written([
    ["rows", rows],
    ["cols", cols],
    ["mines", mines],
    ["seed", seed],
    ["first", firstClick],
    ["start", start && start.join(",")],
    ["topology", topology === "square" ? null : topology],
    ["k", perCell === 1 ? null : perCell],
    ["guess", noGuess ? noGuess.way : null],
    ["grade", noGuess?.grade ? [...new Set(noGuess.grade)].join("-") : null],
    ["mode", name],
  ]);
}

/** @param {Mode} mode */
const dailyLink = ({ date, size, isNoGuess }) =>
  written([
    ["mode", "daily"],
    ["date", date ?? null],
    ["size", size ?? null],
    ["guess", isNoGuess ? "none" : null],
  ]);

/** @param {[name: string, value: string | number | null][]} fields without characters that need escaping */
const written = (fields) =>
  START + fields.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`])).join("&");
