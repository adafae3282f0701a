// Learning a language: loading its catalogue.

import { CATALOGUES } from "./places.js";
import { pause } from "./waiting.js";
import { learnWords } from "../words/catalogue.js";
import { languageOf } from "../words/languages.js";

/** @typedef {import("../words/languages.js").Language} Language */

const AGAIN = 700; // ms before a failed request for a catalogue is repeated

/**
 * Use the first of these languages that the page has, or else English. Returns its name.
 * @param {readonly string[]} tags
 */
export async function learnLanguage(tags) {
  const name = languageOf(tags);
  learnWords(name, await catalogueOf(name));
  return name;
}

/**
 * Keeps trying, however long it takes: without words there is no page.
 * @param {Language} name
 */
async function catalogueOf(name) {
  for (;;) {
    try {
      const answer = await fetch(CATALOGUES[name]);
      if (answer.ok) return await answer.json();
    } catch {
      // the network may come back
    }
    await pause(AGAIN);
  }
}
