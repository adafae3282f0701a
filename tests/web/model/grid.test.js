import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Grid, checkShape, gridOf } from "../../../src/minemind/web/static/game/grid.js";
import { preset, usualMines } from "../../../src/minemind/web/static/game/presets.js";

test("a cell in the middle has eight neighbours, six on hexagons, and a corner of a torus has eight", () => {
  assert.deepEqual(new Grid(3, 3).around(4), [0, 1, 2, 3, 5, 6, 7, 8]);
  assert.equal(new Grid(5, 5, "hex").around(12).length, 6);
  assert.equal(new Grid(4, 4, "torus").around(0).length, 8);
  assert.equal(new Grid(7, 7, "square", 2).around(24).length, 24);
});

test("neighbours are mutual, whatever the shape, and a hole has none", () => {
  for (const topology of ["square", "torus", "hex"]) {
    const grid = new Grid(4, 5, topology, 2, new Set([7]));
    assert.deepEqual(grid.around(7), []);
    for (let one = 0; one < grid.length; one++)
      for (const other of grid.around(one)) assert.ok(grid.around(other).includes(one) && other !== one && other !== 7);
  }
});

test("arrow keys stop at the edge, and go over it on a torus", () => {
  assert.equal(new Grid(3, 4).step(0, -1, -1), 0);
  assert.equal(new Grid(3, 4, "torus").step(0, -1, -1), 11);
});

test("boards are as large as the page takes on, and no larger", () => {
  checkShape({ rows: 100, cols: 100 });
  assert.throws(() => checkShape({ rows: 3, cols: 101 }), /1 to 100/);
  assert.throws(() => gridOf({ rows: 0, cols: 1 }), /1 to 100/);
});

test("the usual mine count is that of the preset, or by Expert's density", () => {
  assert.equal(usualMines(9, 9), 10);
  assert.equal(usualMines(4, 6), 5);
  assert.equal(usualMines(1, 1), 1);
  assert.throws(() => preset("nightmare"), /no preset/);
});
