// Which languages there are, and which of them the user reads.

/** @typedef {keyof typeof NAMES} Language */

export const STORE = "minemind.language"; // what was chosen, in this browser

/** Every language in its own words; a test compares them with the files. */
export const NAMES = { en: "English", de: "Deutsch" };

/**
 * @param {unknown} name
 * @returns {name is Language}
 */
const isLanguage = (name) => typeof name === "string" && Object.hasOwn(NAMES, name);

// What was chosen here before, else what the address names or the browser's user reads.
export function preferred() {
  const named = [new URLSearchParams(location.search).get("lang") ?? "", ...navigator.languages];
  try {
    return [localStorage.getItem(STORE) ?? "", ...named];
  } catch {
    return named; // a store that is forbidden remembers nothing
  }
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
