// The rules of the game, as a check of what was read: numbers that no mines can satisfy together, and empty cells next
// to hidden ones, cannot all have been read right. An error that breaks no rule goes unnoticed; most break one.

import { FLAG, MINE, isHidden } from "./tokens.js";

/** @typedef {{ tokens: string[], rows: number, cols: number }} Position */
/** @typedef {{ at: number, mines: number, cells: Set<number> }} Constraint the number of mines in these hidden cells */
/** @typedef {{ isMine: boolean, because: Set<Constraint> }} Proven */

const MOSTLY = 0.8; // the least share of numbers that fit the mines shown by a lost game
const MOST = 60; // conflicts: a picture with more of them is not a board

/** @type {Constraint} */
const NOTHING = { at: -1, mines: 0, cells: new Set() };

/**
 * Conflicts: sets of cells, in each of which at least one was read wrong. Numbers are trusted until a conflict names
 * them; among those left no conflict can be proven.
 * @param {Position} position
 * @returns {number[][]}
 */
export function conflictsIn(position) {
  const found = [...floods(position), ...lostGame(position)];
  let believed = constraintsOf(position);
  for (let next = smallest(believed); next && found.length < MOST; next = smallest(believed)) {
    const named = new Set(next);
    found.push(next.map(({ at }) => at));
    believed = believed.filter((each) => !named.has(each));
  }
  return found;
}

/**
 * Empty cells with hidden neighbours: a click on them would have opened those.
 * @param {Position} position
 */
function floods(position) {
  return position.tokens.flatMap((token, at) => {
    if (token !== "0") return [];
    const closed = neighbours(position, at).filter((each) => isHidden(position.tokens[each]));
    return closed.length ? [[at, ...closed]] : [];
  });
}

/**
 * A lost game shows all mines that have no flag. If a few numbers disagree, these are doubtful; if many do, what looks
 * like a mine may not be one.
 * @param {Position} position
 */
function lostGame(position) {
  const { tokens } = position;
  const mines = [...tokens.keys()].filter((at) => tokens[at] === MINE);
  if (!mines.length) return [];
  const numbers = [...tokens.keys()].filter((at) => Number(tokens[at]) > 0);
  const misfits = numbers.filter((at) => {
    const around = neighbours(position, at).map((each) => tokens[each]);
    return around.filter((token) => token === MINE || token === FLAG).length !== Number(tokens[at]);
  });
  const doubted = misfits.length > (1 - MOSTLY) * numbers.length ? mines : misfits;
  return doubted.length ? [doubted] : [];
}

// ---- numbers against numbers

/**
 * @param {Position} position
 * @returns {Constraint[]}
 */
function constraintsOf(position) {
  return position.tokens.flatMap((token, at) => {
    if (!(Number(token) > 0)) return [];
    const around = neighbours(position, at);
    const shown = around.filter((each) => position.tokens[each] === MINE).length;
    const cells = around.filter((each) => isHidden(position.tokens[each]) && position.tokens[each] !== MINE);
    return [{ at, mines: Number(token) - shown, cells: new Set(cells) }];
  });
}

/**
 * A minimal set of constraints that contradict each other; null if none is found.
 * @param {Constraint[]} constraints
 * @returns {Constraint[] | null}
 */
function smallest(constraints) {
  let found = conflict(constraints);
  for (const each of found ?? []) found = conflict(found?.filter((other) => other !== each) ?? []) ?? found;
  return found;
}

/**
 * Constraints that contradict each other. If B needs exactly as many more mines than A as it has cells that A does not
 * have, all those cells are mines, and all cells that only A has are safe; if B needs even more, the two contradict
 * each other. With nothing for A or B, this is the simple rule for one number.
 * @param {Constraint[]} constraints
 * @returns {Constraint[] | null}
 */
function conflict(constraints) {
  /** @type {Map<number, Proven>} */
  const proven = new Map();
  const pairs = pairsOf(constraints);
  for (let before = -1; before !== proven.size;) {
    before = proven.size;
    for (const [one, other] of pairs) {
      const [a, b] = [left(one, proven), left(other, proven)];
      const [onlyA, onlyB] = [minus(a.cells, b.cells), minus(b.cells, a.cells)];
      const because = new Set([...a.because, ...b.because]);
      if (b.mines - a.mines > onlyB.length) return [...because];
      if (b.mines - a.mines < onlyB.length) continue;
      for (const cell of onlyB) proven.set(cell, { isMine: true, because });
      for (const cell of onlyA) proven.set(cell, { isMine: false, because });
    }
  }
  return null;
}

/**
 * @param {Constraint[]} constraints
 * @returns {[Constraint, Constraint][]} first those of single numbers, so that what they prove has short reasons
 */
function pairsOf(constraints) {
  /** @type {Map<number, Constraint[]>} */
  const seenBy = new Map();
  for (const each of constraints) for (const cell of each.cells) seenBy.set(cell, [...(seenBy.get(cell) ?? []), each]);
  const near = (/** @type {Constraint} */ one) => new Set([...one.cells].flatMap((cell) => seenBy.get(cell) ?? []));
  return [
    ...constraints.flatMap(
      (each) =>
        /** @type {[Constraint, Constraint][]} */ ([
          [each, NOTHING],
          [NOTHING, each],
        ]),
    ),
    ...constraints.flatMap((one) => [...near(one)].flatMap((other) => (one === other ? [] : [pair(one, other)]))),
  ];
}

/** @type {(one: Constraint, other: Constraint) => [Constraint, Constraint]} */
const pair = (one, other) => [one, other];

/**
 * What is left of a constraint without the proven cells.
 * @type {(constraint: Constraint, proven: Map<number, Proven>) => { mines: number, cells: number[], because: Set<Constraint> }}
 */
function left(constraint, proven) {
  /** @type {Set<Constraint>} */
  const because = new Set(constraint === NOTHING ? [] : [constraint]);
  const cells = [];
  let { mines } = constraint;
  for (const cell of constraint.cells) {
    const known = proven.get(cell);
    if (!known) cells.push(cell);
    else {
      mines -= known.isMine ? 1 : 0;
      for (const each of known.because) because.add(each);
    }
  }
  return { mines, cells, because };
}

/** @type {(one: number[], other: number[]) => number[]} */
const minus = (one, other) => one.filter((cell) => !other.includes(cell));

/** @type {(field: { rows: number, cols: number }, at: number) => number[]} */
export function neighbours({ rows, cols }, at) {
  const [row, col] = [Math.floor(at / cols), at % cols];
  const found = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++)
      if (r !== row || c !== col) found.push(r * cols + c);
  return found;
}
