// A view that could not be started, say because of what it found in the store: it says so, and the others still work.

import { phrase } from "../words/catalogue.js";
import { $, make } from "../page/dom.js";
import { messageOf } from "../game/words.js";

/**
 * Start a view; if that fails, return a stand-in that does nothing.
 * @template View
 * @param {string} name
 * @param {() => View} start
 * @returns {View}
 */
export function started(name, start) {
  try {
    return start();
  } catch (error) {
    console.error(error);
    const text = phrase("message.view-failed", { why: messageOf(error) });
    $(name).prepend(make("p", { className: "gone", text }));
    return /** @type {View} */ (/** @type {unknown} */ (new Broken()));
  }
}

const nothing = () => {};

class Broken {
  busy = false;
  view = { zoom: nothing, fit: nothing, layOut: nothing, redraw: nothing, walk: () => false };
  enter() {}
  key() {}
  pens = { paint: nothing };
  refreshThumbnails() {}

  current() {
    return null;
  }
}
