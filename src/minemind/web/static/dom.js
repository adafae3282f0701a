// Small things that all views do to the page: find elements, make them, say something. Text from outside goes through
// textContent only.

export const $ = (id) => document.getElementById(id);

export function make(tag, { text = null, className = "", ...properties } = {}, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== null) made.textContent = text;
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

// A panel's message: a heading, a sentence, and a list, each of them optional.
// Saying the same again changes nothing, so that screen readers do not repeat it.
export function say(target, { title = "", text = "", list = [], mood = "" } = {}) {
  const said = JSON.stringify([title, text, list, mood]);
  if (target.said === said) return;
  target.said = said;
  target.dataset.mood = mood;
  target.replaceChildren();
  if (title) target.append(make("strong", { text: title }));
  if (text) target.append(make("span", { text }));
  if (list.length) target.append(make("ul", {}, ...list.map((line) => make("li", { text: line }))));
}

// On a phone the panel lies below the board: what was asked for must not be answered out of sight.
export function bringIntoView(target) {
  const box = target.getBoundingClientRect();
  if (box.bottom > innerHeight) target.scrollIntoView({ block: "nearest" });
}

// Where the panel lies below the board, what is said about a cell stands in the line under the board.
const narrow = matchMedia("(max-width: 900px)");

// The line under a board: about the cell that is pointed at, or what was `said` where the panel is out of sight.
export function inform(line, text, said = null) {
  const isSaid = Boolean(said) && narrow.matches;
  line.textContent = isSaid ? said : text;
  line.classList.toggle("said", isSaid);
}

// A board and the line under it, which fit on any screen together.
export function bringTogether(board, line) {
  if (!narrow.matches) return;
  for (const part of [board, line]) part.scrollIntoView({ block: "nearest" });
}

let hiding = null;

export function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => box.classList.remove("shown"), 4000);
}

export function facts(target, pairs) {
  const shown = pairs.filter(([, value]) => value !== null);
  target.replaceChildren(
    ...shown.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", { text: value })]),
  );
}

export function pressed(button, value) {
  button.setAttribute("aria-pressed", String(value));
}

export function openDialog(id) {
  const dialog = $(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export const isTyping = (target) => Boolean(target.matches?.("input:not([type=range]), textarea, select"));
