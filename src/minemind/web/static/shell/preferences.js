// The dialog for the theme, the language and the settings of the page. Choices take effect at once.

import { language, phrase } from "../words/catalogue.js";
import { $, make, openDialog } from "../page/dom.js";
import { NAMES, STORE } from "../words/languages.js";
import { CHOICES, choose, setting } from "../page/settings.js";

/** @typedef {import("../words/catalogue.js").Key} Key */
/** @typedef {import("../page/settings.js").Setting} Setting */

/** The settings in the dialog; the others have their own controls. */
const LISTED = /** @type {const} */ (["coordinates", "palette", "hints", "motion", "sound", "vibration"]);
export const THEMES = /** @type {const} */ (["light", "dark", "classic", "contrast"]);

/** @param {Event} event */
const chosenIn = (event) => /** @type {HTMLSelectElement} */ (event.currentTarget).value;

/**
 * A list to choose from, by name.
 * @param {string} id
 * @param {Key} label
 * @param {[value: string, text: string][]} options
 * @param {string} now
 * @param {(value: string) => void} onChoice
 */
function list(id, label, options, now, onChoice) {
  const made = make("select", { id }, ...options.map(([value, text]) => make("option", { value, text })));
  made.value = now;
  made.addEventListener("change", (event) => onChoice(chosenIn(event)));
  return make("label", { className: "field" }, make("span", { text: phrase(label) }), made);
}

/** @type {(name: Setting) => HTMLElement} */
function listOfSetting(name) {
  const options = CHOICES[name].map(
    (value) => /** @type {[string, string]} */ ([value, phrase(/** @type {Key} */ (`settings.${name}.${value}`))]),
  );
  const onChoice = (/** @type {string} */ value) => choose(name, /** @type {never} */ (value));
  return list(`setting-${name}`, /** @type {Key} */ (`settings.${name}`), options, setting(name), onChoice);
}

/** @param {string} theme */
function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("minemind.theme", theme);
  } catch {
    // the theme lasts as long as the page
  }
  dispatchEvent(new Event("themechange"));
}

/**
 * Everything on the page is in the old language, so reload it; games and drawings are kept.
 * @param {string} name
 */
function chooseLanguage(name) {
  try {
    localStorage.setItem(STORE, name);
    location.reload();
  } catch {
    location.search = `lang=${name}`; // storage is forbidden: the address keeps it across the reload
  }
}

export function showPreferences() {
  const themes = THEMES.map(
    (name) => /** @type {[string, string]} */ ([name, phrase(/** @type {Key} */ (`settings.theme.${name}`))]),
  );
  $("settings-fields").replaceChildren(
    list("theme", "settings.theme", themes, document.documentElement.dataset.theme ?? "light", chooseTheme),
    list("language", "settings.language", Object.entries(NAMES), language(), chooseLanguage),
    ...LISTED.filter((name) => name !== "vibration" || "vibrate" in navigator).map(listOfSetting),
  );
  openDialog("settings-dialog");
}
