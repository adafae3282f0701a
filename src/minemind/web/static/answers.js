// The answers of the API as types: what answers/schema.py and web/answers.py say of them, for whoever reads one. There is nothing to run here.

/** @typedef {[row: number, col: number]} Cell */
/** @typedef {{ text: string }} Text */
/** @typedef {["open" | "chord", number, number] | ["flag", number, number, number]} Turn */
/** @typedef {{ sentence: string, cell?: Cell | null, line?: number | null, column?: number | null }} Fault */
/** @typedef {{ kind: string, message: string, cells: Cell[], faults: Fault[] }} Trouble */
/** @typedef {{ name: string, rows: number, cols: number, mines: number }} Preset */
/** @typedef {{ presets: Preset[], limits: { rows: number, cols: number, file_body_bytes: number } }} About */

/**
 * @typedef {object} Analysis
 * @property {string | null} solutions
 * @property {Cell[]} safe
 * @property {Cell[]} certain_mines
 * @property {(number | null)[][]} probability
 * @property {{ cell: Cell, probability: number | null } | null} best
 * @property {{ cells: Cell[] }[] | null} [components]
 * @property {number | null} [outside]
 * @property {string[]} notes what was assumed, and what is missing
 * @property {Cell[]} [dead]
 * @property {[Cell, Cell][]} [fifty_fifties]
 */

/**
 * @typedef {object} Proof
 * @property {Cell} cell
 * @property {boolean} is_mine
 * @property {Cell[]} numbers
 * @property {boolean} uses_mine_count
 * @property {string} technique
 * @property {number} grade from 1 to 5
 * @property {string | null} pattern
 * @property {string} sentence
 * @property {{ sentence: string, depth: number }[]} steps
 */

/**
 * @typedef {object} Move
 * @property {Cell} cell
 * @property {"open" | "flag"} action
 * @property {number} mines
 * @property {boolean} certain
 * @property {string} reason
 * @property {Proof} [proof]
 */

/**
 * @typedef {object} Candidate
 * @property {Cell} cell
 * @property {number} risk
 * @property {number | null} next
 * @property {number | null} progress
 * @property {number | null} win
 * @property {number} margin
 * @property {boolean} exact
 * @property {number} behind
 * @property {number} behind_margin
 * @property {number} games
 * @property {boolean} may_be_best
 * @property {boolean} hint
 * @property {boolean} recommended
 * @property {Record<string, number> | null} numbers
 */

/**
 * @typedef {object} NoGuess how mines are dealt that need no guess
 * @property {"uniform" | "repaired"} way
 * @property {number} budget
 * @property {[least: number, most: number] | null} [grade]
 */

/**
 * @typedef {object} SavedGame
 * @property {number} minemind
 * @property {"game"} kind
 * @property {string} [seed]
 * @property {"opening" | "safe" | "any"} [first_click]
 * @property {NoGuess} [no_guess]
 * @property {Text} [layout]
 * @property {Turn[]} history
 * @property {(number | null)[]} [times] when each turn of the history was made, in seconds from the first opened cell
 * @property {Turn[]} [undone]
 * @property {Text} board
 */

/** @typedef {"position" | "layout" | "solution" | "configurations" | "game"} Kind */

/**
 * @typedef {object} Converted
 * @property {Kind} kind
 * @property {Text} board
 * @property {Text | null} layout
 * @property {SavedGame | null} game
 * @property {string[]} boards
 * @property {string[]} notes what was assumed
 * @property {string} [svg]
 */

/**
 * @typedef {object} Answers
 * @property {About} about
 * @property {Analysis} analyse
 * @property {{ moves: Move[] }} hint
 * @property {Proof} explain
 * @property {{ candidates: Candidate[] }} guesses
 * @property {{ layout: Text, seed: string }} generate
 * @property {Converted} convert
 */

export {};
