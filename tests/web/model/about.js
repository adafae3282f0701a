// What the tests of the model take for granted: the presets, and the language.

import { readFileSync } from "node:fs";
import { learnWords } from "../../../src/minemind/web/static/words/catalogue.js";
import { learnPresets } from "../../../src/minemind/web/static/game/presets.js";

/** @param {string} path in the package */
const read = (path) => JSON.parse(readFileSync(new URL(`../../../src/minemind/${path}`, import.meta.url), "utf8"));

/** @param {string} language */
export const speak = (language) => learnWords(language, read(`words/${language}.json`));

learnPresets(read("presets.json"));
speak("en");
