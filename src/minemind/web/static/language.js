// The language of the page: which one, its catalogue, and every element that says something. Elements name the entry that
// they show: data-text is what stands in them, data-label what screen readers say, data-title what a mouse sees.

import { pause } from "./api.js";
import { language, learnWords, phrase } from "./catalogue.js";
import { make } from "./dom.js";

/** @typedef {import("./catalogue.js").Key} Key */
/** @typedef {keyof typeof NAMES} Language */

const STORE = "minemind.language";
const AGAIN = 700; // ms until a catalogue that did not come is asked for again

/** Every language in its own words; a test compares them with the files. */
export const NAMES = { en: "English", de: "Deutsch" };

/**
 * @param {unknown} name
 * @returns {name is Language}
 */
const isLanguage = (name) => typeof name === "string" && Object.hasOwn(NAMES, name);

/**
 * What was chosen here before, else what the browser's user reads, else English.
 * @returns {Language}
 */
function preferred() {
  try {
    const chosen = localStorage.getItem(STORE);
    if (isLanguage(chosen)) return chosen;
  } catch {
    // a store that is forbidden remembers nothing
  }
  return navigator.languages.map((tag) => tag.split("-")[0]).find(isLanguage) ?? "en";
}

// Learn the words and say them. Without them there is no page, however long that takes.
export async function speak() {
  const name = preferred();
  learnWords(name, await catalogueOf(name));
  document.documentElement.lang = name;
  document.querySelector("meta[name=description]")?.setAttribute("content", phrase("page.description"));
  translate(document);
}

/** @param {Language} name */
async function catalogueOf(name) {
  for (;;) {
    try {
      const answer = await fetch(`words/${name}.json`);
      if (answer.ok) return await answer.json();
    } catch {
      // the server is gone, and may come back
    }
    await pause(AGAIN);
  }
}

/** @param {ParentNode} root */
function translate(root) {
  for (const element of root.querySelectorAll("[data-text], [data-label], [data-title], [data-placeholder]")) {
    if (!(element instanceof HTMLElement)) continue;
    const { text, label, title, placeholder, key } = element.dataset;
    if (text) element.replaceChildren(...marked(phrase(/** @type {Key} */ (text))));
    if (label) element.setAttribute("aria-label", phrase(/** @type {Key} */ (label)));
    if (title) element.title = keyed(phrase(/** @type {Key} */ (title)), key);
    if (placeholder) element.setAttribute("placeholder", phrase(/** @type {Key} */ (placeholder)));
  }
}

/** @type {(text: string, key: string | undefined) => string} */
export const keyed = (text, key) => (key ? phrase("page.key", { text, key }) : text);

/**
 * A text whose parts between backticks are code.
 * @param {string} text
 */
const marked = (text) => text.split("`").map((part, place) => (place % 2 ? make("code", { text: part }) : part));

/**
 * The button that switches to the next language, labelled in that language. All that is shown was said in the old one, so
 * that the page starts again; what is played and drawn stays.
 * @param {HTMLButtonElement} button
 */
export function offerLanguages(button) {
  const languages = /** @type {Language[]} */ (Object.keys(NAMES));
  const now = languages.findIndex((name) => name === language());
  const next = languages[(now + 1) % languages.length];
  button.textContent = next.toUpperCase();
  button.lang = next;
  button.title = NAMES[next];
  button.setAttribute("aria-label", NAMES[next]);
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(STORE, next);
    } catch {
      return; // it could not be remembered over the new start
    }
    location.reload();
  });
}
