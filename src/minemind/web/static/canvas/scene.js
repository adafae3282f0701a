// A scene: a board and everything shown on it besides its faces; and what each cell then looks like.

import { claimed, isFlag } from "../game/board.js";
import { heatOf } from "./heat.js";

/**
 * @typedef {object} Scene everything but the board is optional
 * @property {import("../game/board.js").Board} board
 * @property {Int32Array | null} [mines] counts to show, as flags if `won`
 * @property {boolean} [won]
 * @property {boolean} [showsFree] whether cells without mines are shown as free
 * @property {Set<number> | null} [exploded]
 * @property {Float64Array | null} [risk] NaN if unknown
 * @property {Set<number> | null} [outside] cells that no number sees, whose risk is the same
 * @property {number} [outsideLabel] the one on which that risk is written
 * @property {number[] | null} [choices] what the coach would do, the best first
 * @property {boolean} [areGuesses] whether these are guesses; otherwise they are certain
 * @property {Set<number> | null} [area] where to look
 * @property {Set<number> | null} [told] the cells of the current step of a proof
 * @property {Set<number> | null} [safe]
 * @property {Set<number> | null} [certainMines]
 * @property {Set<number> | null} [dead] cells that tell nothing
 * @property {number[][] | null} [fifties] pairs of cells that only a guess can tell apart
 * @property {Int32Array | null} [component] by index, -1: none
 * @property {Set<number> | null} [lit] numbers that prove something
 * @property {number} [target] the cell they prove
 * @property {"safe" | "danger" | null} [verdict] what they prove about it
 * @property {Set<number> | null} [faults]
 * @property {Set<number> | null} [veiled] open cells not revealed yet
 * @property {Set<number> | null} [doubts] cells of a picture that the player has to check
 * @property {Set<number> | null} [pressed] cells under a button or a finger
 * @property {number} [focus] the cell that the keyboard is on
 */

/**
 * The name of a cell's tile: what lies there, and what is written on it.
 * @param {Scene} scene
 * @param {number} index
 */
export function look(scene, index) {
  const name = lookWithoutQuestion(scene, index);
  return !scene.board.isQuestion(index) ? name : name === "hidden" ? "question" : `${name} ?`;
}

/**
 * The name of its tile with the shade of its risk. A risk shared by all outside cells is written on one of them only.
 * @param {Scene} scene
 * @param {number} index
 */
export function tileOf(scene, index) {
  const name = look(scene, index);
  const { risk, outside } = scene;
  if (!risk || !name.startsWith("risk ")) return name;
  const [, written, question = ""] = name.split(" ");
  const level = heatOf(risk).level(risk[index]);
  if (!outside?.has(index)) return `risk ${written} ${level} ${question}`.trimEnd();
  return `outside ${index === scene.outsideLabel ? written : "-"} ${level} ${question}`.trimEnd();
}

/** @type {(scene: Scene, index: number) => string} */
function lookWithoutQuestion(scene, index) {
  const face = scene.board.faces[index];
  const { mines, exploded, risk, safe, certainMines, component, pressed } = scene;
  const mined = mines?.[index] ?? 0;
  if (scene.veiled?.has(index)) return "hidden";
  if (face >= 0) return `number ${face}`;
  if (isFlag(face)) return mines && mined !== claimed(face) ? "wrong" : `flag ${claimed(face)}`;
  if (exploded?.has(index)) return `boom ${mined}`;
  if (mined) return scene.won ? `flag ${mined}` : `mine ${mined}`;
  if (scene.showsFree) return "free";
  if (pressed?.has(index)) return "number 0";
  if (scene.verdict && index === scene.target) return scene.verdict;
  const mark = scene.board.marks.get(index);
  if (safe?.has(index) || mark === "o") return "safe";
  if (certainMines?.has(index) || mark === "x") return "danger";
  if (mark === "#") return "unknown";
  const written = risk && !Number.isNaN(risk[index]) ? percent(risk[index]) : "";
  if (component && component[index] >= 0) return `component ${component[index] % 6} ${written}`;
  if (written) return `risk ${written}`;
  return "hidden";
}

/**
 * A risk as written on a cell. Nothing is shown as certain merely because of rounding.
 * @param {number} risk
 */
function percent(risk) {
  if (risk === 0 || risk === 1) return String(100 * risk);
  return String(Math.min(99, Math.max(1, Math.round(100 * risk))));
}
