// The pens of the editor: a button for each, and what each of them writes into a cell.

import { Board, HIDDEN, QUESTION, claimed, flagFace } from "./board.js";
import { icon, inside, make, pressed } from "./dom.js";
import { picture } from "./draw.js";
import { capital } from "./words.js";

/** @typedef {{ face: number, mark: import("./board.js").Mark | null }} Ink */

export const LOOK = "look"; // paints nothing: for fingers, which cannot point at a cell without touching it
export const FLAG = "!";
export const ERASER = ".";

/** @type {[pen: string, name: string, key: string][]} */
const NUMBERS = Array.from({ length: 9 }, (_, n) => [String(n), n ? `${n}` : "0, empty", String(n)]);
/** @type {[pen: string, name: string, key: string][]} */
const PENS = [
  [LOOK, "none, only look", "Esc"],
  [ERASER, "hidden", "."],
  [QUESTION, "question mark, hidden", "Q"],
  [FLAG, "flag", "F"],
  ...NUMBERS,
];

/**
 * What a pen makes of a cell. A flag on a flag takes it away, or claims one mine more where a cell holds several.
 * @param {string} pen
 * @param {number} face
 * @param {number} perCell
 * @returns {Ink}
 */
export function inkOf(pen, face, perCell) {
  if (pen === FLAG) return { face: flagFace((claimed(face) + 1) % (perCell + 1)), mark: null };
  if (pen === QUESTION) return { face: HIDDEN, mark: QUESTION };
  return { face: pen === ERASER ? HIDDEN : Number(pen), mark: null };
}

export class Pens {
  chosen = "1";

  /**
   * @param {HTMLElement} host
   * @param {(pen: string) => void} onChoose
   */
  constructor(host, onChoose) {
    this.onChoose = onChoose;
    this.buttons = PENS.map((pen) => this.#button(...pen));
    host.replaceChildren(...this.buttons);
    this.paint();
  }

  /** @type {(pen: string, name: string, key: string) => HTMLButtonElement} */
  #button(pen, name, key) {
    const title = `${capital(name)} (${key})`;
    const made = make("button", { type: "button", title, "aria-label": `Pen: ${name}` });
    made.dataset.pen = pen;
    made.append(pen === LOOK ? icon("look") : make("canvas"), make("small", { text: key, "aria-hidden": "true" }));
    made.addEventListener("click", () => this.choose(pen));
    return made;
  }

  /** @param {string} pen */
  choose(pen) {
    this.chosen = pen;
    this.onChoose(pen);
    this.paint();
  }

  paint() {
    for (const each of this.buttons) {
      const pen = each.dataset.pen ?? LOOK;
      pressed(each, pen === this.chosen);
      if (pen === LOOK) continue;
      picture({ board: Board.parse(`1 1 ?\n${pen}`) }, 26, devicePixelRatio || 1, inside(each, "canvas"));
    }
  }
}
