// Buttons and fields that show a setting and change it.

import { $, button, pressed } from "./dom.js";
import { choose, isOn, onChange, setting, toggle, whenever } from "./settings.js";

/**
 * A button that turns a setting on and off.
 * @param {Parameters<typeof toggle>[0]} name
 * @param {string} id
 * @param {() => void} onSwitch called after each change
 */
export function toggles(name, id, onSwitch) {
  button(id).addEventListener("click", () => toggle(name));
  whenever(name, () => pressed($(id), isOn(name)));
  onChange(name, onSwitch);
}

/**
 * A list or a slider whose value is stored as a setting.
 * @param {"until" | "speed"} name
 * @param {string} id
 */
export function remembers(name, id) {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ ($(id));
  field.value = setting(name);
  field.addEventListener("change", () => choose(name, /** @type {never} */ (field.value)));
}
