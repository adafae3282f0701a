// The table of guesses, which compares candidates, the best first. Choosing a row shows its cell on the board. Without
// a mine count only the risk is known, and the columns of what follows are left out.

import { make } from "./dom.js";
import { cellText, percentText } from "./words.js";

const FOLLOWING = ["Next", "Progress", "Win"];
const NOTES = {
  exact: "Next: survive this move and the next. Win: exact.",
  estimated: "Next: survive this move and the next. Win: estimated by playing on.",
  unknown: "The safest come first. The win probability needs a mine count.",
};

/** @typedef {import("./answers.js").Candidate} Candidate */

/**
 * @param {HTMLElement} target
 * @param {Candidate[]} candidates
 * @param {(candidate: Candidate) => void} onPick
 */
export function showGuesses(target, candidates, onPick) {
  target.hidden = !candidates.length;
  if (!candidates.length) return;
  const follows = candidates.some(({ win }) => isKnown(win));
  const titles = ["Cell", "Risk", ...(follows ? FOLLOWING : [])];
  const head = titles.map((text) => make("th", { text, scope: "col" }));
  const rows = candidates.flatMap((candidate) => [row(candidate, follows, onPick), odds(candidate, titles.length)]);
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  const note = follows ? (candidates.some(({ exact }) => exact) ? "exact" : "estimated") : "unknown";
  target.replaceChildren(
    make("h2", { text: "Compare candidate guesses" }),
    table,
    make("p", { className: "note", text: NOTES[note] }),
  );
}

/**
 * @param {number | null} value
 * @returns {value is number}
 */
const isKnown = (value) => value !== null;

/** @type {(candidate: Candidate, follows: boolean, onPick: (candidate: Candidate) => void) => HTMLElement} */
function row(candidate, follows, onPick) {
  const pick = make("button", { type: "button", text: cellText(candidate.cell) });
  pick.addEventListener("click", () => onPick(candidate));
  const { risk, next, progress } = candidate;
  const cells = [
    percentText(risk),
    ...(follows ? [percentOrDash(next), percentOrDash(progress), wins(candidate)] : []),
  ];
  return make("tr", {}, make("td", {}, pick), ...cells.map((text) => make("td", { text })));
}

/** @type {(value: number | null) => string} */
const percentOrDash = (value) => (isKnown(value) ? percentText(value) : "–");

/** @param {Candidate} candidate */
function wins({ win, margin, exact }) {
  if (!isKnown(win)) return "–";
  return exact || !margin ? percentText(win) : `${Math.round(100 * win)} ±${Math.max(1, Math.round(100 * margin))}%`;
}

/**
 * What the cell may show, as a bar; where that is unknown, only the risk.
 * @param {Candidate} candidate
 * @param {number} columns
 */
function odds(candidate, columns) {
  const { risk, numbers } = candidate;
  const bar = make("div", { className: "odds-row", role: "img", "aria-label": oddsText(candidate) });
  const shown = Object.entries(numbers ?? { "any number": 1 - risk });
  for (const [label, value] of [...shown, /** @type {[string, number]} */ (["✕", risk])]) {
    if (value < 0.005) continue;
    const part = make("span", {
      text: value > 0.06 ? label : "",
      className: label === "✕" ? "boom" : "",
      title: `${label}: ${percentText(value)}`,
    });
    part.style.flex = `${value} 1 0`;
    bar.append(part);
  }
  return make("tr", { className: "odds" }, make("td", { colSpan: columns }, bar));
}

/** @param {Candidate} candidate */
function oddsText({ cell, risk, numbers }) {
  const each = Object.entries(numbers ?? {}).map(([number, value]) => `${number} with ${percentText(value)}`);
  const shows = numbers ? `shows ${each.join(", ")}` : "shows an unknown number";
  return `${cellText(cell)} ${shows}; ${percentText(risk)} risk`;
}
