// How questions are shared out among the workers. Time is simulated, and so are the workers: they answer nothing by
// themselves, so that every question would take for ever, and each takes a while until it is ready.

import "./about.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const SLOT = "help";
const STARTED = 300; // ms until a worker is ready: many times what it takes on an idle machine

/** @typedef {{ at: number, of: number, told: any }} Message when, by which worker, and what */

/** @type {Message[]} */
const sent = [];
/** @type {SimulatedWorker[]} */
const workers = [];
let now = 0;

class SimulatedWorker {
  isEnded = false;
  #hear = (/** @type {{ data: object }} */ _) => {};

  constructor() {
    this.number = workers.push(this);
  }

  /** @type {(kind: string, listener: (event: { data: object }) => void) => void} */
  addEventListener(kind, listener) {
    if (kind === "message") this.#hear = listener;
  }

  /** @param {any} told */
  postMessage(told) {
    if (told.module) setTimeout(() => this.say({}), STARTED);
    else sent.push({ at: now, of: this.number, told });
  }

  /** @param {object} data */
  say(data) {
    if (!this.isEnded) this.#hear({ data });
  }

  terminate() {
    this.isEnded = true;
  }
}

Object.assign(globalThis, { Worker: SimulatedWorker, location: { origin: "null" }, fetch: async () => ({}) });
WebAssembly.compileStreaming = async () => /** @type {WebAssembly.Module} */ ({});
mock.timers.enable({ apis: ["setTimeout"] });
const { Outdated, ask, cancel, startEngine } = await import("../../../src/minemind/web/static/ask/engine.js");

/** @param {number} ms */
async function pass(ms) {
  for (const end = now + ms; now < end; now++) {
    mock.timers.tick(1);
    await null;
  }
}

await startEngine();
await pass(3 * STARTED);

/**
 * Ask so many questions, one after the other; says after how many ms the last was begun.
 * @type {(count: number, gap: number) => Promise<number>}
 */
async function asked(count, gap) {
  for (let number = 1; number <= count; number++) {
    ask("cell", { number }, SLOT).catch((error) => assert.ok(error instanceof Outdated));
    if (number < count) await pass(gap);
  }
  const since = now;
  await pass(2 * STARTED);
  const begun = sent.find(({ at, told }) => at >= since && told.body.number === count);
  assert.ok(begun, "the last question was never begun");
  return begun.at - since;
}

for (const [count, gap] of [
  [1, 0],
  [2, 1],
  [5, 5],
  [5, 6],
  [40, 10],
  [100, 3],
  [3, 60],
])
  test(`${count} questions, each ${gap} ms after the one before it, delay the last by less than 50 ms`, async () => {
    assert.ok((await asked(count, gap)) <= 50);
    cancel(SLOT); // the last is not wanted either
    await pass(2 * STARTED);
  });
