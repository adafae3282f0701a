// How the words of a language are learned: its catalogue is loaded.

import { CATALOGUES } from "./places.js";
import { pause } from "./waiting.js";
import { learnWords } from "../words/catalogue.js";
import { languageOf } from "../words/languages.js";

/** @typedef {import("../words/languages.js").Language} Language */

const AGAIN = 700; // ms until a catalogue that did not come is asked for again

/**
 * Speak the first of these languages that there is, else English; says which.
 * @param {readonly string[]} tags
 */
export async function learnLanguage(tags) {
  const name = languageOf(tags);
  learnWords(name, await catalogueOf(name));
  return name;
}

/**
 * However long that takes: without words there is no page.
 * @param {Language} name
 */
async function catalogueOf(name) {
  for (;;) {
    try {
      const answer = await fetch(CATALOGUES[name]);
      if (answer.ok) return await answer.json();
    } catch {
      // the network is gone, and may come back
    }
    await pause(AGAIN);
  }
}
