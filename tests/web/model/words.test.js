import { speak } from "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings, nothingFound } from "../../../src/minemind/web/static/advice/analysis.js";
import { Board } from "../../../src/minemind/web/static/game/board.js";
import { renderer } from "../../../src/minemind/web/static/words/catalogue.js";
import { look } from "../../../src/minemind/web/static/canvas/scene.js";
import {
  cellsText,
  describe,
  minesText,
  pairsText,
  secondsText,
  sentence,
} from "../../../src/minemind/web/static/game/words.js";

test("nothing is called certain that only rounds to it", () => {
  const { figures } = renderer();
  const odds = [0, 1e-9, 0.239, 1 - 1e-9, 1];
  assert.deepEqual(
    odds.map((each) => figures.percent(each)),
    ["0 %", "<1 %", "24 %", ">99 %", "100 %"],
  );
  assert.deepEqual(
    odds.map((each) => figures.odds(each, 1)),
    ["<0.1 %", "<0.1 %", "23.9 %", ">99.9 %", ">99.9 %"],
  );
  assert.equal(figures.interval(0.25, 0.031), "25 ± 3 %");
  assert.equal(figures.lead(0.033, 0.018), "3.3 ± 1.8");
  assert.equal(figures.lead(0.0023, 0.0019), "0.23 ± 0.19");
  const board = Board.parse("1 3 ?\n...");
  const risk = Float64Array.from([1e-9, 0.5, 1 - 1e-9]);
  assert.deepEqual(
    [0, 1, 2].map((index) => look({ board, risk }, index)),
    ["risk 1", "risk 50", "risk 99"],
  );
});

test("large counts are exact as far as they can be read", () => {
  const { figures } = renderer();
  assert.equal(figures.count("1234567"), "1,234,567");
  assert.equal(figures.count("12345678901234567890"), "1.23 × 10^19");
});

test("a long list of cells is cut", () => {
  const { grid } = Board.parse("1 12 ?\n............");
  assert.match(cellsText(grid, grid.around(5)), /^\(0, 4\) \(0, 6\)$/);
  assert.match(cellsText(grid, Array(12).keys()), /… and 2 more$/);
});

test("a cell is described with what is known of it", () => {
  const board = Board.parse("1 6 ?\n?.1!..");
  const answer = {
    solutions: "2",
    safe: /** @type {[number, number][]} */ ([[0, 4]]),
    certain_mines: [],
    probability: [[0.5, 0.5, null, 1, 0, null]],
    best: null,
    notes: [],
    dead: /** @type {[number, number][]} */ ([[0, 1]]),
    fifty_fifties: /** @type {[[number, number], [number, number]][]} */ ([
      [
        [0, 0],
        [0, 1],
      ],
    ]),
  };
  const known = findings(board, answer, String(board));
  const said = [0, 1, 2, 3, 4, 5].map((index) => describe(board, index, known));
  assert.deepEqual(said, [
    "(0, 0) hidden, marked ?, 50 % risk; 50/50 with (0, 1)",
    "(0, 1) hidden, 50 % risk; 50/50 with (0, 0); dead: opening it tells you nothing",
    "(0, 2) open, 1",
    "(0, 3) flag",
    "(0, 4) hidden, certainly safe",
    "(0, 5) hidden",
  ]);
  assert.equal(describe(board, 0, nothingFound(board, "")), "(0, 0) hidden, marked ?");
});

test("every kind of cell has a look of its own", () => {
  const board = Board.parse("1 7 ?\n.?#ox!1");
  const looks = [0, 1, 2, 3, 4, 5, 6].map((index) => look({ board }, index));
  assert.deepEqual(looks, ["hidden", "question", "unknown", "safe", "danger", "flag 1", "number 1"]);
  assert.equal(look({ board, risk: new Float64Array(7).fill(0.2) }, 1), "risk 20 ?");
  const mines = Int32Array.from([0, 1, 0, 0, 0, 0, 0]);
  assert.deepEqual([look({ board, mines, showsFree: true }, 0), look({ board, mines }, 1)], ["free", "mine 1 ?"]);
});

test("one is not several, and German is not English", () => {
  const { grid } = Board.parse("1 12 ?\n............");
  assert.deepEqual([0, 1, 2, null].map(minesText), ["0 mines", "1 mine", "2 mines", "unknown number of mines"]);
  assert.equal(pairsText(grid, [[0, 1]]), "(0, 0) or (0, 1)");
  assert.equal(secondsText(1234), "1.2 s");
  speak("de");
  assert.deepEqual([0, 1, 2, null].map(minesText), ["0 Minen", "1 Mine", "2 Minen", "Minenzahl unbekannt"]);
  assert.equal(secondsText(1234), "1,2 s");
  assert.equal(describe(Board.parse("1 2 ?\n!2"), 1), "(0, 1) offen, 2");
  speak("en");
});

test("a sentence ends as one", () => {
  assert.equal(sentence("no answer"), "No answer.");
  assert.equal(sentence("Why?"), "Why?");
});
