// The dialog for a new game: its mode, its size, whether guesses may be needed, and its rules. It does not ask what the
// mode decides.

import { phrase } from "../words/catalogue.js";
import { BUDGET } from "./challenge.js";
import { DAILY_SIZES, dayOf } from "./daily.js";
import { $, dialog, inside, make, openDialog, pressed } from "../page/dom.js";
import { USUAL } from "../game/game.js";
import { CELLS_ACROSS } from "../game/limits.js";
import { OFFERED } from "./modes.js";
import { PRACTICE } from "./practice.js";
import { preset } from "../game/presets.js";
import { PACES } from "./race.js";
import { presetOf } from "./setup.js";

/** @typedef {import("../words/catalogue.js").Key} Key */
/** @typedef {import("../game/game.js").Setup} Setup */
/** @typedef {import("./modes.js").Mode} Mode */

const GUESSES = /** @type {const} */ (["may", "uniform", "repaired"]);
const GRADES = ["any", "1", "2", "3", "4", "5"];
const LONG = 18; // letters: more do not fit into half of the dialog

/** @typedef {(typeof OFFERED)[number]} Offered */

// The fields of a mode, besides the mode itself; modes that are not listed have all of them.
/** @type {Partial<Record<Offered, string[]>>} */
const ASKED = { daily: ["sizes", "daily"], practice: ["practice"] };
/** @type {Record<string, Offered[]>} */
const ONLY = {
  daily: ["daily"],
  practice: ["practice"],
  pace: ["race", "watch"],
  guesses: ["no-guess", "strict", "race", "watch"],
};

/** @type {(name: string, label: Key, options: [value: string, text: string][]) => HTMLElement} */
function list(name, label, options) {
  const chosen = make("select", { name }, ...options.map(([value, text]) => make("option", { value, text })));
  const isLong = options.some(([, text]) => text.length > LONG);
  const className = isLong ? "field wide" : "field";
  return make("label", { className }, make("span", { text: phrase(label) }), chosen);
}

// The modes, all visible at once: a drop-down list would hide what there is to play.
function modeChoices() {
  const choices = named("mode.", OFFERED).map(([value, text]) =>
    make("label", {}, make("input", { type: "radio", name: "mode", value, required: true }), text),
  );
  return make("fieldset", { className: "mode-choices wide field", "aria-label": phrase("mode.label") }, ...choices);
}

/** @type {(prefix: "mode." | "practice." | "guesses.", names: readonly string[]) => [string, string][]} */
const named = (prefix, names) => names.map((name) => [name, phrase(/** @type {Key} */ (`${prefix}${name}`))]);

export class NewGame {
  /**
   * @param {import("./modes.js").Modes} modes
   */
  constructor(modes) {
    this.modes = modes;
    this.form = inside(dialog("setup-dialog"), "form");
    this.more = inside(this.form, "details");
    this.note = make("p", { className: "mode-note" });
    this.sizes = make("div", { className: "bar presets wide field", role: "group" });
    this.sizes.setAttribute("aria-label", phrase("play.size"));
    this.#build();
    this.#field("rows").max = this.#field("cols").max = String(CELLS_ACROSS);
    this.form.addEventListener("input", () => this.#changed());
    this.form.addEventListener("submit", (event) => this.#start(event));
    this.form.addEventListener("invalid", () => (this.more.open = true), true); // the invalid field must be visible
  }

  #build() {
    const grades = GRADES.map(
      (grade) => /** @type {[string, string]} */ ([grade, phrase("mode.grade.value", { grade })]),
    );
    const paces = PACES.map((pace) => /** @type {[string, string]} */ ([String(pace), phrase("pace.value", { pace })]));
    const lists = [
      list("practice", "mode.practice", named("practice.", PRACTICE)),
      list("daily", "guesses.label", named("guesses.", GUESSES.slice(0, 2))),
      list("guesses", "guesses.label", named("guesses.", GUESSES)),
      list("grade", "mode.grade", grades),
      list("pace", "pace.label", paces),
    ];
    for (const name of DAILY_SIZES) {
      const made = make("button", { type: "button", text: phrase(`play.${name}`), "data-size": name });
      made.addEventListener("click", () => this.#resize(preset(name)));
      this.sizes.append(made);
    }
    const fields = this.form.querySelector(".fields");
    fields?.prepend(modeChoices(), this.note, this.sizes, ...lists.slice(0, 2));
    this.#field("mines")
      .closest("label")
      ?.after(...lists.slice(2));
    this.note.classList.add("wide", "field");
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {string} name */
  #number(name) {
    return Number(this.#field(name).value);
  }

  open() {
    const { mode, play } = this.modes;
    const setup = play.dealtFrom ?? play.game.setup;
    const { noGuess } = setup;
    const values = {
      ...setup,
      firstClick: this.modes.firstClick,
      seed: "",
      mode: noGuess && mode.name === "classic" ? "no-guess" : mode.name,
      practice: mode.practice ?? PRACTICE[0],
      daily: mode.isNoGuess ? "uniform" : "may",
      guesses: noGuess && mode.name !== "daily" ? noGuess.way : "may",
      grade: String(noGuess?.grade?.[0] ?? "any"),
      pace: String(mode.pace ?? 1),
    };
    for (const [name, value] of Object.entries(values)) if (this.#field(name)) this.#field(name).value = String(value);
    this.more.open = ["topology", "perCell", "firstClick"].some((name) => this.#isUnusual(name));
    this.#changed();
    openDialog("setup-dialog");
  }

  /** @param {string} name of a rule */
  #isUnusual(name) {
    return this.#field(name).value !== String(/** @type {Record<string, unknown>} */ (USUAL)[name]);
  }

  /** @param {import("../game/presets.js").Size} size */
  #resize(size) {
    for (const [name, value] of Object.entries(size)) this.#field(name).value = String(value);
    this.#changed();
  }

  get #mode() {
    return /** @type {Offered} */ (this.#field("mode").value);
  }

  #changed() {
    const mode = this.#mode;
    const guesses = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem("guesses"));
    guesses.options[0].hidden = mode === "no-guess";
    if (mode === "no-guess" && !guesses.selectedIndex) guesses.selectedIndex = 1;
    for (const each of this.form.querySelectorAll(".fields select, .fields input"))
      if (each instanceof HTMLElement) this.#ask(each, isAsked(mode, each.getAttribute("name") ?? ""));
    this.#ask(this.#field("grade"), isAsked(mode, "guesses") && this.#field("guesses").value !== "may");
    this.sizes.hidden = !isAsked(mode, "sizes");
    this.more.hidden = !isAsked(mode, "topology");
    for (const each of this.sizes.children)
      if (each instanceof HTMLElement) pressed(each, each.dataset.size === this.#size);
    const most = Math.max(0, (this.#number("rows") * this.#number("cols") - 1) * this.#number("perCell"));
    this.#field("mines").max = String(most);
    $("setup-fault").textContent = this.#number("mines") > most ? phrase("setup.range", { most }) : "";
    this.note.textContent = [
      phrase(`mode.${mode}.text`),
      mode === "daily" ? this.modes.dailyText(this.#daily()) : "",
    ].join(" ");
  }

  /**
   * Show a field, or hide it, in which case it need not be valid.
   * @type {(field: HTMLElement, isIn: boolean) => void}
   */
  #ask(field, isIn) {
    const label = field.closest("label");
    if (label) label.hidden = !isIn;
    Object.assign(field, { disabled: !isIn });
  }

  // The preset of the size in the fields.
  get #size() {
    const [rows, cols, mines] = [this.#number("rows"), this.#number("cols"), this.#number("mines")];
    return presetOf({ ...USUAL, rows, cols, mines });
  }

  /** @returns {Mode} */
  #daily() {
    const size = DAILY_SIZES.find((each) => each === this.#size) ?? "beginner";
    return { name: "daily", date: dayOf(), size, isNoGuess: this.#field("daily").value !== "may" };
  }

  /** @param {SubmitEvent} event */
  #start(event) {
    event.preventDefault();
    const name = this.#mode === "no-guess" ? "classic" : this.#mode;
    const practice = PRACTICE.find((each) => each === this.#field("practice").value);
    const pace = PACES.find((each) => String(each) === this.#field("pace").value);
    dialog("setup-dialog").close();
    void this.modes.begin(this.#setup(), name === "daily" ? this.#daily() : { name, practice, pace });
  }

  /** @returns {Setup} */
  #setup() {
    const size = {
      rows: this.#number("rows"),
      cols: this.#number("cols"),
      mines: this.#number("mines"),
      perCell: this.#number("perCell"),
    };
    const firstClick = /** @type {Setup["firstClick"]} */ (this.#field("firstClick").value);
    const seed = this.#field("seed").value.trim() || null;
    return { ...USUAL, ...size, topology: this.#field("topology").value, firstClick, seed, noGuess: this.#noGuess() };
  }

  /** @returns {Setup["noGuess"]} */
  #noGuess() {
    const way = GUESSES.find((each) => each === this.#field("guesses").value) ?? "may";
    if (way === "may" || !isAsked(this.#mode, "guesses")) return null;
    const grade = Number(this.#field("grade").value);
    return { way, budget: BUDGET, grade: grade ? [grade, grade] : null };
  }
}

/** @type {(mode: Offered, name: string) => boolean} */
const isAsked = (mode, name) =>
  name === "mode" || ((ASKED[mode]?.includes(name) ?? true) && (ONLY[name]?.includes(mode) ?? true));
