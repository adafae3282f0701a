// Frontier: the components of a position and their solutions, as the API lists them. The same as component_of in
// solve/problem.py; tests hold the two equal.

import { TooHard } from "../game/errors.js";
import { sum, waysOf } from "./solutions.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {{ numbers: number[], cells: number[], mines: number }} Constraint */
/** @typedef {{ solutions: string | null, solutions_by_mines: { [mines: string]: string } | null }} Counted */

/**
 * Every component as JSON. Solutions that could not be counted are null.
 * @param {Analysis} analysis
 */
export function componentsJson(analysis) {
  return Array.from({ length: analysis.components }, (_, index) => componentJson(analysis, index));
}

/** @type {(analysis: Analysis, index: number) => Counted & { [part: string]: unknown }} */
function componentJson(analysis, index) {
  const { position } = analysis;
  const part = analysis.component(index);
  const cells = part.groups.flat().sort((one, other) => one - other);
  const constraints = constraintsOf(analysis, cells, part.constraints);
  return {
    cells: position.cells(cells),
    groups: groupsOf(cells, constraints).map((group) => position.cells(group)),
    constraints: constraints.map(({ numbers, cells: seen, mines }) => ({
      numbers: position.cells(numbers),
      cells: position.cells(seen),
      mines,
    })),
    ...solutionsJson(analysis, index),
  };
}

/**
 * The constraints of these numbers; equal ones are merged.
 * @type {(analysis: Analysis, cells: number[], numbers: { number: number, need: number }[]) => Constraint[]}
 */
function constraintsOf({ position }, cells, numbers) {
  const members = new Set(cells);
  /** @type {Map<string, Constraint>} */
  const said = new Map();
  for (const { number, need } of numbers) {
    const seen = position.graph.around(number).filter((cell) => members.has(cell));
    const key = `${need}:${seen.join()}`;
    const same = said.get(key) ?? { numbers: [], cells: seen, mines: need };
    same.numbers.push(number);
    said.set(key, same);
  }
  return [...said.values()];
}

/**
 * The groups: cells that exactly the same constraints see, in the order of their first cells.
 * @type {(cells: number[], constraints: Constraint[]) => number[][]}
 */
function groupsOf(cells, constraints) {
  /** @type {Map<number, number[]>} */
  const seeing = new Map(cells.map((cell) => [cell, []]));
  constraints.forEach((constraint, place) => constraint.cells.forEach((cell) => seeing.get(cell)?.push(place)));
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const [cell, places] of seeing) {
    const key = places.join();
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()];
}

/** @type {(analysis: Analysis, index: number) => Counted} */
function solutionsJson(analysis, index) {
  try {
    const { fewest, ways } = waysOf(analysis, index);
    const byMines = ways.flatMap((count, more) => (count ? [[fewest + more, String(count)]] : []));
    return { solutions: String(sum(ways)), solutions_by_mines: Object.fromEntries(byMines) };
  } catch (error) {
    if (error instanceof TooHard) return { solutions: null, solutions_by_mines: null };
    throw error;
  }
}
