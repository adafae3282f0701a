// What the tests of the model take for the server's word: sizes and limits as small boards need them, and the language.

import { readFileSync } from "node:fs";
import { learnWords } from "../../../src/minemind/web/static/catalogue.js";
import { learn } from "../../../src/minemind/web/static/served.js";

export const ABOUT = {
  presets: [
    { name: "beginner", rows: 9, cols: 9, mines: 10 },
    { name: "expert", rows: 16, cols: 30, mines: 99 },
  ],
  limits: { rows: 100, cols: 100, file_body_bytes: 262144 },
};

/** @param {string} language */
export function speak(language) {
  const path = new URL(`../../../src/minemind/words/${language}.json`, import.meta.url);
  learnWords(language, JSON.parse(readFileSync(path, "utf8")));
}

learn(ABOUT);
speak("en");
