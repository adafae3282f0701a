// Small helpers for all views: find elements, make them, show messages. Text from outside is only ever set as
// textContent.

/**
 * The element with this id, which must exist and be of this kind.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function the(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return found;
}

/** @type {(id: string) => HTMLElement} */
export const $ = (id) => the(id, HTMLElement);
/** @type {(id: string) => HTMLButtonElement} */
export const button = (id) => the(id, HTMLButtonElement);
/** @type {(id: string) => HTMLInputElement} */
export const input = (id) => the(id, HTMLInputElement);
/** @type {(id: string) => HTMLSelectElement} */
export const select = (id) => the(id, HTMLSelectElement);
/** @type {(id: string) => HTMLTextAreaElement} */
export const textarea = (id) => the(id, HTMLTextAreaElement);
/** @type {(id: string) => HTMLDialogElement} */
export const dialog = (id) => the(id, HTMLDialogElement);

/**
 * The first element with this tag inside another, which must exist.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {ParentNode} parent
 * @param {Tag} tag
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function inside(parent, tag) {
  const found = parent.querySelector(tag);
  if (!found) throw new Error(`The <${tag}> element is missing.`);
  return found;
}

/** @type {(selector: string) => HTMLButtonElement[]} */
export const buttons = (selector) =>
  [...document.querySelectorAll(selector)].filter((e) => e instanceof HTMLButtonElement);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ text?: string | null, className?: string } & Record<string, unknown>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, { text = null, className = "", ...properties } = {}, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== null) made.textContent = text;
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) Object.assign(made, { [name]: value });
    else made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** @param {string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** @typedef {{ title?: string, text?: string, list?: string[], steps?: string[], mood?: "" | "good" | "bad" }} Message */

/** @type {WeakMap<HTMLElement, string>} */
const lastSaid = new WeakMap();

/**
 * Show a panel's message: a heading, a sentence, a list and numbered steps, all optional. Saying the same again changes
 * nothing, so that screen readers do not repeat it.
 * @param {HTMLElement} target
 * @param {Message} message
 */
export function say(target, { title = "", text = "", list = [], steps = [], mood = "" }) {
  const said = JSON.stringify([title, text, list, steps, mood]);
  if (lastSaid.get(target) === said) return;
  lastSaid.set(target, said);
  target.dataset.mood = mood;
  target.replaceChildren();
  if (title) target.append(make("strong", { text: title }));
  if (text) target.append(make("span", { text }));
  const lines = (/** @type {string[]} */ texts) => texts.map((line) => make("li", { text: line }));
  if (list.length) target.append(make("ul", {}, ...lines(list)));
  if (steps.length) target.append(make("ol", {}, ...lines(steps)));
  const line = target.closest(".view")?.querySelector(".info");
  if (line instanceof HTMLElement) inform(line, "");
}

// A panel's message in one line.
const saidIn = (/** @type {Element} */ message) =>
  [...message.children]
    .filter((part) => part.matches("strong, span"))
    .map((part) => part.textContent)
    .join(" · ");

// Whether the user points with fingers.
export const isTouch = () => matchMedia("(pointer: coarse)").matches;

const narrow = matchMedia("(max-width: 900px)");

// Whether a panel's message may be out of sight: in a closed drawer, or below the board.
const isAway = (/** @type {HTMLElement} */ message) => narrow.matches || message.offsetParent === null;

/**
 * Set the line under a board: the text about the cell that is pointed at. If there is none, or if the panel's message
 * matters more, show that message, provided that the panel is out of sight.
 * @param {HTMLElement} line
 * @param {string} text
 * @param {{ matters?: boolean }} options
 */
export function inform(line, text, { matters = false } = {}) {
  if (line.closest("[hidden]")) return; // it is set when it is shown
  const message = line.closest(".view")?.querySelector(".message");
  if (!(message instanceof HTMLElement)) return void (line.textContent = text);
  const said = isAway(message) ? saidIn(message) : "";
  const isSaid = Boolean(said) && (matters || !text);
  if (isSaid && line.textContent !== said) $("spoken").textContent = said; // nobody hears a panel that is out of sight
  line.textContent = isSaid ? said : text;
  line.classList.toggle("said", isSaid);
  line.dataset.mood = isSaid ? message.dataset.mood : "";
}

/**
 * Scroll to a board and the line under it, which fit together on any screen.
 * @param {...HTMLElement} parts
 */
export function bringTogether(...parts) {
  if (!narrow.matches) return;
  for (const part of parts) part.scrollIntoView({ block: "nearest" });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/**
 * @param {string} text
 * @param {{ text: string, act: () => void } | null} offer what can be done about it
 */
export function toast(text, offer = null) {
  const box = $("toast");
  (document.querySelector("dialog[open]") ?? document.body).append(box); // it would be invisible under an open dialog
  box.textContent = text;
  if (offer) box.append(offered(offer.text, offer.act));
  box.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(hideToast, offer ? 10000 : 4000);
}

function hideToast() {
  const box = $("toast");
  box.classList.remove("shown");
  box.querySelector("button")?.remove(); // an invisible button would still get the focus
}

/** @type {(text: string, act: () => void) => HTMLElement} */
function offered(text, act) {
  const made = make("button", { type: "button", text });
  made.addEventListener("click", () => (hideToast(), act()));
  return made;
}

/**
 * A list of names and values; those without a value are left out.
 * @param {HTMLElement} target
 * @param {[name: string, value: string | null][]} pairs
 */
export function facts(target, pairs) {
  target.replaceChildren(
    ...pairs.flatMap(([name, value]) =>
      value === null ? [] : [make("dt", { text: name }), make("dd", { text: value })],
    ),
  );
}

/**
 * A list of sentences, hidden if there are none.
 * @param {HTMLElement} target
 * @param {string[]} sentences
 */
export function listing(target, sentences) {
  target.replaceChildren(...sentences.map((text) => make("li", { text })));
  target.hidden = sentences.length === 0;
}

/**
 * @param {HTMLElement} target
 * @param {boolean} value
 */
export function pressed(target, value) {
  target.setAttribute("aria-pressed", String(value));
}

/** @param {string} id */
export function openDialog(id) {
  const box = dialog(id);
  if (!box.open) box.showModal();
  return box;
}

/** @type {(target: EventTarget | null) => boolean} */
export const isTyping = (target) =>
  target instanceof Element && target.matches("input:not([type=range]), textarea, select");
