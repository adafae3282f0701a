import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings, nothingFound } from "../../../src/minemind/web/static/analysis.js";
import { Board } from "../../../src/minemind/web/static/board.js";
import { look } from "../../../src/minemind/web/static/scene.js";
import { cellsText, countText, describe, percentText, sentence } from "../../../src/minemind/web/static/words.js";

test("nothing is called certain that only rounds to it", () => {
  assert.deepEqual([0, 1e-9, 0.239, 1 - 1e-9, 1].map(percentText), ["0%", "<0.1%", "23.9%", ">99.9%", "100%"]);
  const board = Board.parse("1 3 ?\n...");
  const risk = Float64Array.from([1e-9, 0.5, 1 - 1e-9]);
  assert.deepEqual(
    [0, 1, 2].map((index) => look({ board, risk }, index)),
    ["risk 1", "risk 50", "risk 99"],
  );
});

test("large counts are exact as far as they can be read", () => {
  assert.equal(countText("1234567"), "1,234,567");
  assert.equal(countText("12345678901234567890"), "1.23 × 10^19");
});

test("a long list of cells is cut", () => {
  const { grid } = Board.parse("1 12 ?\n............");
  assert.match(cellsText(grid, grid.around(5)), /^\(0, 4\) \(0, 6\)$/);
  assert.match(cellsText(grid, Array(12).keys()), /… and 4 more$/);
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
    "(0, 0) hidden, marked ?, 50.0% risk; 50/50 with (0, 1)",
    "(0, 1) hidden, 50.0% risk; 50/50 with (0, 0); dead: opening it tells nothing",
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

test("a sentence ends as one", () => {
  assert.equal(sentence("no answer"), "No answer.");
  assert.equal(sentence("Why?"), "Why?");
});
