// The worker in which the engine runs, so that it never blocks the page. The page's side is ask/engine.js. The first
// message brings the compiled module, the words of the page's language and the presets. Every other message is a question
// {id, name, body}, answered by {id, answer} or {id, error} after any number of {id, progress}. `isBroken` means that
// this worker must not be asked again.

import { learnWords, phrase } from "../words/catalogue.js";
import { AnswerError } from "../game/errors.js";
import { learnPresets } from "../game/presets.js";
import { messageOf } from "../game/words.js";
import { ANSWERS, loadLater } from "./answers.js";
import { DEALING_WORK, WORK } from "./asking.js";
import { EngineModule } from "./module.js";

/** @typedef {import("../ask/answers.js").Trouble} Trouble */
/** @typedef {{ id: number, name: keyof typeof ANSWERS, body: any }} Question */

/**
 * @typedef {object} Start
 * @property {WebAssembly.Module} module
 * @property {{ name: string, entries: { [key: string]: import("../words/template.js").Entry } }} words
 * @property {{ [name: string]: import("../game/presets.js").Size }} presets
 */

/**
 * @typedef {object} Told a message of the worker; without an id, it means "ready"
 * @property {number} [id]
 * @property {number} [progress] the share of the allowed work done so far
 * @property {object} [answer]
 * @property {Trouble} [error]
 * @property {boolean} [isBroken]
 */

// A worker whose memory has grown beyond this is replaced: the memory never shrinks again.
const MOST_BYTES = 200 * 2 ** 20;

/** @type {EngineModule | null} */
let engine = null;

/** @param {Told} told */
const tell = (told) => postMessage(told);

/** @param {Start} start */
function begin({ module, words, presets }) {
  learnWords(words.name, words.entries);
  learnPresets(presets);
  engine = new EngineModule(module);
  tell({});
  loadLater().catch(() => {}); // the first question that needs it reports the error
}

/**
 * @param {EngineModule} asked
 * @param {Question} question
 * @returns {Promise<Told>}
 */
async function answered(asked, { id, name, body }) {
  const begun = asked.worked;
  const most = body.no_guess ? DEALING_WORK : WORK;
  asked.onProgress = (worked) => tell({ id, progress: Math.min(1, (worked - begun) / most) });
  try {
    return { id, answer: await ANSWERS[name](asked, body), isBroken: isGrown(asked) };
  } catch (error) {
    if (error instanceof AnswerError) return { id, error: error.toJSON(), isBroken: isGrown(asked) };
    // A trap leaves the engine's memory in the middle of its work.
    const isBroken = isTrap(error);
    const message = isBroken ? phrase("engine.died") : messageOf(error);
    return { id, error: new AnswerError({ message }).toJSON(), isBroken };
  }
}

/** @param {EngineModule} asked */
const isGrown = ({ bytes }) => bytes > MOST_BYTES;

/** @param {unknown} error */
const isTrap = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

addEventListener("message", async ({ data }) => {
  if (engine) tell(await answered(engine, data));
  else begin(data);
});
