// The editor: any position, painted, typed or loaded, with its analysis next to it. Every change is followed by the
// engine's answer: faulty cells, certain cells, risks, components, and why a cell is certain.

import { Advice } from "../advice/advice.js";
import { componentsOf, findings } from "../advice/analysis.js";
import { QUESTION } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { Coach } from "../advice/coach.js";
import { $, button, buttons, facts, inform, listing, say } from "../page/dom.js";
import { Draft } from "./draft.js";
import { Outdated, ask } from "../ask/engine.js";
import { fragmentOf } from "../files/link.js";
import { Fields } from "./fields.js";
import { ERASER, FLAG, LOOK, Pens, inkOf } from "./pens.js";
import { preset } from "../game/presets.js";
import { report, troubled } from "./report.js";
import { Typing } from "./typing.js";
import { isOn, toggle } from "../page/settings.js";
import { toggles } from "../page/switches.js";
import { BoardView } from "../canvas/view.js";
import { following } from "../page/waiting.js";
import { describe, sentence } from "../game/words.js";

export class Analyse {
  /** @type {import("./report.js").Answered | null} */
  #known = null;
  /** @type {string[]} */
  #assumed = []; // when reading the text that was loaded last
  #isPending = false;
  #pointed = -1;
  /** @type {import("./pens.js").Ink | null} */
  #ink = null; // of the stroke being painted
  typing = new Typing(this);
  /** @type {string | null} */
  address = null; // of the position, once it is known
  onAddress = () => {}; // called when it is

  constructor() {
    this.draft = Draft.restored();
    this.fields = new Fields(this.draft, (work) => this.#change(work));
    const { board } = this.draft;
    const look = { label: phrase("editor.label"), painted: true };
    this.view = new BoardView($("analyse-board"), this.#handlers(), { board }, look);
    this.pens = new Pens($("pens"), (pen) => this.view.viewport.classList.toggle("painted", pen !== LOOK));
    this.advice = new Advice({
      message: $("analyse-message"),
      info: $("analyse-info"),
      guesses: $("edit-guesses"),
      slot: "edit-help",
      view: this.view,
      board: () => this.board,
      question: () => ({ board: { text: String(this.board) } }),
      show: () => this.#show(),
      isOpen: () => this.#known !== null && !this.#known.trouble,
      report: () => this.#report(),
    });
    this.coach = new Coach(this.advice);
    this.follow = following(() => this.#analyse());
    this.#wire();
    this.#follow();
  }

  get board() {
    return this.draft.board;
  }

  get busy() {
    return this.#isPending;
  }

  /** @returns {import("../canvas/pointing.js").Handlers} */
  #handlers() {
    return {
      stroke: (index, isFirst, pressedButton) => this.#stroke(index, isFirst, pressedButton),
      strokeEnd: () => (this.#ink = null),
      strokeCancel: () => this.#ink && this.undo(),
      point: (index) => this.point(index),
    };
  }

  #wire() {
    button("edit-undo").addEventListener("click", () => this.undo());
    button("edit-redo").addEventListener("click", () => this.redo());
    for (const each of buttons("[data-edit-preset]"))
      each.addEventListener("click", () =>
        this.#change(() => this.draft.become(preset(each.dataset.editPreset ?? ""))),
      );
    button("edit-numbers").addEventListener("click", () => this.#change(() => this.draft.numberByFlags()));
    button("edit-clear").addEventListener("click", () => this.#change(() => this.draft.empty()));
    button("edit-guess").addEventListener("click", () => this.advice.guess());
    button("edit-hint").addEventListener("click", () => this.advice.hint());
    toggles("percent", "show-percent", () => this.#show());
    toggles("components", "show-components", () => this.#show());
    toggles("coach", "edit-coach", () => this.coach.follow());
  }

  // ---- changing the board

  /** @param {() => void} work */
  #change(work) {
    const before = this.draft.version;
    work();
    if (this.draft.version === before) return this.#show();
    this.#assumed = [];
    this.#follow();
    // Stored only on a change here: a second tab may have stored something else since.
    this.draft.store();
  }

  undo() {
    this.#change(() => this.draft.undo());
  }

  redo() {
    this.#change(() => this.draft.redo());
  }

  /**
   * @param {import("../game/board.js").Board} board
   * @param {string[]} notes what was assumed to read it
   * @param {import("./draft.js").Doubts} doubts cells of a picture that have to be checked
   */
  load(board, notes = [], doubts = new Map()) {
    this.#change(() => this.draft.load(board, doubts));
    this.#assumed = notes;
    this.#report();
  }

  /**
   * @param {number} index
   * @param {boolean} isFirst
   * @param {number} pressedButton
   */
  #stroke(index, isFirst, pressedButton) {
    if (this.pens.chosen === LOOK && pressedButton === 0) return;
    if (isFirst && this.view.pointing.isShifted)
      return this.#fill(index, pressedButton === 2 ? FLAG : this.pens.chosen);
    if (isFirst) {
      this.draft.remember();
      this.#ink = this.inkOf(pressedButton === 2 ? FLAG : this.pens.chosen, index);
    }
    if (this.#ink) this.write(index, this.#ink);
  }

  /** @type {(pen: string, index: number) => import("./pens.js").Ink} */
  inkOf(pen, index) {
    return inkOf(pen, this.board.faces[index], this.board.perCell);
  }

  /** @type {(index: number, ink: import("./pens.js").Ink) => void} */
  write(index, ink) {
    this.#change(() => this.draft.write(index, ink));
  }

  /**
   * Fill all connected cells that look alike with the chosen pen: an opening, bounded by its numbers.
   * @param {number} index
   * @param {string} pen
   */
  #fill(index, pen) {
    if (pen === LOOK) return;
    this.draft.remember();
    this.#change(() => this.draft.fill(index, this.inkOf(pen, index)));
  }

  // ---- answers

  #follow() {
    this.advice.clear();
    this.coach.clear();
    this.#isPending = true;
    this.address = null;
    this.fields.show();
    this.#show();
    this.follow();
  }

  async #analyse() {
    const { board } = this;
    const text = String(board);
    const known = await this.#answerTo(board, text);
    if (!known || String(this.board) !== text) return; // a newer answer is on its way
    this.#isPending = false;
    this.#known = known;
    this.#report();
    this.#show();
    this.coach.follow();
    void this.#nameAddress(text);
    this.point(this.view.isWalking ? this.view.focus : this.view.hovered);
  }

  /** @param {string} text of the board */
  async #nameAddress(text) {
    const address = await fragmentOf(text);
    if (String(this.board) !== text) return;
    this.address = address;
    this.onAddress();
  }

  /** @type {(board: import("../game/board.js").Board, text: string) => Promise<import("./report.js").Answered | null>} */
  async #answerTo(board, text) {
    try {
      const answer = await ask("analyse", { board: { text }, frontier: true }, "analyse");
      return { ...findings(board, answer, text), trouble: null };
    } catch (error) {
      return error instanceof Outdated ? null : troubled(board, error, text);
    }
  }

  #report() {
    if (!this.#known) return;
    const told = report(this.board, this.#known);
    facts($("analysis-facts"), told.facts);
    const { size } = this.draft.doubts;
    const doubts = size ? [phrase("picture.doubts", { count: size })] : [];
    listing($("analysis-notes"), [...doubts, ...this.#assumed, ...told.notes].map(sentence));
    say($("analyse-message"), told.message);
  }

  /** @param {number} index */
  point(index) {
    this.#pointed = index;
    const known = this.#known?.text === String(this.board) ? this.#known : null;
    const fault = known?.trouble?.faults.get(index);
    const others = this.draft.doubts.get(index);
    const doubt = others ? `; ${phrase("picture.doubt", { others: others.join(" ") || "–" })}` : "";
    const text = index < 0 ? "" : `${describe(this.board, index, known)}${fault ? `: ${fault}` : ""}${doubt}`;
    inform($("analyse-info"), text);
    this.view.viewport.title = fault ?? "";
    if (this.view.isWalking) $("spoken").textContent = text;
    const isCertain = known?.safe.has(index) || known?.mines.has(index);
    void this.coach.point(index, () => this.#pointed === index, isCertain);
  }

  // ---- showing

  /** @returns {import("../canvas/scene.js").Scene} */
  scene() {
    const { board } = this;
    // The answer for the board before the last stroke is still mostly right, and better than a flicker.
    const known = this.#known?.risk.length === board.faces.length ? this.#known : null;
    const advice = this.advice.scene();
    return {
      ...advice,
      board,
      choices: this.coach.choices,
      areGuesses: this.coach.areGuesses,
      outside: known?.outside,
      outsideLabel: known?.outsideLabel,
      risk: isOn("percent") ? known?.risk : null,
      safe: known?.safe,
      certainMines: known?.mines,
      dead: known?.dead,
      fifties: known?.fifties,
      component: isOn("components") ? componentsOf(board.grid, known?.answer ?? null) : null,
      doubts: new Set(this.draft.doubts.keys()),
      faults: new Set([...(known?.trouble?.faults.keys() ?? []), ...(advice.faults ?? [])]),
    };
  }

  #show() {
    this.view.show(this.scene());
    button("edit-undo").disabled = !this.draft.canUndo;
    button("edit-redo").disabled = !this.draft.canRedo;
  }

  // ---- keys, and what other parts of the page take from here

  /** @param {KeyboardEvent} event */
  key({ key, shiftKey }) {
    if (/^[0-9]$/.test(key)) return (this.typing.type(key), true);
    const action = this.#actions(shiftKey)[key.length === 1 ? key.toLowerCase() : key];
    action?.();
    return Boolean(action);
  }

  /** @type {(isShifted: boolean) => Record<string, (() => unknown) | undefined>} */
  #actions(isShifted) {
    const erase = () => this.typing.type(ERASER);
    const paint = () => this.pens.chosen !== LOOK && this.typing.type(this.pens.chosen);
    const flag = () => this.typing.type(FLAG);
    return {
      ".": erase,
      Delete: erase,
      Backspace: () => this.typing.back(),
      f: flag,
      "!": flag,
      q: () => this.typing.type(QUESTION),
      " ": paint,
      Enter: () => this.typing.enter(),
      z: () => this.#fill(this.typing.place(), "0"),
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => this.advice.hint(),
      b: () => this.advice.guess(),
      Escape: () => this.pens.choose(LOOK),
      m: () => toggle("percent"),
      p: () => toggle("components"),
      v: () => toggle("coach"),
      w: () => this.advice.walk.step(isShifted ? -1 : 1),
    };
  }

  /** @returns {import("../history/store.js").Current} */
  current() {
    return {
      kind: "position",
      name: phrase("editor.position"),
      text: String(this.board),
      layout: null,
      game: null,
      scene: this.scene(),
    };
  }

  enter() {
    this.view.layOut();
  }
}
