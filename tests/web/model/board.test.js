import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, HIDDEN, NO_CELL, QUESTION, claimed, flagFace } from "../../../src/minemind/web/static/game/board.js";
import { layoutCounts, layoutText } from "../../../src/minemind/web/static/game/layout.js";

const TEXTS = [
  "2 3 ?\n.1.\n!_0",
  "1 2 3 k=2\n!2 10",
  "2 2 1 topology=hex reach=2\n..\n..",
  "1 3 ? density=0.2\n...",
  "2 2 1\n?.\n.1",
];

test("a board's text is read back as the same board", () => {
  for (const text of TEXTS) assert.equal(String(Board.parse(text)), text);
});

test("the ways to write hidden and flagged cells mean the same", () => {
  assert.deepEqual([...Board.parse(".?#Hox!F").faces], [...Array(6).fill(HIDDEN), flagFace(1), flagFace(1)]);
});

test("marks are kept apart from faces, and only question marks are written", () => {
  const board = Board.parse("1 5 ?\nox#?.");
  assert.deepEqual([...board.marks.values()], ["o", "x", "#", "?"]);
  assert.equal(String(board), "1 5 ?\n...?.");
});

test("a mark goes when something else is written into its cell", () => {
  const board = Board.parse("1 2 ?\n?.");
  assert.equal(String(board.with(0, 3)), "1 2 ?\n3.");
  assert.equal(String(board.with(0, HIDDEN)), "1 2 ?\n..");
  assert.equal(String(board.with(1, HIDDEN, QUESTION)), "1 2 ?\n??");
  assert.equal(String(board), "1 2 ?\n?.");
});

test("another size keeps what fits: faces, holes, question marks, and flags within the limit", () => {
  const board = Board.parse("2 3 4 k=3\n!3 ? _\n2 . 1");
  assert.equal(String(board.onGrid(3, 2, "torus", 2)), "3 2 4 topology=torus k=2\n!2 ?\n2 .\n. .");
  assert.equal(String(board.onGrid(1, 3, "square", 1)), "1 3 4\n!?_");
});

test("flags are counted by the mines that they claim", () => {
  assert.equal(Board.parse("1 3 5 k=2\n!2 ! .").flags(), 3);
  assert.equal(claimed(NO_CELL), 0);
});

for (const [text, says] of /** @type {[string, RegExp][]} */ ([
  ["", /empty/],
  ["..\n.Z", /line 2, column 2: 'Z' is not a valid cell/],
  ["..*", /'\*' is not a valid cell/],
  ["!2 .", /'!2' is more than the 1 mine that/],
  ["101 1 0\n" + ".\n".repeat(101), /1 to 100 rows/],
  ["1 1 0 topology=klein\n.", /topology cannot be 'klein'/],
  ["1 1 0 reach=500\n.", /shape is not supported/],
]))
  test(`what is no board is refused: ${JSON.stringify(text.slice(0, 20))}`, () => {
    assert.throws(() => Board.parse(text), says);
  });

test("a layout's text is read back as the same counts", () => {
  for (const text of ["2 3 2\n*.*\n_..", "1 2 3 k=2\n*2 *", "1 3 0\n..."]) {
    const board = Board.parse(text.replaceAll(/[*M]\d*/g, "."));
    assert.equal(layoutText(board, layoutCounts(text)), text);
  }
  assert.deepEqual([...layoutCounts("M *\n 1M")], [1, 0, 1, 0, 0, 1]);
});
