import "./about.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { fragmentOf, textIn } from "../../../src/minemind/web/static/files/link.js";

const POSITION = "2 3 1\n.?1\n!_0";

test("a link carries a text there and back, deflated", async () => {
  const fragment = await fragmentOf(POSITION);
  assert.match(fragment, /^#position=z[A-Za-z0-9_-]+$/);
  assert.equal(await textIn(fragment), POSITION);
});

test("a browser that cannot deflate writes the text as it is", async (t) => {
  const { CompressionStream } = globalThis;
  t.after(() => Object.assign(globalThis, { CompressionStream }));
  Reflect.deleteProperty(globalThis, "CompressionStream");
  const fragment = await fragmentOf(POSITION);
  assert.match(fragment, /^#position=t/);
  assert.equal(await textIn(fragment), POSITION);
});

test("what carries no position is told from what is damaged or too long", async () => {
  assert.equal(await textIn("#play"), null);
  for (const damaged of ["#position=zAAAA", "#position=z%%%", "#position=t%E0%A4%A"])
    await assert.rejects(textIn(damaged), /damaged or incomplete/);
  const long = ".".repeat(300_000);
  for (const fragment of [await fragmentOf(long), `#position=t${long}`])
    await assert.rejects(textIn(fragment), /it is too long/);
});
