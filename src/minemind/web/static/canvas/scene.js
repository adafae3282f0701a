// A scene: a board and everything that is shown on it beside its faces; and what each of its cells then looks like.

import { claimed, isFlag } from "../game/board.js";
import { heatOf } from "./heat.js";

/**
 * @typedef {object} Scene everything but the board is optional
 * @property {import("../game/board.js").Board} board
 * @property {Int32Array | null} [mines] counts to be shown, as flags if `won`
 * @property {boolean} [won]
 * @property {boolean} [showsFree] whether cells without mines are shown as free
 * @property {Set<number> | null} [exploded]
 * @property {Float64Array | null} [risk] NaN: none
 * @property {Set<number> | null} [outside] cells that no number sees, whose risk is the same
 * @property {number} [outsideLabel] the one of them that says so
 * @property {number[] | null} [choices] what the coach would do, the best first
 * @property {boolean} [areGuesses] whether these are guesses; else they are certain
 * @property {Set<number> | null} [area] where to look
 * @property {Set<number> | null} [told] cells that a step of a proof is about
 * @property {Set<number> | null} [safe]
 * @property {Set<number> | null} [certainMines]
 * @property {Set<number> | null} [dead] cells that tell nothing
 * @property {number[][] | null} [fifties] pairs of cells that only a guess can tell apart
 * @property {Int32Array | null} [component] by index, -1: none
 * @property {Set<number> | null} [lit] numbers that prove something
 * @property {number} [target] the cell that they prove
 * @property {"safe" | "danger" | null} [verdict] what they prove of it
 * @property {Set<number> | null} [faults]
 * @property {Set<number> | null} [veiled] open cells that are not to be seen yet
 * @property {Set<number> | null} [doubts] cells of a picture that the player has to check
 * @property {Set<number> | null} [pressed] cells under a button or a finger
 * @property {number} [focus] the cell that the keyboard is on
 */

/**
 * The name of the tile that a cell shows: what lies there, and what is written on it.
 * @param {Scene} scene
 * @param {number} index
 */
export function look(scene, index) {
  const name = lookWithoutQuestion(scene, index);
  return !scene.board.isQuestion(index) ? name : name === "hidden" ? "question" : `${name} ?`;
}

/**
 * The name of its tile with the shade of its risk; a risk that many cells share is written on one of them.
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
 * A risk as it is written on a cell. Nothing is called certain that only rounds to it.
 * @param {number} risk
 */
function percent(risk) {
  if (risk === 0 || risk === 1) return String(100 * risk);
  return String(Math.min(99, Math.max(1, Math.round(100 * risk))));
}
