// The pens of the editor: a button for each, and what each of them writes into a cell.

import { Board, HIDDEN, QUESTION, claimed, flagFace } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { icon, inside, make, pressed } from "../page/dom.js";
import { picture } from "../canvas/draw.js";
import { capital } from "../game/words.js";

/** @typedef {{ face: number, mark: import("../game/board.js").Mark | null }} Ink */

export const LOOK = "look"; // paints nothing: the first pen, and the one with which fingers can point at a cell
export const FLAG = "!";
export const ERASER = ".";

/**
 * Every pen, its name and its key.
 * @returns {[pen: string, name: string, key: string][]}
 */
const pens = () => [
  [LOOK, phrase("editor.pen.look"), "Esc"],
  [ERASER, phrase("editor.pen.hidden"), "."],
  [QUESTION, phrase("editor.pen.question"), "Q"],
  [FLAG, phrase("editor.pen.flag"), "F"],
  ["0", phrase("editor.pen.zero"), "0"],
  ..."12345678".split("").map((n) => /** @type {[string, string, string]} */ ([n, n, n])),
];

/**
 * What a pen writes into a cell. A flag on a flag removes it, or claims one more mine if a cell can hold several.
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
  chosen = LOOK;

  /**
   * @param {HTMLElement} host
   * @param {(pen: string) => void} onChoose
   */
  constructor(host, onChoose) {
    this.onChoose = onChoose;
    this.buttons = pens().map((pen) => this.#button(...pen));
    host.replaceChildren(...this.buttons);
    this.choose(LOOK); // a newcomer's first click must not spoil the position
  }

  /** @type {(pen: string, name: string, key: string) => HTMLButtonElement} */
  #button(pen, name, key) {
    const title = phrase("page.key", { text: capital(name), key });
    const made = make("button", { type: "button", title, "aria-label": phrase("editor.pen", { name }) });
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
