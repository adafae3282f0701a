// The view of the player's own statistics: totals for a size and mode, two figures, and a table of all sizes and modes.
// Everything is computed here from the records in this browser.

import { phrase, renderer } from "../words/catalogue.js";
import { draw, figure, path } from "../page/chart.js";
import { $, facts, icon, make } from "../page/dom.js";
import { saveFile, stamp } from "../files/download.js";
import { MODES } from "../play/modes.js";
import { PRESETS } from "../game/presets.js";
import { course, sizeOf, summary } from "../play/records.js";
import { USUAL } from "../game/game.js";
import { capital } from "../game/words.js";

/** @typedef {import("../words/catalogue.js").Key} Key */
/** @typedef {import("../play/records.js").GameRecord} GameRecord */

const [WIDTH, HEIGHT, LEFT, EDGE] = [420, 170, 40, 10];
/** The modes that say how a classic game was dealt; all others have the names of the dialog for a new game. */
const DEALT = ["classic", "no-guess", "layout"];
const MOST_DOTS = 200; // in a figure, for the latest games

export class Statistics {
  #size = "";
  #mode = "";

  /** @param {import("../play/records.js").Records} records */
  constructor(records) {
    this.records = records;
    this.body = make("div", { className: "sheets" });
    this.sizes = make("select", { id: "statistics-size" });
    this.modes = make("select", { id: "statistics-mode" });
    this.sizes.addEventListener("change", () => this.#choose(this.sizes.value, this.#mode));
    this.modes.addEventListener("change", () => this.#choose(this.#size, this.modes.value));
    const out = action("statistics-export", "download", "history.export", () =>
      saveFile(`minemind_statistics_${stamp()}.json`, records.exported(), "application/json"),
    );
    const into = action("statistics-import", "upload", "history.import");
    const fields = [field("play.size", this.sizes), field("statistics.mode", this.modes), out, into];
    $("statistics").replaceChildren(make("div", { className: "bar" }, ...fields), this.body);
    records.onChange = () => this.#show();
  }

  enter() {
    this.#show();
  }

  key() {
    return false;
  }

  current() {
    return null;
  }

  /** @type {(size: string, mode: string) => void} */
  #choose(size, mode) {
    [this.#size, this.#mode] = [size, mode];
    this.#show();
  }

  #show() {
    if ($("statistics").hidden) return;
    const { all } = this.records;
    options(this.sizes, distinct(all.map(({ size }) => size)), this.#size, "statistics.all-sizes", sizeName);
    options(this.modes, distinct(all.map(({ mode }) => mode)), this.#mode, "statistics.all-modes", modeName);
    const chosen = all.filter(
      ({ size, mode }) => (!this.#size || size === this.#size) && (!this.#mode || mode === this.#mode),
    );
    if (!all.length) return this.body.replaceChildren(make("p", { text: phrase("statistics.none") }));
    const pairs = make("dl", { className: "facts", id: "statistics-facts" });
    facts(pairs, summaryFacts(chosen));
    this.body.replaceChildren(
      sheet("statistics.own", pairs),
      sheet(
        "statistics.luck",
        ...luckFigure(chosen),
        make("p", { className: "note", text: phrase("statistics.formula") }),
      ),
      ...timesFigure(chosen).map((times) => sheet("statistics.times", times)),
      wide(sheet("statistics.each", this.#table(all))),
      make("p", { className: "note", text: phrase("statistics.private") }),
    );
  }

  /** @param {GameRecord[]} all */
  #table(all) {
    const heads = /** @type {Key[]} */ (
      ["size", "games", "won", "best", "rating"].map((name) => `statistics.head.${name}`)
    );
    const head = make("tr", {}, ...heads.map((key) => make("th", { text: phrase(key), scope: "col" })));
    const kinds = distinct(all.map(({ size, mode }) => `${size}\n${mode}`)).map((kind) => kind.split("\n"));
    const rows = kinds.map(([size, mode]) =>
      this.#row(size, mode, summary(all.filter((each) => each.size === size && each.mode === mode))),
    );
    return make(
      "div",
      { className: "scroll", tabIndex: 0, role: "group", "aria-label": phrase("statistics.each") },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
    );
  }

  /** @type {(size: string, mode: string, found: ReturnType<typeof summary>) => HTMLElement} */
  #row(size, mode, { games, wins, bestTime, rating }) {
    const pick = make("button", { type: "button", text: sizeName(size) });
    pick.addEventListener("click", () => this.#choose(size, mode));
    const of = make("td", {}, pick, make("div", { className: "note", text: modeName(mode) }));
    const cells = [String(games), share(wins, games), number(bestTime, 1), percent(rating)];
    return make("tr", {}, of, ...cells.map((text) => make("td", { text: text ?? "–" })));
  }
}

/** @type {(id: string, sign: string, label: Key, work?: () => void) => HTMLElement} */
function action(id, sign, label, work = () => {}) {
  const made = make("button", { type: "button", id }, icon(sign), make("span", { text: phrase(label) }));
  made.addEventListener("click", work);
  return made;
}

/** @type {(label: Key, control: HTMLElement) => HTMLElement} */
const field = (label, control) => make("label", { className: "field" }, make("span", { text: phrase(label) }), control);

/** @type {(title: Key, ...parts: Node[]) => HTMLElement} */
const sheet = (title, ...parts) =>
  make("section", { className: "group" }, make("h2", { text: phrase(title) }), ...parts);

/** @param {HTMLElement} part */
function wide(part) {
  part.classList.add("wide");
  return part;
}

/** @param {string[]} values */
const distinct = (values) => [...new Set(values)].sort();

/** @type {(select: HTMLSelectElement, values: string[], now: string, all: Key, name: (value: string) => string) => void} */
function options(select, values, now, all, name) {
  const choices = [["", phrase(all)], ...values.map((value) => [value, name(value)])];
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value, text })));
  select.value = now;
}

/** @param {string} size */
function sizeName(size) {
  const found = [...PRESETS].find(([, preset]) => sizeOf({ ...USUAL, ...preset }) === size);
  return found ? phrase(/** @type {Key} */ (`play.${found[0]}`)) : size;
}

/** @param {string} mode */
function modeName(mode) {
  if (DEALT.includes(mode)) return phrase(/** @type {Key} */ (`statistics.mode.${mode}`));
  return MODES.some((name) => name === mode) ? phrase(/** @type {Key} */ (`mode.${mode}`)) : capital(mode);
}

/** @type {(value: number | null, digits: number) => string | null} */
const number = (value, digits) =>
  value === null
    ? null
    : (value < 0 ? "−" : "") + renderer().figures.fixed(Math.round(Math.abs(value) * 10 ** digits), digits);

/** @param {number | null} value */
const percent = (value) => (value === null ? null : `${number(100 * value, 0)} %`);

/** @type {(part: number, whole: number) => string} */
const share = (part, whole) => (whole ? `${part} (${percent(part / whole)})` : "0");

/**
 * @param {GameRecord[]} records
 * @returns {[name: string, value: string | null][]}
 */
function summaryFacts(records) {
  const found = summary(records);
  const { games, helped, wins, streak, longest, bestTime, meanTime, bestRate, meanRate } = found;
  const both = (/** @type {number | null} */ one, /** @type {number | null} */ other, /** @type {number} */ digits) =>
    one === null ? "–" : `${number(one, digits)} / ${number(other, digits)}`;
  return [
    [phrase("statistics.games"), String(games)],
    [phrase("statistics.wins"), share(wins, games)],
    [phrase("statistics.streak"), `${streak} / ${longest}`],
    [phrase("statistics.time"), both(bestTime, meanTime, 1)],
    [phrase("statistics.rate"), both(bestRate, meanRate, 2)],
    [phrase("statistics.efficiency"), number(found.efficiency, 2)],
    [phrase("statistics.expected"), number(found.expected, 1)],
    [phrase("statistics.earned"), number(found.earned, 1)],
    [phrase("review.luck.brought"), number(found.luck, 1)],
    [phrase("statistics.rating"), percent(found.rating) ?? phrase("statistics.rating.later")],
    [phrase("statistics.helped"), String(helped)],
  ];
}

/**
 * A figure for lines or dots, with a scale from 0 to `most`.
 * @param {Key} label
 * @param {number} most
 * @param {number} count of values from left to right
 */
function plot(label, most, count) {
  const across = (/** @type {number} */ place) =>
    LEFT + EDGE + ((WIDTH - LEFT - 2 * EDGE) * place) / Math.max(1, count - 1);
  const down = (/** @type {number} */ value) => EDGE + (HEIGHT - 2 * EDGE) * (1 - value / most);
  const lines = [0, 0.5, 1].map(
    (part) => /** @type {[number, string]} */ ([down(part * most), number(part * most, most < 10 ? 1 : 0)]),
  );
  return { svg: figure({ width: WIDTH, height: HEIGHT, label: phrase(label) }, lines, LEFT), across, down };
}

// Wins compared with the wins to expect from the necessary risks; a single game makes no line.
/** @param {GameRecord[]} records */
function luckFigure(records) {
  const steps = course(records);
  if (steps.length < 2) return [];
  const most = Math.max(1, ...steps.map(({ wins, expected }) => Math.max(wins, expected)));
  const { svg, across, down } = plot("statistics.luck", most, steps.length);
  const line = (/** @type {"wins" | "expected"} */ name) =>
    draw("path", { class: `line ${name}`, d: path(steps.map((step, place) => [across(place), down(step[name])])) });
  svg.append(line("expected"), line("wins"));
  return [svg];
}

// The times of the latest games that were won without help.
/** @param {GameRecord[]} records */
function timesFigure(records) {
  const times = records.flatMap(({ won, helped, seconds }) => (won && !helped ? [seconds] : [])).slice(-MOST_DOTS);
  if (!times.length) return [];
  const { svg, across, down } = plot("statistics.times", Math.max(1, ...times), times.length);
  svg.append(
    ...times.map((time, place) => draw("circle", { class: "dot", cx: across(place), cy: down(time), r: 2.5 })),
  );
  return [svg];
}
