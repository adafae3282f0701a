// A progress bar for work that takes longer than a moment, with a button to cancel it.

import { phrase } from "../words/catalogue.js";
import { $, make } from "../page/dom.js";
import { cancel } from "./engine.js";

const SHOWN_AFTER = 200; // ms

class Progress {
  #bar = make("progress", { max: 1, value: 0 });

  /**
   * @param {string} text
   * @param {() => void} onCancel
   */
  constructor(text, onCancel) {
    const end = make("button", { type: "button", id: "cancel-work", text: phrase("page.cancel") });
    end.addEventListener("click", onCancel);
    this.#bar.setAttribute("aria-label", text);
    this.box = make("div", { className: "update", role: "status" }, make("span", { text }), this.#bar, end);
    this.timer = setTimeout(() => $("loading").after(this.box), SHOWN_AFTER);
  }

  /** @param {number} share */
  report(share) {
    this.#bar.value = share;
  }

  end() {
    clearTimeout(this.timer);
    this.box.remove();
  }
}

/**
 * Do work in a slot of the engine, with a bar if it takes a while.
 * @template Value
 * @param {string} text
 * @param {string} slot
 * @param {(report: (share: number) => void) => Promise<Value>} work
 */
export async function withProgress(text, slot, work) {
  const progress = new Progress(text, () => cancel(slot));
  try {
    return await work((share) => progress.report(share));
  } finally {
    progress.end();
  }
}
