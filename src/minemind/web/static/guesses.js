// The table of guesses: what speaks for each, the best first. Choosing a row shows its cell on the board.

import { make } from "./dom.js";
import { percentText } from "./words.js";

export function showGuesses(target, candidates, onPick) {
  target.hidden = !candidates.length;
  if (!candidates.length) return target.replaceChildren();
  const head = ["Cell", "Risk", "Next", "Progress", "Wins"].map((text) => make("th", { text, scope: "col" }));
  const rows = candidates.flatMap((candidate) => [row(candidate, onPick), odds(candidate)]);
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  const exact = candidates.some((candidate) => candidate.exact);
  const note = exact
    ? "Next: it and the safest step after it go well. Wins are exact."
    : "Next: it and the safest step after it go well. Wins are estimated from games played on.";
  target.replaceChildren(
    make("h2", { text: "Guesses, the best first" }),
    table,
    make("p", { className: "note", text: note }),
  );
}

function row(candidate, onPick) {
  const pick = make("button", { type: "button", text: `(${candidate.cell.join(", ")})` });
  pick.addEventListener("click", () => onPick(candidate));
  const { risk, next, progress } = candidate;
  const cells = [percentText(risk), chance(next), chance(progress), wins(candidate)];
  return make("tr", {}, make("td", {}, pick), ...cells.map((text) => make("td", { text })));
}

const chance = (value) => (value === null || value === undefined ? "–" : percentText(value));

function wins({ win, margin, exact }) {
  if (win === null || win === undefined) return "–";
  return exact || !margin ? percentText(win) : `${Math.round(100 * win)} ±${Math.max(1, Math.round(100 * margin))}%`;
}

function odds({ cell, risk, numbers }) {
  const bar = make("div", { className: "odds-row", role: "img", "aria-label": oddsText(cell, risk, numbers) });
  const parts = Object.entries(numbers ?? {}).map(([number, value]) => [number, value, ""]);
  for (const [label, value, name] of [...parts, ["✕", risk, "boom"]]) {
    if (value < 0.005) continue;
    const part = make("span", {
      text: value > 0.06 ? label : "",
      className: name,
      title: `${label}: ${percentText(value)}`,
    });
    part.style.flex = `${value} 1 0`;
    bar.append(part);
  }
  return make("tr", { className: "odds" }, make("td", { colSpan: 5 }, bar));
}

function oddsText(cell, risk, numbers) {
  const each = Object.entries(numbers ?? {}).map(([number, value]) => `${number} with ${percentText(value)}`);
  return `(${cell.join(", ")}) shows ${each.join(", ")}; a mine with ${percentText(risk)}`;
}
