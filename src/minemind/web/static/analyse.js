// The editor: any position, painted, typed or loaded, with its analysis beside it. Every change is followed by the
// server's answer: faults at their cells, certain cells, risks, components, and why a cell is certain.

import { Advice } from "./advice.js";
import { componentsOf, findings } from "./analysis.js";
import { Outdated, ask, following, onServer } from "./api.js";
import { QUESTION } from "./board.js";
import { phrase } from "./catalogue.js";
import { $, button, facts, inform, listing, pressed, say } from "./dom.js";
import { Draft } from "./draft.js";
import { Fields } from "./fields.js";
import { ERASER, FLAG, LOOK, Pens, inkOf } from "./pens.js";
import { report, troubled } from "./report.js";
import { BoardView } from "./view.js";
import { describe, sentence } from "./words.js";

const TYPING = 900; // ms within which a second digit belongs to the first, where numbers can have two

export class Analyse {
  #showsPercent = true;
  #showsComponents = false;
  /** @type {import("./report.js").Answered | null} */
  #known = null;
  /** @type {string[]} */
  #assumed = []; // to read the text that was loaded last
  #isPending = false;
  #pointed = -1;
  /** @type {import("./pens.js").Ink | null} */
  #ink = null; // of the stroke that is being painted
  #typed = { at: -Infinity, focus: -1 };

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
      show: () => this.#show(),
    });
    this.follow = following(() => this.#analyse());
    this.#wire();
    this.#follow();
    onServer((online) => online && this.#follow());
  }

  get board() {
    return this.draft.board;
  }

  get busy() {
    return this.#isPending;
  }

  /** @returns {import("./pointing.js").Handlers} */
  #handlers() {
    return {
      stroke: (index, isFirst, pressedButton) => this.#stroke(index, isFirst, pressedButton),
      strokeEnd: () => (this.#ink = null),
      strokeCancel: () => this.#ink && this.undo(),
      point: (index) => this.#point(index),
    };
  }

  #wire() {
    button("edit-undo").addEventListener("click", () => this.undo());
    button("edit-redo").addEventListener("click", () => this.redo());
    button("edit-clear").addEventListener("click", () => this.#change(() => this.draft.empty()));
    button("edit-guess").addEventListener("click", () => this.advice.guess());
    button("edit-hint").addEventListener("click", () => this.advice.hint());
    button("show-percent").addEventListener("click", () => this.#togglePercent());
    button("show-components").addEventListener("click", () => this.#toggleComponents());
  }

  // ---- changing the board

  /** @param {() => void} work */
  #change(work) {
    const before = this.draft.version;
    work();
    if (this.draft.version === before) return this.#show();
    this.#assumed = [];
    this.#follow();
    // Stored only when something was changed here: a second tab may have stored something else since.
    this.draft.store();
  }

  undo() {
    this.#change(() => this.draft.undo());
  }

  redo() {
    this.#change(() => this.draft.redo());
  }

  /**
   * @param {import("./board.js").Board} board
   * @param {string[]} notes what was assumed to read it
   */
  load(board, notes = []) {
    this.#change(() => this.draft.load(board));
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
    if (isFirst) {
      this.draft.remember();
      this.#ink = this.#inkOf(pressedButton === 2 ? FLAG : this.pens.chosen, index);
    }
    if (this.#ink) this.#write(index, this.#ink);
  }

  /** @type {(pen: string, index: number) => import("./pens.js").Ink} */
  #inkOf(pen, index) {
    return inkOf(pen, this.board.faces[index], this.board.perCell);
  }

  /** @type {(index: number, ink: import("./pens.js").Ink) => void} */
  #write(index, ink) {
    this.#change(() => this.draft.write(index, ink));
  }

  /** @param {string} pen */
  #type(pen) {
    if (pen === LOOK) return;
    const { focus, viewport } = this.view;
    const number = this.#typedOn(focus, pen);
    this.draft.remember();
    this.#write(focus, number === null ? this.#inkOf(pen, focus) : { face: number, mark: null });
    this.pens.choose(pen);
    this.view.isWalking = true;
    viewport.focus({ preventScroll: true });
    this.view.redraw();
    this.#point(focus);
  }

  /**
   * The number that a second digit makes of the first, null if it is none.
   * @param {number} focus
   * @param {string} pen
   */
  #typedOn(focus, pen) {
    const before = this.#typed;
    this.#typed = { at: performance.now(), focus };
    const { faces, perCell, grid } = this.board;
    const isQuick = before.focus === focus && this.#typed.at - before.at < TYPING;
    if (!isQuick || perCell === 1 || faces[focus] <= 0 || !/\d/.test(pen)) return null;
    const number = 10 * faces[focus] + Number(pen);
    return number <= perCell * grid.around(focus).length ? number : null;
  }

  // ---- answers

  #follow() {
    this.advice.clear();
    this.#isPending = true;
    this.fields.show();
    this.#show();
    this.follow();
  }

  async #analyse() {
    const { board } = this;
    const text = String(board);
    const known = await this.#answerTo(board, text);
    if (!known || String(this.board) !== text) return; // the next answer is on its way
    this.#isPending = false;
    this.#known = known;
    this.#report();
    this.#show();
    this.#point(this.view.isWalking ? this.view.focus : this.view.hovered);
  }

  /** @type {(board: import("./board.js").Board, text: string) => Promise<import("./report.js").Answered | null>} */
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
    listing($("analysis-notes"), [...this.#assumed, ...told.notes].map(sentence));
    say($("analyse-message"), told.message);
  }

  /** @param {number} index */
  #point(index) {
    this.#pointed = index;
    const known = this.#known?.text === String(this.board) ? this.#known : null;
    const fault = known?.trouble?.faults.get(index);
    const text = index < 0 ? "" : `${describe(this.board, index, known)}${fault ? `: ${fault}` : ""}`;
    inform($("analyse-info"), text);
    this.view.viewport.title = fault ?? "";
    if (this.view.isWalking) $("spoken").textContent = text;
    if (known?.safe.has(index) || known?.mines.has(index))
      return void this.advice.explain(index, () => this.#pointed === index);
    if (!this.advice.shown?.isExplained) return;
    this.advice.clear();
    this.#report();
    this.#show();
  }

  #togglePercent() {
    pressed($("show-percent"), (this.#showsPercent = !this.#showsPercent));
    this.#show();
  }

  #toggleComponents() {
    pressed($("show-components"), (this.#showsComponents = !this.#showsComponents));
    this.#show();
  }

  // ---- showing

  /** @returns {import("./scene.js").Scene} */
  scene() {
    const { board } = this;
    // An answer to the board before the last stroke is still right about most of it, and better than a flicker.
    const known = this.#known?.risk.length === board.faces.length ? this.#known : null;
    const advice = this.advice.scene();
    return {
      ...advice,
      board,
      risk: this.#showsPercent ? known?.risk : null,
      safe: known?.safe,
      certainMines: known?.mines,
      dead: known?.dead,
      fifties: known?.fifties,
      component: this.#showsComponents ? componentsOf(board.grid, known?.answer ?? null) : null,
      faults: new Set([...(known?.trouble?.faults.keys() ?? []), ...(advice.faults ?? [])]),
    };
  }

  #show() {
    this.view.show(this.scene());
    button("edit-undo").disabled = !this.draft.canUndo;
    button("edit-redo").disabled = !this.draft.canRedo;
  }

  // ---- keys, and what others take from here

  /** @param {KeyboardEvent} event */
  key({ key }) {
    if (/^[0-9]$/.test(key)) return (this.#type(key), true);
    const action = this.#actions()[key.length === 1 ? key.toLowerCase() : key];
    action?.();
    return Boolean(action);
  }

  /** @returns {Record<string, (() => void) | undefined>} */
  #actions() {
    const erase = () => this.#type(ERASER);
    const paint = () => this.#type(this.pens.chosen);
    const flag = () => this.#type(FLAG);
    return {
      ".": erase,
      Delete: erase,
      Backspace: erase,
      f: flag,
      "!": flag,
      q: () => this.#type(QUESTION),
      " ": paint,
      Enter: paint,
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => this.advice.hint(),
      b: () => this.advice.guess(),
      Escape: () => this.pens.choose(LOOK),
      m: () => this.#togglePercent(),
      p: () => this.#toggleComponents(),
    };
  }

  /** @returns {import("./store.js").Current} */
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
