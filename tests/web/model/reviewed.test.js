import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  curveOf,
  firstToSee,
  lessonOf,
  markOf,
  marksOf,
  risksOf,
} from "../../../src/minemind/web/static/review/reviewed.js";

/** @typedef {import("../../../src/minemind/web/static/ask/answers.js").Review} Review */
/** @typedef {import("../../../src/minemind/web/static/ask/answers.js").ReviewedMove} ReviewedMove */

/** @type {(number: number, given: Partial<ReviewedMove>) => ReviewedMove} */
const move = (number, given) => ({
  number,
  cell: [0, number],
  action: "open",
  mines: 0,
  seconds: null,
  kind: "safe",
  risk: 0,
  certain: 0,
  best: null,
  best_risk: 0,
  technique: null,
  before: null,
  chosen: null,
  after: null,
  cost: 0,
  sentence: "",
  ...given,
});

/** @type {(end: Review["end"], moves: Partial<ReviewedMove>[], pluck?: number) => Review} */
const review = (end, moves, pluck = 0) => ({
  end,
  moves: moves.map((given, place) => move(place + 1, given)),
  pluck,
  necessary_pluck: 0,
  start: null,
  lost_by_choice: null,
  luck: null,
  key_moments: moves.flatMap(({ risk }, place) => (risk ? [place + 1] : [])),
  performance: /** @type {any} */ ({}),
  advice: { kind: "certain", technique: null, move: null, sentence: "" },
});

/** @type {Partial<ReviewedMove>} */
const FORCED = { kind: "forced guess", risk: 0.31, best: [0, 0], best_risk: 0.31 };
/** @type {Partial<ReviewedMove>} */
const NEEDLESS = { kind: "needless guess", risk: 0.375, certain: 18, best: [0, 0], best_risk: 0 };
/** @type {Partial<ReviewedMove>} */
const WORSE = { kind: "bad guess", risk: 0.4, best: [0, 0], best_risk: 0.2 };

test("a loss teaches what was overlooked, what was better, or that it was bad luck", () => {
  const said = (/** @type {Partial<ReviewedMove>} */ last) => lessonOf(review("lost", [{}, last]));
  assert.equal(said(NEEDLESS), "A needless guess with 38 % risk: there were 18 safe cells.");
  assert.equal(said(FORCED), "A forced guess with 31 % risk: bad luck.");
  assert.equal(said(WORSE), "A guess was needed, but (0, 0) had 20 % risk instead of 40 %.");
  assert.equal(said({ ...WORSE, best_risk: 0.4 }), "A guess was needed, but (0, 0), with 40 % risk, wins more often.");
  assert.equal(
    said({ kind: "opened mine", risk: 1, certain: 1 }),
    "This cell was certainly a mine; another was certainly safe.",
  );
  assert.equal(said({ kind: "uncounted", risk: null }), "This position is too complex to judge.");
});

test("a win says how much luck it took", () => {
  assert.match(lessonOf(review("won", [{}, {}])), /^Without a guess/);
  assert.match(lessonOf(review("won", [FORCED, {}], -Math.log10(0.69))), /forced: 69 %/);
  assert.match(
    lessonOf(review("won", [FORCED, NEEDLESS], 1)),
    /^One guess was needless .* surviving all risks you took was 10 %.$/,
  );
});

test("every move has a mark, and only the guess that lost is bad luck", () => {
  const lost = review("lost", [{}, FORCED, { kind: "flag unproven" }, WORSE, NEEDLESS, FORCED]);
  const marks = lost.moves.map((each) => markOf(lost, each));
  assert.deepEqual(marks, ["proven", "forced", "unproven", "mistake", "needless", "unlucky"]);
  assert.deepEqual(
    marksOf(lost).map(({ count }) => count),
    [1, 1, 1, 1, 1, 1],
  );
});

test("a loss is looked at where it was lost, a win where it was decided", () => {
  assert.equal(firstToSee(review("lost", [FORCED, {}, NEEDLESS])), 3);
  assert.equal(firstToSee(review("won", [{}, FORCED])), 2);
  assert.equal(firstToSee(review("won", [{}, {}])), 1);
});

test("only what had to be risked was necessary", () => {
  const { taken, necessary } = risksOf(review("lost", [{}, FORCED, NEEDLESS, WORSE]));
  assert.equal(taken.toFixed(3), (0.31 + 0.375 + 0.4).toFixed(3));
  assert.equal(necessary.toFixed(3), (0.31 + 0.2).toFixed(3));
  const odds = { value: 0.5, margin: 0, exact: true };
  const free = { ...NEEDLESS, before: odds, chosen: odds, cost: 0 };
  assert.equal(risksOf(review("won", [free])).necessary, 0.375);
});

test("the curve goes from before the first move that has odds to after the last", () => {
  const odds = (/** @type {number} */ value, margin = 0) => ({ value, margin, exact: !margin });
  const moves = [{}, { before: odds(0.8, 0.05), after: odds(0.5) }, { before: odds(0.5), after: odds(0) }];
  assert.deepEqual(curveOf(review("lost", moves)), [
    { at: 1, value: 0.8, margin: 0.05 },
    { at: 2, value: 0.5, margin: 0 },
    { at: 3, value: 0, margin: 0 },
  ]);
});
