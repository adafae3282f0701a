// Which languages there are, and which of them the user reads.

/** @typedef {keyof typeof NAMES} Language */

const STORE = "minemind.language"; // what was chosen, in this browser

/** Every language in its own words; a test compares them with the files. */
export const NAMES = { en: "English", de: "Deutsch" };

/**
 * @param {unknown} name
 * @returns {name is Language}
 */
const isLanguage = (name) => typeof name === "string" && Object.hasOwn(NAMES, name);

// What was chosen here before, else what the browser's user reads.
export function preferred() {
  try {
    return [localStorage.getItem(STORE) ?? "", ...navigator.languages];
  } catch {
    return navigator.languages; // a store that is forbidden remembers nothing
  }
}

/**
 * All that is shown was said in the old language, so that the page starts again; what is played and drawn stays.
 * @param {Language} name
 */
export function chooseLanguage(name) {
  try {
    localStorage.setItem(STORE, name);
  } catch {
    return; // it could not be remembered over the new start
  }
  location.reload();
}

/**
 * The first of these languages that there is, else English.
 * @param {readonly string[]} tags such as de-AT
 */
export const languageOf = (tags) => tags.map((tag) => tag.split("-")[0]).find(isLanguage) ?? "en";

/**
 * The user's own form of a language, such as en-GB: dates are written so.
 * @param {string} name
 */
export const localeOf = (name) => navigator.languages.find((tag) => tag.split("-")[0] === name) ?? name;
