// The language of the page: choosing it, loading its catalogue, and filling in every element that has text. Elements
// name entries of the catalogue: data-text for the content, data-label for screen readers, data-title for the tooltip.

import { phrase } from "../words/catalogue.js";
import { make } from "../page/dom.js";
import { learnLanguage } from "../page/learning.js";
import { preferred } from "../words/languages.js";

/** @typedef {import("../words/catalogue.js").Key} Key */

// Load the words and fill them in, however long it takes: without words there is no page.
export async function speak() {
  document.documentElement.lang = await learnLanguage(preferred());
  document.querySelector("meta[name=description]")?.setAttribute("content", phrase("page.description"));
  translate(document);
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
