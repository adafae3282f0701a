import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  course,
  lineOf,
  luckOf,
  modeOf,
  recordIn,
  sizeOf,
  summary,
} from "../../../src/minemind/web/static/play/records.js";

/** @typedef {import("../../../src/minemind/web/static/play/records.js").GameRecord} GameRecord */

/** @type {(given: Partial<GameRecord>) => GameRecord} */
const game = (given) => ({
  time: 1_700_000_000,
  size: "9×9/10",
  mode: "classic",
  won: true,
  seconds: 20,
  threeBv: 10,
  clicks: 20,
  taken: 0,
  necessary: 0,
  helped: "",
  ...given,
});

test("a record survives the line that it is kept as", () => {
  for (const record of [game({}), game({ won: false, threeBv: null, clicks: null, taken: null, necessary: null })])
    assert.deepEqual(recordIn(JSON.parse(JSON.stringify(lineOf(record)))), record);
  assert.ok(JSON.stringify(lineOf(game({ taken: 1 / 3, necessary: 1 / 7, helped: "hint undo" }))).length < 90);
});

test("what is no line is no record", () => {
  const line = lineOf(game({}));
  for (const [place, value] of /** @type {[number, any][]} */ ([
    [0, "now"],
    [1, 9],
    [2, "x".repeat(81)],
    [3, 2],
    [4, -1],
    [7, NaN],
    [9, null],
  ]))
    assert.equal(recordIn(line.with(place, value)), null);
  for (const other of [null, 5, "text", [], [...line, 1]]) assert.equal(recordIn(other), null);
});

test("games with help are counted, and count for nothing else", () => {
  const found = summary([game({}), game({ helped: "hint", seconds: 1 }), game({ won: false, seconds: 3 }), game({})]);
  assert.deepEqual([found.games, found.helped, found.wins, found.bestTime, found.meanTime], [3, 1, 2, 20, 20]);
  assert.deepEqual([found.streak, found.longest], [1, 1]);
  assert.deepEqual([found.bestRate, found.meanRate, found.efficiency], [0.5, 0.5, 0.5]);
});

test("a game that a single click wins has no speed", () => {
  assert.equal(summary([game({ seconds: 0.001 }), game({})]).bestRate, 0.5);
  assert.equal(summary([game({ seconds: 0 })]).bestRate, null);
  assert.equal(summary([game({ seconds: 0.1 })]).bestRate, 100);
});

test("nothing played adds up to nothing", () => {
  const found = summary([]);
  assert.deepEqual([found.games, found.bestTime, found.meanTime, found.rating], [0, null, null, null]);
});

test("a rating takes luck out: needless risks count, whatever came of them", () => {
  const careless = Array.from({ length: 10 }, (_, place) => game({ taken: 0.5, necessary: 0.25, won: place < 9 }));
  assert.deepEqual(luckOf(careless), { expected: 7.5, earned: 5, luck: 4, rating: 5 / 7.5 });
  const careful = careless.map((each) => ({ ...each, taken: 0.25, won: false }));
  assert.equal(luckOf(careful).rating, 1);
  assert.equal(luckOf(careful.slice(1)).rating, null);
});

test("players who take only what is necessary win what is expected, on average", () => {
  // Two risks of a half and a third: lost at the first, at the second, or not at all.
  const ends = [
    { share: 1 / 2, risk: 1 / 2, won: 0 },
    { share: 1 / 6, risk: 1 / 2 + 1 / 3, won: 0 },
    { share: 1 / 3, risk: 1 / 2 + 1 / 3, won: 1 },
  ];
  const wins = ends.reduce((sum, { share, won }) => sum + share * won, 0);
  const expected = ends.reduce((sum, { share, risk }) => sum + share * (1 - risk), 0);
  assert.ok(Math.abs(wins - expected) < 1e-12);
});

test("the course of wins and of expected wins is added up game by game", () => {
  const played = [game({ necessary: 0.5 }), game({ helped: "undo" }), game({ won: false, necessary: 0.25 })];
  assert.deepEqual(course(played), [
    { wins: 1, expected: 0.5 },
    { wins: 1, expected: 1.25 },
  ]);
});

test("a size says what a board was, and a mode how it was played", () => {
  const setup = /** @type {any} */ ({ rows: 9, cols: 8, mines: 10, topology: "square", perCell: 1 });
  assert.equal(sizeOf(setup), "9×8/10");
  assert.equal(sizeOf({ ...setup, topology: "hex", perCell: 2 }), "9×8/10 hex k=2");
  const modes = [{}, { noGuess: { way: "uniform", budget: 1 } }, { layout: "…" }];
  const played = (/** @type {object} */ more) => /** @type {any} */ ({ setup: { ...setup, ...more }, given: false });
  const named = modes.map((more) => modeOf(played(more), { name: "classic" }));
  assert.deepEqual(named, ["classic", "no-guess", "layout"]);
  assert.equal(modeOf(played({}), { name: "daily" }), "daily");
});
