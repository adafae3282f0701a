// Within: an answer by the engine, within the work allowed for one answer.

import { unreadable } from "../game/errors.js";
import { TextError } from "../game/header.js";
import { Asking } from "./asking.js";

/** @typedef {import("./module.js").EngineModule} EngineModule */

/**
 * What the answer needed in the engine is released at the end.
 * @template Body
 * @param {(asking: Asking, body: Body) => object} work
 * @returns {(engine: EngineModule, body: Body) => object}
 */
export function within(work) {
  return (engine, body) => {
    const asking = new Asking(engine);
    try {
      return work(asking, body);
    } catch (error) {
      throw error instanceof TextError ? unreadable(error.faults) : error;
    } finally {
      asking.close();
    }
  };
}
