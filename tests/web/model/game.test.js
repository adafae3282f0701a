import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board } from "../../../src/minemind/web/static/game/board.js";
import { Game } from "../../../src/minemind/web/static/game/game.js";
import { layoutCounts } from "../../../src/minemind/web/static/game/layout.js";
import { checkedSetup, replayed } from "../../../src/minemind/web/static/files/saved.js";

/** @type {import("../../../src/minemind/web/static/game/game.js").Setup} */
const SETUP = {
  rows: 3,
  cols: 3,
  mines: 1,
  topology: "square",
  reach: 1,
  perCell: 1,
  firstClick: "any",
  seed: null,
};
const LAYOUT = "3 3 1\n*..\n...\n...";

function given() {
  return new Game(Board.parse("3 3 1\n...\n...\n..."), SETUP, layoutCounts(LAYOUT));
}

test("a zero opens all around it, and a game whose free cells are open is won", () => {
  const game = given();
  assert.ok(game.open(8));
  assert.equal(String(game.board), "3 3 1\n.10\n110\n000");
  assert.equal(game.state, "won");
});

test("a flag is a wall for a flood, is not opened, and is chorded around", () => {
  const game = given();
  game.flag(1);
  game.open(8);
  assert.equal(String(game.board), "3 3 1\n.!0\n110\n000");
  assert.equal(game.open(1), false);
  assert.equal(game.chord(4), true);
  assert.deepEqual(game.exploded, [0]);
  assert.equal(game.state, "lost");
  assert.equal(game.open(1), false);
});

test("undo leaves an end, and redo comes back to it", () => {
  const game = given();
  game.open(0);
  assert.equal(game.state, "lost");
  assert.ok(game.undo());
  assert.equal(game.state, "playing");
  assert.ok(game.redo());
  assert.equal(game.state, "lost");
  assert.equal(game.redo(), false);
});

test("mines are dealt by the first cell that is opened, and again after that was taken back", () => {
  const game = new Game(Board.parse("3 3 1\n...\n...\n..."), { ...SETUP, firstClick: "safe" });
  assert.ok(game.needsMines);
  assert.throws(() => game.open(4), /not been dealt/);
  game.deal(layoutCounts(LAYOUT), "7");
  game.open(4);
  assert.equal(game.needsMines, false);
  game.undo();
  assert.ok(game.needsMines);
  assert.equal(game.setup.seed, "7");
});

test("with several mines per cell a flag goes round, and claims no more than fit", () => {
  const game = new Game(Board.parse("1 2 2 k=2\n. ."), { ...SETUP, perCell: 2 }, layoutCounts("1 2 2 k=2\n*2 ."));
  for (const face of ["!", "!2", "."]) {
    game.flag(0);
    assert.equal(String(game.board).split("\n")[1].replace(/ .$/, ""), face === "!2" ? "!2" : `${face}.`);
  }
  assert.throws(() => game.flag(0, 3), /damaged/);
});

test("a saved game is played again turn by turn, with what was undone", () => {
  const game = given();
  game.flag(0);
  game.open(4);
  game.open(8);
  game.undo();
  const again = replayed(JSON.parse(JSON.stringify(game)), layoutCounts(LAYOUT));
  assert.deepEqual(again.toJSON(), game.toJSON());
  again.redo();
  assert.equal(again.state, "won");
});

test("a given layout whose mines the first click moved is played on the moved mines, and saved as it was given", () => {
  const board = { text: "3 3 1\n1..\n...\n..." };
  const rules = { layout: { text: LAYOUT }, seed: "7", first_click: /** @type {const} */ ("safe") };
  /** @type {import("../../../src/minemind/web/static/ask/answers.js").SavedGame} */
  const saved = { minemind: 2, kind: "game", ...rules, history: [["open", 0, 0]], undone: [], board };
  const moved = layoutCounts("3 3 1\n.*.\n...\n...");
  const game = replayed(saved, moved);
  assert.equal(game.state, "playing");
  assert.deepEqual(JSON.parse(JSON.stringify(game)), saved);
  game.undo();
  assert.ok(game.needsMines); // another first click moves others
  assert.throws(() => replayed(saved, layoutCounts(LAYOUT)), /do not lead to its board/);
});

test("a game that needs no guess is saved with the way, the budget and the grade by which it is dealt", () => {
  /** @type {import("../../../src/minemind/web/static/ask/answers.js").NoGuess} */
  const noGuess = { way: "repaired", budget: 900, grade: [2, 3] };
  const board = { text: "3 3 1\n1..\n...\n..." };
  const rules = { seed: "7", first_click: /** @type {const} */ ("safe"), no_guess: noGuess };
  /** @type {import("../../../src/minemind/web/static/ask/answers.js").SavedGame} */
  const saved = { minemind: 2, kind: "game", ...rules, history: [["open", 0, 0]], undone: [], board };
  const game = replayed(saved, layoutCounts("3 3 1\n.*.\n...\n..."));
  assert.deepEqual(game.setup.noGuess, noGuess);
  assert.deepEqual(JSON.parse(JSON.stringify(game)), saved);
  assert.deepEqual(game.restarted().setup.noGuess, noGuess);
});

test("the holes of a saved game are part of its setup", () => {
  const board = { text: "3 3 1\n_..\n...\n..." };
  const rules = { seed: "7", first_click: /** @type {const} */ ("safe") };
  const game = replayed({ minemind: 2, kind: "game", ...rules, history: [], undone: [], board }, null);
  assert.deepEqual(game.setup.holes, [[0, 0]]);
  assert.equal(checkedSetup(game.setup), game.setup);
});

test("a game that begins with open numbers is refused", () => {
  /** @type {import("../../../src/minemind/web/static/ask/answers.js").SavedGame} */
  const saved = {
    minemind: 2,
    kind: "game",
    layout: { text: "1 3 1\n*1." },
    history: [],
    undone: [],
    board: { text: "1 3 1\n.1." },
  };
  assert.throws(() => replayed(saved, layoutCounts("1 3 1\n*1.")), /starts with open numbers/);
});

test("what a store or a file says need not be a game", () => {
  const saved = JSON.parse(JSON.stringify(given()));
  const counts = layoutCounts(LAYOUT);
  for (const wrong of [
    { history: [["explode", 0, 0]] },
    { history: [["flag", 0, 0, 7]] },
    { board: { text: "3 3 ?\n." } },
  ])
    assert.throws(() => replayed({ ...saved, ...wrong }, counts));
  assert.throws(() => replayed(saved, counts.slice(1)), /not the mines/);
  for (const wrong of [
    { mines: -1 },
    { mines: 10 },
    { perCell: 0 },
    { firstClick: "never" },
    { seed: 7 },
    { noGuess: { way: "best", budget: 1 } },
    { noGuess: { way: "uniform" } },
    { noGuess: { way: "uniform", budget: 1, grade: [1] } },
    { noGuess: { way: "uniform", budget: 1, grade: [1, 6] } },
    { holes: [[3, 0]] },
    { holes: 7 },
    { rows: 1e9 },
  ])
    assert.throws(() => checkedSetup(/** @type {any} */ ({ ...SETUP, ...wrong })));
});

test("turns have times if a clock runs, which are saved and come back; a game without stays without", () => {
  const game = given();
  let now = 0;
  game.clock = () => now;
  game.flag(0);
  now = 1.23456;
  game.open(1);
  assert.deepEqual(game.toJSON().times, [0, 1.235]);
  now = 9;
  game.undo();
  game.redo();
  assert.deepEqual(game.times, [0, 1.235]);
  assert.deepEqual(replayed(game.toJSON(), layoutCounts(LAYOUT)).times, [0, 1.235]);
  const untimed = given();
  untimed.open(1);
  assert.equal("times" in untimed.toJSON(), false);
});
