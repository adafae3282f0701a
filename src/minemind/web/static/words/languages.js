// The languages of the page, and which of them the user reads.

/** @typedef {keyof typeof NAMES} Language */

export const STORE = "minemind.language"; // where the choice is kept in this browser

/** The name of every language in itself; a test compares them with the files. */
export const NAMES = { en: "English", de: "Deutsch" };

/**
 * @param {unknown} name
 * @returns {name is Language}
 */
const isLanguage = (name) => typeof name === "string" && Object.hasOwn(NAMES, name);

// The preferred languages: an earlier choice, then the one in the address, then those of the browser.
export function preferred() {
  const named = [new URLSearchParams(location.search).get("lang") ?? "", ...navigator.languages];
  try {
    return [localStorage.getItem(STORE) ?? "", ...named];
  } catch {
    return named; // storage is forbidden
  }
}

/**
 * The first of these languages that the page has, or else English.
 * @param {readonly string[]} tags such as de-AT
 */
export const languageOf = (tags) => tags.map((tag) => tag.split("-")[0]).find(isLanguage) ?? "en";

/**
 * The user's own variant of a language, such as en-GB, for the format of dates.
 * @param {string} name
 */
export const localeOf = (name) => navigator.languages.find((tag) => tag.split("-")[0] === name) ?? name;
