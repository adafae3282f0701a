// Settings: the user's choices about the page, kept in this browser. Each name has one of the values listed here. If
// storage is forbidden, a choice lasts as long as the page.

const STORE = "minemind.settings";

/** Every setting with its values; the first one is the default. */
export const CHOICES = /** @type {const} */ ({
  drawer: ["closed", "open"],
  coordinates: ["on", "off"],
  palette: ["blue-orange", "cividis", "green-red"],
  coach: ["off", "on"],
  hints: ["gradual", "at once"],
  heat: ["off", "on"],
  certain: ["off", "on"],
  percent: ["on", "off"],
  components: ["off", "on"],
  until: ["guess", "end"],
  speed: ["3", "0", "1", "2", "4", "5", "6"],
  motion: ["on", "off"],
  sound: ["off", "on"],
  vibration: ["on", "off"],
});

/** @typedef {keyof typeof CHOICES} Setting */
/**
 * @template {Setting} Name
 * @typedef {typeof CHOICES[Name][number]} Choice
 */

/** @type {Record<string, unknown>} */
let chosen = read();

/** @returns {Record<string, unknown>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return typeof kept === "object" && kept ? kept : {};
  } catch {
    return {};
  }
}

/**
 * @template {Setting} Name
 * @param {Name} name
 * @returns {Choice<Name>}
 */
export function setting(name) {
  /** @type {readonly unknown[]} */
  const values = CHOICES[name];
  const value = chosen[name];
  return /** @type {Choice<Name>} */ (values.includes(value) ? value : values[0]);
}

/**
 * Choose a value, and notify all listeners.
 * @template {Setting} Name
 * @param {Name} name
 * @param {Choice<Name>} value
 */
export function choose(name, value) {
  chosen = { ...chosen, [name]: value };
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...read(), [name]: value })); // another tab may have chosen, too
  } catch {
    // the choice lasts as long as the page
  }
  dispatchEvent(new CustomEvent("setting", { detail: name }));
}

/**
 * Toggle a setting that is on or off.
 * @param {"heat" | "certain" | "percent" | "components" | "coach"} name
 */
export const toggle = (name) => choose(name, setting(name) === "on" ? "off" : "on");

/** @type {(name: "heat" | "certain" | "percent" | "components" | "coach" | "motion" | "sound" | "vibration") => boolean} */
export const isOn = (name) => setting(name) === "on";

/**
 * Do something when this setting changes.
 * @param {Setting} name
 * @param {() => void} work
 */
export function onChange(name, work) {
  addEventListener("setting", (event) => /** @type {CustomEvent} */ (event).detail === name && work());
}

/**
 * Do something now, and again whenever this setting changes.
 * @param {Setting} name
 * @param {() => void} work
 */
export function whenever(name, work) {
  onChange(name, work);
  work();
}
