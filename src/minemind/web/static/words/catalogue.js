// The catalogue of the page's language: every text of the page is one of its entries, filled in. Python reads the same
// file in minemind/words, which also holds the sentences of proofs, hints and guesses.

import { Renderer } from "./template.js";

/** @typedef {keyof typeof import("../../../words/en.json")} Key */

/** @type {{ name: string, renderer: Renderer } | null} */
let spoken = null;

/**
 * Use a language from now on.
 * @param {string} name
 * @param {{ [key: string]: import("./template.js").Entry }} entries
 */
export function learnWords(name, entries) {
  spoken = { name, renderer: new Renderer(entries) };
}

export function renderer() {
  if (!spoken) throw new Error("No language has been loaded yet.");
  return spoken.renderer;
}

// The name of the language: en, de.
export const language = () => spoken?.name ?? "en";

/**
 * A text in the page's language.
 * @param {Key} key
 * @param {import("./template.js").Values} values
 */
export const phrase = (key, values = {}) => renderer().phrase(key, values);
