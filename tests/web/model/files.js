// Answers `convert` and `review` as the page's worker does, so that Python can compare: a JSON list of questions on
// standard input, and the list of answers, or of errors, on standard output. And `work` is what a review takes.

import { readFileSync } from "node:fs";
import { speak } from "./about.js";
import { AnswerError } from "../../../src/minemind/web/static/game/errors.js";
import { convert } from "../../../src/minemind/web/static/engine/convert.js";
import { review } from "../../../src/minemind/web/static/engine/review.js";
import { FORMATS } from "../../../src/minemind/web/static/engine/formats/filetypes.js";
import { EngineModule } from "../../../src/minemind/web/static/engine/module.js";

const path = new URL("../../../src/minemind/web/static/engine/minemind.wasm", import.meta.url);
const engine = new EngineModule(new WebAssembly.Module(readFileSync(path)));

/** @type {Record<string, (engine: EngineModule, body: any) => unknown>} */
const ANSWERS = { convert, review, formats: () => FORMATS, work: workOfReview };

/**
 * What a review takes, in units that are the same on every machine.
 * @type {(module: EngineModule, body: any) => number}
 */
function workOfReview(module, body) {
  const before = module.worked;
  review(module, body);
  return module.worked - before;
}

/** @param {{ name: string, body: { lang?: string } }} question */
function answer({ name, body }) {
  speak(body.lang ?? "en");
  try {
    return ANSWERS[name](engine, body);
  } catch (error) {
    if (error instanceof AnswerError) return { error };
    throw error;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
