// A draft: the position being drawn, how its mines are counted, and its undo history.

import { Board, HIDDEN, claimed } from "../game/board.js";
import { Grid } from "../game/grid.js";
import { usualMines } from "../game/presets.js";

/** @typedef {"known" | "unknown" | "size" | "flags"} CountMode known, unknown, the usual count for the size, or all mines are flagged */
/** @typedef {Map<number, string[]>} Doubts cells read from a picture with doubt, and what else they may be */
/** @typedef {{ board: Board, countMode: CountMode, doubts: Doubts }} Version */

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
  #known = null; // the last mine count that was known

  /**
   * @param {Board} board
   * @param {CountMode} countMode
   */
  constructor(board, countMode) {
    this.#now = this.#counted({ board, countMode, doubts: new Map() });
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
      // If the store is full or forbidden, only the position after a reload is lost.
    }
  }

  // A new object after every change.
  get version() {
    return this.#now;
  }

  get board() {
    return this.#now.board;
  }

  get countMode() {
    return this.#now.countMode;
  }

  get doubts() {
    return this.#now.doubts;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  // Record a point that undo returns to.
  remember() {
    this.#past.push(this.#now);
    if (this.#past.length > UNDOABLE) this.#past.shift();
    this.#future = [];
  }

  undo() {
    // A stroke that changed nothing is not worth returning to.
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

  /**
   * @param {Board} board
   * @param {Doubts} doubts
   */
  load(board, doubts = new Map()) {
    this.remember();
    this.#known = null; // it belonged to another position
    const countMode = board.mines === null ? "unknown" : "known";
    this.#become({ board: board.copy({ marks: board.questions() }), countMode, doubts });
  }

  /**
   * Start over with an empty board of this size.
   * @param {import("../game/presets.js").Size} size
   */
  become({ rows, cols, mines }) {
    this.load(new Board(new Grid(rows, cols), { mines }));
  }

  empty() {
    const { rows, cols, topology, reach } = this.board.grid;
    this.remember();
    const grid = new Grid(rows, cols, topology, reach);
    const board = this.board.copy({ grid, faces: null, marks: new Map() });
    this.#become({ ...this.#now, board, doubts: new Map() });
  }

  /**
   * Writing to a doubtful cell settles it, even if it stays the same.
   * @param {number} index
   * @param {{ face: number, mark: import("../game/board.js").Mark | null }} ink
   */
  write(index, { face, mark }) {
    const { grid, faces, marks } = this.board;
    const isThere = faces[index] === face && (face !== HIDDEN || (marks.get(index) ?? null) === mark);
    if (!grid.exists(index) || (isThere && !this.doubts.has(index))) return;
    const doubts = new Map([...this.doubts].filter(([other]) => other !== index));
    this.#become({ ...this.#now, board: this.board.with(index, face, mark), doubts });
  }

  /**
   * Write the same into all cells that look like this one and are connected to it side by side.
   * @param {number} index
   * @param {{ face: number, mark: import("../game/board.js").Mark | null }} ink
   */
  fill(index, ink) {
    const { grid, faces } = this.board;
    const alike = faces[index];
    const [found, waiting] = [new Set([index]), [index]];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [row, col] = grid.cell(at);
      for (const other of grid.around(at)) {
        const [r, c] = grid.cell(other);
        const isBeside = grid.topology === "hex" || r === row || c === col;
        if (!isBeside || faces[other] !== alike || found.has(other)) continue;
        found.add(other);
        waiting.push(other);
      }
    }
    for (const each of found) this.write(each, ink);
  }

  // Set every open cell to the number of mines claimed by the flags around it.
  numberByFlags() {
    const { grid, faces } = this.board;
    this.remember();
    const flagged = (/** @type {number} */ index) =>
      grid.around(index).reduce((sum, other) => sum + claimed(faces[other]), 0);
    faces.forEach((face, index) => face >= 0 && this.write(index, { face: flagged(index), mark: null }));
  }

  /**
   * @param {number} rows
   * @param {number} cols
   * @param {string} topology
   * @param {number} perCell
   */
  resize(rows, cols, topology, perCell) {
    this.remember();
    const board = this.board.onGrid(rows, cols, topology, perCell);
    this.#become({ ...this.#now, board, doubts: new Map() });
  }

  // The most mines that fit on the board.
  get room() {
    const { grid, perCell } = this.board;
    return (grid.length - grid.holes.size) * perCell;
  }

  /**
   * @param {CountMode} countMode
   * @param {number | null} mines if known
   */
  count(countMode, mines) {
    this.remember();
    const count = countMode === "known" ? mines : this.board.mines;
    this.#become({ ...this.#now, board: this.board.copy({ mines: count, density: null }), countMode });
  }

  /** @param {Version} version */
  #become(version) {
    this.#now = this.#counted(version);
  }

  /**
   * The same version with the mine count that its count mode gives.
   * @param {Version} version
   * @returns {Version}
   */
  #counted(version) {
    const { board, countMode } = version;
    const mines = this.#mines(version);
    if (countMode === "known") this.#known = mines;
    return mines === board.mines ? version : { ...version, board: board.copy({ mines }) };
  }

  /** @param {Version} version */
  #mines({ board, countMode }) {
    if (countMode === "unknown") return null;
    if (countMode === "flags") return board.flags();
    const usual = usualMines(board.grid.rows, board.grid.cols);
    return countMode === "known" ? (board.mines ?? this.#known ?? usual) : usual;
  }
}
