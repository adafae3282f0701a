// A draft: the position that is being drawn, how its mines are counted, and the way back through what was drawn before.

import { Board, HIDDEN } from "./board.js";
import { Grid } from "./grid.js";
import { usualMines } from "./served.js";

/** @typedef {"known" | "unknown" | "size" | "flags"} CountMode known, unknown, usual for the size, or all are flagged */
/** @typedef {{ board: Board, countMode: CountMode }} Version */

const STORE = "minemind.position";
const UNDOABLE = 500;
const SAMPLE =
  "9 9 10\n000001...\n000001...\n111001...\n..1111...\n.........\n.........\n.........\n.........\n.........";

/**
 * @param {unknown} mode
 * @returns {mode is CountMode}
 */
export const isCountMode = (mode) => typeof mode === "string" && ["known", "unknown", "size", "flags"].includes(mode);

export class Draft {
  /** @type {Version} */
  #now;
  /** @type {Version[]} */
  #past = [];
  /** @type {Version[]} */
  #future = [];
  /** @type {number | null} */
  #known = null; // the mine count that was known last

  /**
   * @param {Board} board
   * @param {CountMode} countMode
   */
  constructor(board, countMode) {
    this.#now = this.#counted({ board, countMode });
  }

  // What was stored last; a sample if there is nothing that can be read.
  static restored() {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) ?? "");
      return new Draft(Board.parse(kept.text), isCountMode(kept.countMode) ? kept.countMode : "known");
    } catch {
      return new Draft(Board.parse(SAMPLE), "known");
    }
  }

  store() {
    try {
      localStorage.setItem(STORE, JSON.stringify({ text: String(this.board), countMode: this.countMode }));
    } catch {
      // A full or forbidden store costs no more than the position after a reload.
    }
  }

  // Another one after every change.
  get version() {
    return this.#now;
  }

  get board() {
    return this.#now.board;
  }

  get countMode() {
    return this.#now.countMode;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  // What comes next can be taken back to here.
  remember() {
    this.#past.push(this.#now);
    if (this.#past.length > UNDOABLE) this.#past.shift();
    this.#future = [];
  }

  undo() {
    // What was painted over with itself is nothing to go back to.
    while (this.#past.at(-1) === this.#now) this.#past.pop();
    const version = this.#past.pop();
    if (!version) return;
    this.#future.push(this.#now);
    this.#become(version);
  }

  redo() {
    const version = this.#future.pop();
    if (!version) return;
    this.#past.push(this.#now);
    this.#become(version);
  }

  /** @param {Board} board */
  load(board) {
    this.remember();
    this.#known = null; // that was the count of another position
    const countMode = board.mines === null ? "unknown" : "known";
    this.#become({ board: board.copy({ marks: board.questions() }), countMode });
  }

  empty() {
    const { rows, cols, topology, reach } = this.board.grid;
    this.remember();
    const grid = new Grid(rows, cols, topology, reach);
    this.#become({ ...this.#now, board: this.board.copy({ grid, faces: null, marks: new Map() }) });
  }

  /**
   * @param {number} index
   * @param {{ face: number, mark: import("./board.js").Mark | null }} ink
   */
  write(index, { face, mark }) {
    const { grid, faces, marks } = this.board;
    const isThere = faces[index] === face && (face !== HIDDEN || (marks.get(index) ?? null) === mark);
    if (grid.exists(index) && !isThere) this.#become({ ...this.#now, board: this.board.with(index, face, mark) });
  }

  /**
   * @param {number} rows
   * @param {number} cols
   * @param {string} topology
   * @param {number} perCell
   */
  resize(rows, cols, topology, perCell) {
    this.remember();
    this.#become({ ...this.#now, board: this.board.onGrid(rows, cols, topology, perCell) });
  }

  // The most mines that the board has room for.
  get room() {
    const { grid, perCell } = this.board;
    return (grid.length - grid.holes.size) * perCell;
  }

  /**
   * @param {CountMode} countMode
   * @param {number | null} mines as far as they are known
   */
  count(countMode, mines) {
    this.remember();
    const count = countMode === "known" ? mines : this.board.mines;
    this.#become({ board: this.board.copy({ mines: count, density: null }), countMode });
  }

  /** @param {Version} version */
  #become(version) {
    this.#now = this.#counted(version);
  }

  /**
   * The same with the mine count that the chosen way of counting gives.
   * @param {Version} version
   * @returns {Version}
   */
  #counted(version) {
    const { board, countMode } = version;
    const mines = this.#mines(version);
    if (countMode === "known") this.#known = mines;
    return mines === board.mines ? version : { board: board.copy({ mines }), countMode };
  }

  /** @param {Version} version */
  #mines({ board, countMode }) {
    if (countMode === "unknown") return null;
    if (countMode === "flags") return board.flags();
    const usual = usualMines(board.grid.rows, board.grid.cols);
    return countMode === "known" ? (board.mines ?? this.#known ?? usual) : usual;
  }
}
