// The table of guesses: the candidates compared, best first. Choosing a row shows its cell on the board. Without a mine
// count only the risk is known, and the columns about what follows are left out.

import { phrase, renderer } from "../words/catalogue.js";
import { make } from "../page/dom.js";
import { cellText } from "../words/template.js";
import { capital } from "../game/words.js";

/** @typedef {import("../words/catalogue.js").Key} Key */
/** @type {Key[]} */
const COLUMNS = ["guesses.cell", "guesses.risk"];
/** @type {Key[]} */
const FOLLOWING = ["guesses.next", "guesses.progress", "guesses.win"];

/** @typedef {import("../ask/answers.js").Candidate} Candidate */

/**
 * @param {HTMLElement} target
 * @param {Candidate[]} candidates
 * @param {(candidate: Candidate) => void} onPick
 */
export function showGuesses(target, candidates, onPick) {
  target.hidden = !candidates.length;
  if (!candidates.length) return;
  const follows = candidates.some(({ win }) => win !== null);
  const titles = [...COLUMNS, ...(follows ? FOLLOWING : [])].map((key) => capital(phrase(key)));
  const head = titles.map((text) => make("th", { text, scope: "col" }));
  const rows = candidates.flatMap((candidate) => [row(candidate, follows, onPick), odds(candidate, titles.length)]);
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  const win = follows ? (candidates.every(({ exact }) => exact) ? "exact" : "estimated") : "unknown";
  target.replaceChildren(
    make("h2", { text: phrase("advice.guesses") }),
    table,
    make("p", { className: "note", text: phrase("advice.guesses.note", { win }) }),
    ...(win === "estimated" ? verdict(candidates).map((text) => make("p", { className: "note", text })) : []),
  );
}

/**
 * Which candidate is best, as far as the games can tell, and whether a hint would choose another.
 * @param {Candidate[]} candidates
 */
function verdict(candidates) {
  const [first, second] = candidates;
  const chosen = candidates.find(({ recommended }) => recommended) ?? first;
  const level = candidates.filter((candidate) => candidate.may_be_best);
  const said = [];
  if (chosen.exact) {
    said.push(phrase("guesses.perfect", { cell: chosen.cell }));
  } else if (level.length > 1) {
    const games = Math.min(...level.map((candidate) => candidate.games));
    said.push(phrase("guesses.level", { cells: level.map(({ cell }) => cell), games, choice: chosen.cell }));
  } else if (second) {
    const lead = [second.behind, second.behind_margin];
    said.push(phrase("guesses.apart", { cell: first.cell, lead, other: second.cell }));
  }
  const hinted = candidates.find(({ hint }) => hint) ?? chosen;
  return hinted === chosen ? said : [...said, phrase("guesses.hinted", { cell: hinted.cell })];
}

/** @type {(candidate: Candidate, follows: boolean, onPick: (candidate: Candidate) => void) => HTMLElement} */
function row(candidate, follows, onPick) {
  const pick = make("button", { type: "button", text: cellText(candidate.cell) });
  pick.addEventListener("click", () => onPick(candidate));
  const { risk, next, progress } = candidate;
  const { figures } = renderer();
  const cells = [
    figures.odds(risk, 1),
    ...(follows
      ? [next === null ? "–" : figures.odds(next), progress === null ? "–" : figures.percent(progress), wins(candidate)]
      : []),
  ];
  const marked = candidate.recommended ? { "aria-current": "true" } : {};
  return make("tr", marked, make("td", {}, pick), ...cells.map((text) => make("td", { text })));
}

/** @param {Candidate} candidate */
function wins({ win, margin, exact }) {
  if (win === null) return "–";
  const { figures } = renderer();
  return exact || !margin ? figures.odds(win) : figures.interval(win, margin, 1);
}

/**
 * What the cell may show, as a bar; if that is unknown, only the risk.
 * @param {Candidate} candidate
 * @param {number} columns
 */
function odds(candidate, columns) {
  const { risk, numbers } = candidate;
  const bar = make("div", { className: "odds-row", role: "img", "aria-label": oddsText(candidate) });
  const shown = Object.entries(numbers ?? { [phrase("advice.any-number")]: 1 - risk });
  for (const [label, value] of [...shown, /** @type {[string, number]} */ (["✕", risk])]) {
    if (value < 0.005) continue;
    const part = make("span", {
      text: value > 0.06 ? label : "",
      className: label === "✕" ? "boom" : "",
      title: `${label}: ${renderer().figures.odds(value)}`,
    });
    part.style.flex = `${value} 1 0`;
    bar.append(part);
  }
  return make("tr", { className: "odds" }, make("td", { colSpan: columns }, bar));
}

/** @param {Candidate} candidate */
function oddsText({ cell, risk, numbers }) {
  if (!numbers) return phrase("advice.shows-unknown", { cell, risk });
  const each = Object.entries(numbers).map(([number, probability]) => ({ number, probability }));
  return phrase("advice.shows", { cell, risk, numbers: each });
}
