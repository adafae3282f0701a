// The API's answers as types, as answers/schema.py and web/answers.py define them. There is nothing to run here.

/** @typedef {[row: number, col: number]} Cell */
/** @typedef {{ text: string }} Text */
/** @typedef {["open" | "chord", number, number] | ["flag", number, number, number]} Turn */
/** @typedef {{ sentence: string, cell?: Cell | null, line?: number | null, column?: number | null }} Fault */
/** @typedef {{ kind: string, message: string, cells: Cell[], faults: Fault[] }} Trouble */

/**
 * @typedef {object} Analysis
 * @property {string | null} solutions
 * @property {Cell[]} safe
 * @property {Cell[]} certain_mines
 * @property {(number | null)[][]} probability
 * @property {{ cell: Cell, probability: number | null, reason?: string } | null} best
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
 * @property {{ sentence: string, depth: number, numbers: Cell[], cells: Cell[] }[]} steps
 */

/**
 * @typedef {object} Move
 * @property {Cell} cell
 * @property {"open" | "flag"} action
 * @property {number} mines
 * @property {boolean} certain
 * @property {number} [probability] of a mine
 * @property {string} reason
 * @property {Proof} [proof]
 * @property {number | null} [win] of a guess, as are the three below
 * @property {number | null} [next]
 * @property {number | null} [progress]
 * @property {Cell | null} [partner]
 * @property {{ cell: Cell, probability: number }[]} [runners_up]
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
 * What is known of a hidden cell; only the page asks for it.
 * @typedef {object} Odds
 * @property {number} risk
 * @property {Record<string, number> | null} numbers
 * @property {number | null} win estimated, if it is a guess
 * @property {number} margin of that estimate
 */

/**
 * @typedef {object} NoGuess how a board that needs no guess is dealt
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
 * @property {number} minemind
 * @property {Kind} kind
 * @property {Text} board
 * @property {Text | null} layout
 * @property {SavedGame | null} game
 * @property {string[]} boards
 * @property {Fault[]} faults
 * @property {string[]} notes what was assumed
 * @property {string} [svg]
 */

/** @typedef {{ value: number, margin: number, exact: boolean }} WinOdds the probability of winning */

/**
 * @typedef {object} ReviewedMove
 * @property {number} number from 1
 * @property {Cell} cell
 * @property {"open" | "flag" | "chord"} action
 * @property {number} mines
 * @property {number | null} seconds
 * @property {string} kind
 * @property {number | null} risk
 * @property {number} certain cells that were certainly safe
 * @property {Cell | null} best
 * @property {number} best_risk
 * @property {string | null} technique
 * @property {WinOdds | null} before
 * @property {WinOdds | null} chosen
 * @property {WinOdds | null} after
 * @property {number | null} cost
 * @property {string} sentence
 */

/**
 * @typedef {object} Performance
 * @property {number} clicks
 * @property {number} opens
 * @property {number} flags
 * @property {number} chords
 * @property {number} effective
 * @property {number | null} three_bv unknown if the mines were never dealt
 * @property {number} solved
 * @property {number | null} seconds
 * @property {number | null} three_bv_per_second
 * @property {number | null} efficiency
 * @property {number | null} zini_efficiency
 */

/**
 * @typedef {object} Review
 * @property {"won" | "lost" | "unfinished"} end
 * @property {ReviewedMove[]} moves
 * @property {number} pluck
 * @property {number} necessary_pluck
 * @property {number | null} start
 * @property {number | null} lost_by_choice
 * @property {number | null} luck
 * @property {number[]} key_moments
 * @property {Performance} performance
 * @property {{ kind: string, technique: string | null, move: number | null, sentence: string }} advice
 */

/**
 * @typedef {object} Answers
 * @property {Analysis} analyse
 * @property {{ moves: Move[] }} hint
 * @property {Proof} explain
 * @property {{ candidates: Candidate[] }} guesses
 * @property {Odds} cell
 * @property {{ layout: Text, seed: string }} generate
 * @property {{ three_bv: number }} metrics
 * @property {{ layout: Text }} redeal
 * @property {{ state: "won" | "lost", opened: number[], free: number }} rival
 * @property {{ game: SavedGame }} practise
 * @property {Converted} convert
 * @property {Review} review
 */

export {};
