// Dealing: where the mines of a game lie, given its seed and first click: dealt plainly, dealt without guesses, or
// moved away from the click. The layouts match Python's, for ever.

import { TooHard, counted, grouped } from "../game/errors.js";
import { graphOf } from "./graph.js";
import { Layout } from "./layout.js";

/** @typedef {import("../game/grid.js").Grid} Grid */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {"any" | "safe" | "opening"} Rule */
/** @typedef {{ way: "uniform" | "repaired", budget: number, grades: [least: number, most: number] | null }} Dealer */
/** @typedef {{ grid: Grid, mines: number, perCell: number, first: number, rule: Rule, seed: bigint }} Deal */

// In the engine's order.
const RULES = ["any", "safe", "opening"];
const WAYS = ["uniform", "repaired"];

/** @type {(asking: Asking, deal: Deal) => Layout} */
export function dealt(asking, { grid, mines, perCell, first, rule, seed }) {
  const graph = graphOf(asking, grid).address;
  const reply = asking.ask("deal", graph, mines, perCell, first, RULES.indexOf(rule), seed);
  return new Layout(grid, reply.integers(), perCell);
}

/**
 * A layout that needs no guess, a seed that deals it regardless of grade, and the work it took.
 * @typedef {{ layout: Layout, seed: bigint, grade: number, work: Work }} WithoutGuess
 */
/** @typedef {{ attempts: number, positions: number, repairs: number }} Work each counts as one unit */

/** @type {(asking: Asking, deal: Deal, dealer: Dealer) => WithoutGuess} */
export function dealtWithoutGuess(asking, { grid, mines, perCell, first, rule, seed }, dealer) {
  const graph = graphOf(asking, grid).address;
  const [least, most] = dealer.grades ?? [0, 0];
  const deal = /** @type {const} */ ([mines, perCell, first, RULES.indexOf(rule), seed, WAYS.indexOf(dealer.way)]);
  const reply = asking.ask("deal_without_guess", graph, ...deal, least, most, dealer.budget);
  const [counts, found, grade] = [reply.integers(), reply.whole(), reply.number()];
  const work = { attempts: reply.number(), positions: reply.number(), repairs: reply.number() };
  if (!counts.length) throw noBoard(dealer, reply.numbers.slice(-7));
  return { layout: new Layout(grid, counts, perCell), seed: found, grade, work };
}

/** @type {(dealer: Dealer, found: Float64Array) => TooHard} */
function noBoard(dealer, [layouts, positions, repairs, easier, harder, tooHard, fewestLeft]) {
  const tried = [`${counted(layouts, "layout")} dealt`, `${counted(positions, "position")} analysed`];
  if (repairs) tried.push(counted(repairs, "repair"));
  if (tooHard) tried.push(`${counted(tooHard, "layout")} too hard to analyse`);
  const passed = [easier && counted(easier, "easier board"), harder && counted(harder, "harder board")].filter(Boolean);
  if (passed.length) tried.push(`${passed.join(" and ")} passed over`);
  else if (fewestLeft >= 0) tried.push(`at best ${counted(fewestLeft, "safe cell")} left when a guess was needed`);
  const graded = dealer.grades ? ` of ${gradesText(dealer.grades)}` : "";
  const advice = adviceFor(dealer, layouts, passed.length > 0);
  const budget = grouped(dealer.budget);
  const message = `no no-guess board${graded} found within the budget of ${budget}: ${tried.join(", ")}; ${advice}`;
  return new TooHard(message, false, "NoBoard");
}

/** @type {(grades: [least: number, most: number]) => string} */
export const gradesText = ([least, most]) => (least === most ? `grade ${least}` : `grade ${least} to ${most}`);

/** @type {(dealer: Dealer, layouts: number, isPassed: boolean) => string} */
function adviceFor(dealer, layouts, isPassed) {
  if (!layouts) return "give a larger budget";
  if (isPassed) return "change the grade or the budget";
  const repaired = "use fewer mines or a larger budget";
  return dealer.way === "repaired" ? repaired : "use fewer mines, a larger budget, or the repaired way";
}

/**
 * The layout with a free first cell: its mines, and for an opening its neighbours', move to free cells drawn with the
 * seed. If there are too few free cells, neighbours keep their mines; if that is still not enough, nothing moves.
 * @type {(asking: Asking, layout: Layout, first: number, rule: Rule, seed: bigint) => Layout}
 */
export function cleared(asking, layout, first, rule, seed) {
  const words = wordsOf(asking, seed);
  const zone = zoneOf(layout, first, rule, words);
  const isInside = new Set(zone);
  const counts = layout.counts.slice();
  const moving = zone.reduce((sum, index) => sum + counts[index], 0);
  /** @type {number[]} */
  const slots = [];
  counts.forEach((count, index) => {
    if (count > 0 || isInside.has(index) || !layout.grid.exists(index)) return;
    for (let slot = 0; slot < layout.perCell; slot++) slots.push(index);
  });
  for (const index of zone) counts[index] = 0;
  for (const index of drawn(slots, moving, words)) counts[index]++;
  return new Layout(layout.grid, counts, layout.perCell);
}

/**
 * The cells around a first click that can be free because there is room elsewhere for their mines. Neighbours that are
 * already free are given up last: a mine that moved there would still touch the first click.
 * @type {(layout: Layout, first: number, rule: Rule, words: Iterator<bigint>) => number[]}
 */
function zoneOf({ grid, counts, perCell, free }, first, rule, words) {
  const around = rule === "opening" ? grid.around(first) : [];
  const inOrder = drawn(around, around.length, words);
  inOrder.sort((one, other) => Number(counts[one] > 0) - Number(counts[other] > 0));
  const zone = rule === "any" ? [] : [first, ...inOrder];
  let moving = zone.reduce((sum, index) => sum + counts[index], 0);
  let room = perCell * (free - zone.filter((index) => counts[index] === 0).length);
  while (moving > room) {
    const kept = counts[/** @type {number} */ (zone.pop())];
    moving -= kept;
    room += kept ? 0 : perCell;
  }
  return zone;
}

/**
 * The random words of a seed, in order.
 * @type {(asking: Asking, seed: bigint) => Generator<bigint>}
 */
function* wordsOf(asking, seed) {
  for (let index = 0n; ; index++) yield asking.look("game_seed", seed, index).whole();
}

/**
 * That many of the values in random order: a Fisher-Yates shuffle, each draw by rejection from 64 random bits.
 * @type {(values: number[], wanted: number, words: Iterator<bigint>) => number[]}
 */
function drawn(values, wanted, words) {
  const found = values.slice();
  for (let place = 0; place < wanted; place++) {
    const choices = BigInt(found.length - place);
    let word = words.next().value;
    while (word >= 2n ** 64n - (2n ** 64n % choices)) word = words.next().value;
    const other = place + Number(word % choices);
    [found[place], found[other]] = [found[other], found[place]];
  }
  return found.slice(0, wanted);
}
