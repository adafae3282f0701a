// Position: the board that a question is about, with what every answer says about it and what the engine needs of it. Its
// faults are those of minemind/board.py; tests hold the two equal.

import { HIDDEN, NO_CELL, claimed, isFlag } from "../game/board.js";
import { phrase } from "../words/catalogue.js";
import { invalid } from "../game/errors.js";
import { SCHEMA } from "./formats/document.js";
import { graphOf } from "./graph.js";
import { checkSize } from "./size.js";
import { boardIn, readSource } from "./source.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("../game/board.js").Board} Board */
/** @typedef {import("../ask/answers.js").Fault} Fault */
/** @typedef {import("./asking.js").Asking} Asking */

/**
 * @typedef {object} AboutABoard how a question describes its board
 * @property {{ text: string }} board
 * @property {number | null} [mines] null: unknown; if left out, what the text says
 * @property {number | null} [density]
 * @property {boolean} [trust_flags] false: flagged cells count as hidden
 */

export class Position {
  /** @type {Set<number>} */
  doubted = new Set(); // hidden cells that the player has flagged, although nothing proves them mines

  /**
   * @param {Asking} asking
   * @param {Board} board
   * @param {string[]} notes assumptions made when reading it
   */
  constructor(asking, board, notes = []) {
    this.asking = asking;
    this.graph = graphOf(asking, board.grid);
    this.board = board;
    this.notes = notes;
    this.faces = board.faces;
    this.flags = board.flags();
  }

  /** @type {(asking: Asking, body: AboutABoard) => Position} */
  static asked(asking, { board: { text }, mines, density = null, trust_flags: areTrusted = true }) {
    const { board, notes } = boardIn(readSource(text));
    checkSize(board);
    if (mines !== undefined && mines !== null && density !== null)
      throw invalid("both a mine count and a density are given; give only one");
    // As in Board.of_source: what is given replaces the header, and a density counts only without a mine count.
    if (mines !== undefined) board.mines = mines;
    else if (density !== null) board.mines = null;
    board.density = board.mines !== null ? null : (density ?? board.density);
    if (!areTrusted) board.faces.forEach((face, index) => isFlag(face) && (board.faces[index] = HIDDEN));
    return new Position(asking, board, notes);
  }

  /** @type {(index: number) => boolean} */
  isHidden(index) {
    return this.faces[index] === HIDDEN;
  }

  /** @type {(index: number) => Cell} */
  cell(index) {
    return this.board.grid.cell(index);
  }

  /** @type {(indices: Iterable<number>) => Cell[]} */
  cells(indices) {
    return Array.from(indices, (index) => this.cell(index));
  }

  // Whether any cell shows a number.
  get isBegun() {
    return this.faces.some((face) => face >= 0);
  }

  /**
   * What every answer says about its board.
   * @param {string[]} notes
   */
  about(notes = this.notes) {
    return about(this.board, notes);
  }

  /**
   * Every contradiction of a single number, or of the mine count.
   * @returns {Fault[]}
   */
  faults() {
    return [...this.#numberFaults(), ...this.#countFaults()];
  }

  *#numberFaults() {
    const { board, graph, faces } = this;
    for (let index = 0; index < faces.length; index++) {
      const number = faces[index];
      if (number < 0) continue;
      const count = graph.sumAround(index, (other) => claimed(faces[other]));
      const room = count + board.perCell * graph.sumAround(index, (other) => Number(faces[other] === HIDDEN));
      if (number >= count && number <= room) continue;
      const most = graph.around(index).length * board.perCell;
      yield { sentence: numberFault(number, { count, room, most }), cell: this.cell(index), line: null, column: null };
    }
  }

  *#countFaults() {
    const { mines, perCell } = this.board;
    if (mines === null) return;
    const left = mines - this.flags;
    const room = perCell * this.faces.reduce((sum, face) => sum + Number(face === HIDDEN), 0);
    const nowhere = { cell: null, line: null, column: null };
    if (left < 0) {
      const flagged = phrase("fault.flagged", { count: this.flags });
      yield { sentence: phrase("fault.flags", { flagged, count: mines }), ...nowhere };
    } else if (left > room)
      yield {
        sentence: phrase("fault.no-room", { left: phrase("fault.left", { count: left }), count: room }),
        ...nowhere,
      };
  }

  /**
   * The faces with only these numbers; all other numbers become holes.
   * @param {Iterable<number>} numbers
   */
  onlyNumbers(numbers) {
    const kept = new Set(numbers);
    return this.faces.map((face, index) => (face >= 0 && !kept.has(index) ? NO_CELL : face));
  }
}

/** @type {(number: number, around: { count: number, room: number, most: number }) => string} */
function numberFault(number, { count, room, most }) {
  if (number > most) return phrase("fault.too-large", { number, most });
  if (number < count) return phrase("fault.too-many-flags", { number, count });
  return phrase("fault.too-few-cells", { number, room });
}

/**
 * What every answer says about its board, or its layout.
 * @type {(board: Pick<Board, "grid" | "mines" | "perCell">, notes: string[]) => { minemind: number, rows: number, cols: number, mines: number | null,
 *   topology: string, max_per_cell: number, notes: string[] }}
 */
export function about({ grid, mines, perCell }, notes) {
  const { rows, cols, topology } = grid;
  return { minemind: SCHEMA, rows, cols, mines, topology, max_per_cell: perCell, notes };
}
