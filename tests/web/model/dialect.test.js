import "./about.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TextError, readText } from "../../../src/minemind/web/static/game/notation.js";

// The same cases are read by Python: see tests/test_dialect.py.
const CASES = JSON.parse(readFileSync(new URL("../../data/dialects.json", import.meta.url), "utf8"));

/** @param {string} text */
function faultIn(text) {
  try {
    return readText(text).faults[0].sentence;
  } catch (error) {
    assert.ok(error instanceof TextError);
    return error.faults[0].sentence;
  }
}

for (const { says, text, size, cells, notes = [], fault } of CASES)
  test(says, () => {
    if (fault) {
      assert.ok(faultIn(text).includes(fault), faultIn(text));
      return;
    }
    const { header, rows, faults, notes: found } = readText(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      rows.map((row) => row.tokens.join("")),
      cells,
    );
    assert.deepEqual([header.rows, header.cols, header.mines], size);
    assert.equal(found.length, notes.length);
    found.forEach(({ sentence }, place) => assert.ok(sentence.includes(notes[place]), sentence));
  });
