import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, HIDDEN, QUESTION } from "../../../src/minemind/web/static/game/board.js";
import { Draft } from "../../../src/minemind/web/static/analyse/draft.js";

const draft = () => new Draft(Board.parse("2 3 2\n1..\n..."), "known");

test("what is written can be taken back and done again, stroke by stroke", () => {
  const drawn = draft();
  drawn.remember();
  drawn.write(1, { face: 2, mark: null });
  drawn.write(2, { face: HIDDEN, mark: QUESTION });
  assert.equal(String(drawn.board), "2 3 2\n12?\n...");
  drawn.undo();
  assert.equal(String(drawn.board), "2 3 2\n1..\n...");
  drawn.redo();
  assert.equal(String(drawn.board), "2 3 2\n12?\n...");
  drawn.empty();
  assert.equal(drawn.canRedo, false);
  assert.equal(String(drawn.board), "2 3 2\n...\n...");
});

test("painting a cell over with itself changes nothing, and is nothing to go back to", () => {
  const drawn = draft();
  const { version } = drawn;
  drawn.remember();
  drawn.write(0, { face: 1, mark: null });
  drawn.write(1, { face: HIDDEN, mark: null });
  assert.equal(drawn.version, version);
  drawn.undo();
  assert.equal(drawn.version, version);
});

test("mines are counted in four ways, and a known count comes back", () => {
  const drawn = draft();
  drawn.count("unknown", 2);
  assert.equal(drawn.board.mines, null);
  drawn.count("known", null);
  assert.equal(drawn.board.mines, 2);
  drawn.count("size", 2);
  assert.equal(drawn.board.mines, 1);
  drawn.count("flags", 2);
  assert.equal(drawn.board.mines, 0);
  drawn.write(3, { face: -2, mark: null });
  assert.equal(drawn.board.mines, 1);
});

test("a loaded position brings its own count, and of its marks only question marks", () => {
  const drawn = draft();
  drawn.load(Board.parse("1 4 ?\no#?1"));
  assert.equal(drawn.countMode, "unknown");
  assert.equal(String(drawn.board), "1 4 ?\n..?1");
  assert.deepEqual([...drawn.board.marks.values()], ["?"]);
  drawn.undo();
  assert.equal(drawn.countMode, "known");
});

test("a doubtful cell is settled by writing, even by writing the same, and doubtful again after undo", () => {
  const drawn = draft();
  drawn.load(
    Board.parse("1 3 ?\n12."),
    new Map([
      [0, ["7"]],
      [2, ["!"]],
    ]),
  );
  drawn.remember();
  drawn.write(0, { face: 1, mark: null });
  assert.deepEqual([...drawn.doubts.keys()], [2]);
  drawn.write(1, { face: 3, mark: null });
  assert.deepEqual([...drawn.doubts.keys()], [2]);
  drawn.undo();
  assert.deepEqual([...drawn.doubts.keys()], [0, 2]);
  drawn.count("flags", null);
  assert.equal(drawn.doubts.size, 2);
  drawn.empty();
  assert.equal(drawn.doubts.size, 0);
});
