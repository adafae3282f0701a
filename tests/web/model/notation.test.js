import "./about.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TextError, readText } from "../../../src/minemind/web/static/game/notation.js";

// The same cases are read by Python: see tests/test_texts.py.
const CASES = JSON.parse(readFileSync(new URL("../../data/texts.json", import.meta.url), "utf8"));

/** @param {string} text */
function faultsOf(text) {
  try {
    return readText(text).faults;
  } catch (error) {
    assert.ok(error instanceof TextError);
    return error.faults;
  }
}

for (const { says, text, tokens, size, notes = [], fault } of CASES)
  test(says, () => {
    if (fault) {
      const [{ line, column, sentence }] = faultsOf(text);
      assert.deepEqual([line, column], fault.at);
      assert.ok(sentence.includes(fault.says), sentence);
      return;
    }
    const { header, rows, faults, notes: found } = readText(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      rows.map((row) => row.tokens),
      tokens,
    );
    assert.deepEqual([header.rows, header.cols, header.mines], size);
    assert.deepEqual(
      found.map(({ line }) => line),
      notes,
    );
  });
