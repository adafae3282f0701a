// A walk through a proof, one step at a time, with the numbers and cells of each step lit.

import { phrase } from "../words/catalogue.js";
import { icon, make } from "../page/dom.js";

/** @typedef {import("../ask/answers.js").Proof} Proof */

export class Walk {
  /** @type {Proof["steps"]} */
  #steps = [];
  #at = -1; // before the first step the whole proof is lit

  /**
   * @param {HTMLElement} line under the board, next to which the buttons go
   * @param {() => void} onStep
   */
  constructor(line, onStep) {
    this.onStep = onStep;
    this.count = make("output", {});
    const tool = (/** @type {"left" | "right"} */ way, /** @type {string} */ label, /** @type {number} */ by) => {
      const made = make("button", { type: "button", className: "icon", "aria-label": label, title: label }, icon(way));
      made.addEventListener("click", () => this.step(by));
      return made;
    };
    const [back, on] = [phrase("walk.back"), phrase("page.key", { text: phrase("walk.on"), key: "W" })];
    this.bar = make(
      "div",
      { className: "walk", hidden: true },
      tool("left", back, -1),
      this.count,
      tool("right", on, 1),
    );
    line.after(this.bar);
  }

  /** @param {Proof | undefined} proof */
  begin(proof) {
    this.#steps = (proof?.steps.length ?? 0) > 1 ? (proof?.steps ?? []) : [];
    this.#at = -1;
    this.#show();
  }

  /** @param {number} by */
  step(by) {
    if (!this.#steps.length) return;
    this.#at = Math.min(this.#steps.length - 1, Math.max(-1, this.#at + by));
    this.#show();
    this.onStep();
  }

  // The current step; null if the whole proof is shown.
  get now() {
    return this.#steps[this.#at] ?? null;
  }

  get place() {
    return this.#at;
  }

  #show() {
    this.bar.hidden = !this.#steps.length;
    this.count.textContent = phrase("walk.place", { place: this.#at + 1, count: this.#steps.length });
  }
}
