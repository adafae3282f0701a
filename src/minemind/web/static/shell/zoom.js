// The three zoom buttons next to a board: smaller, fit, larger.

import { phrase } from "../words/catalogue.js";
import { icon, make } from "../page/dom.js";

/** @type {(name: string, view: import("../canvas/view.js").BoardView) => void} */
export function addZoom(name, view) {
  /** @type {[name: string, label: string, action: () => void][]} */
  const actions = [
    ["minus", phrase("page.zoom-out"), () => view.zoom(1 / 1.2)],
    ["fit", phrase("page.fit"), () => view.fit()],
    ["plus", phrase("page.zoom-in"), () => view.zoom(1.2)],
  ];
  for (const [sign, label, action] of actions) {
    const made = make("button", { type: "button", className: "icon", "aria-label": label, title: label }, icon(sign));
    made.addEventListener("click", action);
    document.querySelector(`[data-zoom="${name}"]`)?.append(made);
  }
}
