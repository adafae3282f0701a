// The catalogue of the language that the page speaks: every text of the page is one of its entries, filled in. The file is
// the same that Python reads, minemind/words, which also holds the sentences of proofs, hints and guesses.

import { Renderer } from "./template.js";

/** @typedef {keyof typeof import("../../../words/en.json")} Key */

/** @type {{ name: string, renderer: Renderer } | null} */
let spoken = null;

/**
 * Speak a language from now on.
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
 * A text in the language of the page.
 * @param {Key} key
 * @param {import("./template.js").Values} values
 */
export const phrase = (key, values = {}) => renderer().phrase(key, values);
