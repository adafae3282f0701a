// Answers questions as the worker does, so that Python can compare: a line of JSON on standard input, {name, body}, and a
// line on standard output, {answer} or {error}. Questions whose name is none of the API's are about the engine itself.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { speak } from "./about.js";
import { Board } from "../../../src/minemind/web/static/game/board.js";
import { ANSWERS } from "../../../src/minemind/web/static/engine/answers.js";
import { Asking } from "../../../src/minemind/web/static/engine/asking.js";
import { graphOf } from "../../../src/minemind/web/static/engine/graph.js";
import { EngineModule } from "../../../src/minemind/web/static/engine/module.js";
import { AnswerError } from "../../../src/minemind/web/static/game/errors.js";

const MODULE = new URL("../../../src/minemind/web/static/engine/minemind.wasm", import.meta.url);
const CHAMPION = 3; // of the engine's strategies

const engine = new EngineModule(new WebAssembly.Module(readFileSync(MODULE)));

/**
 * A game of the champion: how it ended, and the cells that it opened by choice.
 * @param {{ board: string, start: number, rule: number, seed: string, index: string }} game
 */
function played({ board, start, rule, seed, index }) {
  const { grid, mines, perCell } = Board.parse(board);
  const graph = graphOf(new Asking(engine), grid);
  const from = [mines ?? 0, perCell, start, rule, CHAMPION, 0, BigInt(seed), BigInt(index)];
  const reply = engine.ask("play_game", graph.address, graph.rank, ...from, 1e12);
  const [result, risk] = [reply.number(), reply.number()];
  return { result, risk, moves: reply.many(() => [reply.number(), reply.number()]) };
}

/** @type {Record<string, (body: any) => unknown>} */
const KINDS = {
  ...Object.fromEntries(Object.entries(ANSWERS).map(([name, answer]) => [name, (body) => answer(engine, body)])),
  game: played,
};

/** @param {{ name: string, body: any }} question */
async function told({ name, body }) {
  speak(body.lang ?? "en");
  try {
    return { answer: await KINDS[name](body) };
  } catch (error) {
    if (error instanceof AnswerError) return { error: error.toJSON() };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await told(JSON.parse(line))));
