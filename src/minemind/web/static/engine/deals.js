// Deals: a game to deal: by size, or from a layout whose first click is to be made safe. It matches Generate in
// answers/questions.py and mm.generate, and tests compare them.

import { TooHard, counted, grouped, invalid } from "../game/errors.js";
import { gridOf } from "../game/grid.js";
import { PRESETS } from "../game/presets.js";
import { DEALING_WORK } from "./asking.js";
import { cleared, dealt, dealtWithoutGuess, gradesText } from "./dealing.js";
import { graphOf } from "./graph.js";
import { about } from "./position.js";
import { checkSize } from "./size.js";
import { layoutIn, readSource } from "./source.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./dealing.js").Deal} Deal */
/** @typedef {import("./dealing.js").Dealer} Dealer */
/** @typedef {import("./dealing.js").Rule} Rule */
/** @typedef {import("./dealing.js").Work} Work */
/** @typedef {import("./layout.js").Layout} Layout */

/**
 * @typedef {object} Generate
 * @property {string | null} [preset]
 * @property {number | null} [rows]
 * @property {number | null} [cols]
 * @property {number | null} [mines]
 * @property {string} [topology]
 * @property {number} [reach]
 * @property {Cell[]} [holes]
 * @property {number} [max_per_cell]
 * @property {Rule} [first_click]
 * @property {Cell | null} [start]
 * @property {string | number | null} [seed]
 * @property {boolean} [no_guess]
 * @property {Dealer["way"] | null} [way]
 * @property {number | null} [budget]
 * @property {number | [number, number] | null} [grade]
 * @property {number | null} [min_3bv]
 * @property {number | null} [max_3bv]
 * @property {{ text: string } | null} [layout]
 */

// Default budget, in units of work: layouts, exact analyses and repairs, each counting as one.
const BUDGET = 100_000;

const MAX_SEED = 2n ** 64n - 1n;
const SIZES = ["preset", "rows", "cols", "mines", "topology", "reach", "holes", "max_per_cell"];
const ONLY_WITHOUT_GUESS = ["budget", "grade", "max_3bv", "min_3bv", "way"];

/**
 * A layout, and everything it was dealt from.
 * @type {(asking: Asking, body: Generate) => object}
 */
export function generated(asking, body) {
  const given = ONLY_WITHOUT_GUESS.filter((name) => Object.hasOwn(body, name));
  if (given.length && !body.no_guess) throw invalid(`${given.join(", ")}: only for no-guess boards; add no_guess`);
  return body.layout ? madeSafe(asking, body, body.layout.text) : newlyDealt(asking, body);
}

/** @type {(asking: Asking, body: Generate) => object} */
function newlyDealt(asking, body) {
  const { rows, cols, mines } = sizeOf(body);
  const { topology = "square", reach = 1, holes = [], max_per_cell: perCell = 1, first_click: rule = "opening" } = body;
  const grid = gridOf({ rows, cols, topology, reach, holes });
  checkSize({ grid, perCell });
  const graph = graphOf(asking, grid);
  const most = (grid.size - 1) * perCell;
  if (mines < 0 || mines > most) throw invalid(`the mine count is ${mines}; this grid holds 0 to ${most}`);
  const seed = (body.seed ?? null) === null ? drawnSeed() : seedIn(/** @type {string | number} */ (body.seed));
  const first = body.start ? graph.index(body.start) : -1;
  const deal = { grid, mines, perCell, first, rule, seed };
  if (body.no_guess) return withoutGuess(asking, body, { ...deal, first: first < 0 ? graph.centre : first });
  return answered(dealt(asking, deal), { seed, rule });
}

/** @param {Generate} body */
function sizeOf({ preset = null, rows = null, cols = null, mines = null }) {
  if (preset !== null) {
    if (rows !== null || cols !== null || mines !== null)
      throw invalid("both a preset and a size are given; give only one");
    const size = PRESETS.get(preset);
    if (!size) throw invalid(`'${preset}' is not a preset; choose from ${[...PRESETS.keys()].join(", ")}`);
    return size;
  }
  if (rows === null || cols === null || mines === null)
    throw invalid("the size is missing; give rows, cols and mines, or a preset");
  return { rows, cols, mines };
}

// As many bits as a double holds exactly, so that every program reads the seed as a whole number.
function drawnSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(high >>> 11) << 32n) | BigInt(low);
}

/** @param {string | number} given */
export function seedIn(given) {
  const seed = BigInt(given);
  if (seed < 0n || seed > MAX_SEED) throw invalid(`the seed is ${seed}; give a whole number from 0 to 2^64 - 1`);
  return seed;
}

/** @type {(layout: Layout, from: { seed: bigint, rule: Rule, noGuess?: object, notes?: string[] }) => object} */
const answered = (layout, { seed, rule, noGuess, notes = [] }) => ({
  ...about(layout, notes),
  seed: String(seed),
  first_click: rule,
  no_guess: noGuess ?? null,
  layout: { text: String(layout) },
});

/** @type {(asking: Asking, body: Generate, text: string) => object} */
function madeSafe(asking, body, text) {
  if (SIZES.some((name) => Object.hasOwn(body, name)))
    throw invalid("both a layout and a size are given; give only one");
  if (body.no_guess) throw invalid("a given layout is not dealt; to deal a no-guess board, give a size");
  const { layout, notes } = givenLayout(text);
  const [rule, seed] = [body.first_click ?? "opening", seedIn(body.seed ?? 0)];
  const first = body.start ? graphOf(asking, layout.grid).index(body.start) : null;
  return answered(first === null ? layout : cleared(asking, layout, first, rule, seed), { seed, rule, notes });
}

/**
 * The given layout, and what was assumed when reading it.
 * @param {string} text
 */
export function givenLayout(text) {
  const found = layoutIn(readSource(text));
  checkSize(found.layout);
  return found;
}

// ---- no-guess boards

/** @typedef {{ least: number, most: number | null }} Limits on the 3BV */

/** @type {(asking: Asking, body: Generate, deal: Deal) => object} */
function withoutGuess(asking, body, deal) {
  const { dealer, limits } = dealerOf(body, deal.rule);
  asking.work = Math.max(asking.work, DEALING_WORK);
  /** @type {Work} */
  let work = { attempts: 0, positions: 0, repairs: 0 };
  /** @type {number[]} */
  const passedOver = []; // the 3BVs of boards outside the limits
  for (let { seed } = deal; ; seed = asking.look("game_seed", seed, 0n).whole()) {
    const left = dealer.budget - work.attempts - work.positions - work.repairs;
    const found = within(passedOver, dealer, limits, () =>
      dealtWithoutGuess(asking, { ...deal, seed }, { ...dealer, budget: left }),
    );
    work = added(work, found.work);
    seed = found.seed;
    const worth = limits.least === 0 && limits.most === null ? null : threeBv(asking, found.layout);
    if (worth === null || (worth >= limits.least && worth <= (limits.most ?? Infinity))) {
      const { way, budget, grades } = dealer;
      const grade = grades ? found.grade : null;
      const noGuess = { start: deal.grid.cell(deal.first), way, budget, ...work, grade };
      return answered(found.layout, { seed, rule: deal.rule, noGuess });
    }
    passedOver.push(worth);
  }
}

/** @type {(body: Generate, rule: Rule) => { dealer: Dealer, limits: Limits }} */
function dealerOf({ way, budget, grade = null, min_3bv: least, max_3bv: most = null }, rule) {
  if (rule === "any")
    throw invalid(
      "with first_click 'any' the first cell is itself a guess, so no board is without one; use opening or safe",
    );
  /** @type {[number, number] | null} */
  const grades = typeof grade === "number" ? [grade, grade] : grade;
  if (grades && grades[0] > grades[1])
    throw invalid(`the lowest grade (${grades[0]}) is above the highest (${grades[1]}); swap them`);
  const limits = { least: least ?? 0, most };
  if (most !== null && limits.least > most)
    throw invalid(`the minimum 3BV is ${least}, but the maximum is ${most}; swap them`);
  return { dealer: { way: way ?? "uniform", budget: budget ?? BUDGET, grades }, limits };
}

/**
 * Deal; if that fails after boards were passed over, blame the limits on the 3BV.
 * @template Value
 * @param {number[]} passedOver
 * @param {Dealer} dealer
 * @param {Limits} limits
 * @param {() => Value} deal
 */
function within(passedOver, dealer, limits, deal) {
  try {
    return deal();
  } catch (error) {
    throw passedOver.length && error instanceof TooHard && error.kind === "NoBoard"
      ? noneWithin(limits, passedOver, dealer)
      : error;
  }
}

/** @type {(one: Work, more: Work) => Work} */
const added = (one, more) => ({
  attempts: one.attempts + more.attempts,
  positions: one.positions + more.positions,
  repairs: one.repairs + more.repairs,
});

/** @type {(asking: Asking, layout: Layout) => number} */
function threeBv(asking, { grid, counts }) {
  const [, , clicks] = asking.ask("metrics", graphOf(asking, grid).address, counts, [], 0).numbers;
  return clicks;
}

/** @type {(limits: Limits, passedOver: number[], dealer: Dealer) => TooHard} */
function noneWithin({ least, most }, passedOver, { budget, grades }) {
  const graded = grades ? ` of ${gradesText(grades)}` : "";
  const limits = most === null ? `of at least ${least}` : `from ${least} to ${most}`;
  const range = `a 3BV from ${Math.min(...passedOver)} to ${Math.max(...passedOver)}`;
  return new TooHard(
    `no no-guess board${graded} with a 3BV ${limits} found within the budget of ${grouped(budget)}: ` +
      `${counted(passedOver.length, "board")} had ${range}; change the limits or the budget`,
    false,
    "NoBoard",
  );
}
