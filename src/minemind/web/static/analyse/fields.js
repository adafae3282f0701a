// The fields of the editor: the size and shape of the board, and how its mines are counted.

import { $, input, select } from "../page/dom.js";
import { isCountMode } from "./draft.js";
import { CELLS_ACROSS, MINES_PER_CELL } from "../game/limits.js";

export class Fields {
  /**
   * @param {import("./draft.js").Draft} draft
   * @param {(work: () => void) => void} change runs the work that changes the draft
   */
  constructor(draft, change) {
    this.draft = draft;
    for (const id of ["edit-rows", "edit-cols", "edit-topology", "edit-per-cell"])
      $(id).addEventListener("change", () => change(() => this.#resize()));
    $("edit-count").addEventListener("change", () => change(() => this.#count()));
    $("edit-mines").addEventListener("input", () => change(() => this.#count()));
    input("edit-rows").max = String(CELLS_ACROSS);
    input("edit-cols").max = String(CELLS_ACROSS);
  }

  #resize() {
    const read = (/** @type {string} */ id, /** @type {number} */ most) =>
      Math.min(most, Math.max(1, Math.round(Number(input(id).value)) || 1));
    const [rows, cols] = [read("edit-rows", CELLS_ACROSS), read("edit-cols", CELLS_ACROSS)];
    this.draft.resize(rows, cols, select("edit-topology").value, read("edit-per-cell", MINES_PER_CELL));
  }

  #count() {
    const mode = select("edit-count").value;
    const field = input("edit-mines");
    const given = field.value === "" ? null : Math.max(0, Math.round(Number(field.value)));
    const mines = given === null ? null : Math.min(this.draft.room, given);
    if (mines !== null && mines < Number(field.value)) field.value = String(mines);
    if (isCountMode(mode)) this.draft.count(mode, mines);
  }

  show() {
    const { board, countMode } = this.draft;
    const { grid, mines, perCell } = board;
    input("edit-rows").value = String(grid.rows);
    input("edit-cols").value = String(grid.cols);
    input("edit-per-cell").value = String(perCell);
    select("edit-topology").value = grid.topology;
    select("edit-count").value = countMode;
    const field = input("edit-mines");
    field.disabled = countMode !== "known";
    if (document.activeElement !== field) field.value = mines === null ? "" : String(mines);
  }
}
