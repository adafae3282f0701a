// Within: an answer by the engine, within the work that one may take.

import { unreadable } from "../game/errors.js";
import { TextError } from "../game/header.js";
import { Asking } from "./asking.js";

/** @typedef {import("./module.js").EngineModule} EngineModule */

/**
 * Whatever the answer needed meanwhile is given back at its end.
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
