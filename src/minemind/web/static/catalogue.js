// The catalogue of the language that the page speaks: every text of the page is one of its entries, filled in. The file is
// the same that Python reads, minemind/words, which also holds the sentences that the server writes.

import { Renderer } from "./template.js";

/** @typedef {keyof typeof import("../../words/en.json")} Key */

/** @type {Renderer | null} */
let spoken = null;

/** @param {{ [key: string]: import("./template.js").Entry }} entries of a language */
export function learnWords(entries) {
  spoken = new Renderer(entries);
}

export function renderer() {
  if (!spoken) throw new Error("No language has been loaded yet.");
  return spoken;
}

/**
 * A text in the language of the page.
 * @param {Key} key
 * @param {import("./template.js").Values} values
 */
export const phrase = (key, values = {}) => renderer().phrase(key, values);
