// Positions to practise on: random boards, played along the easiest path up to a move of the wanted kind. The same kind
// and seed give the same position.

import { HIDDEN } from "../game/board.js";
import { TooHard } from "../game/errors.js";
import { gridOf } from "../game/grid.js";
import { dealt } from "./dealing.js";
import { seedIn } from "./deals.js";
import { Analysis } from "./analysis.js";
import { Asking } from "./asking.js";
import { graphOf } from "./graph.js";
import { hintAt } from "./hint.js";
import { Position } from "./position.js";
import { readProof } from "./proofs.js";
import { gameOn } from "./rival.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./proofs.js").Found} Found */
/** @typedef {{ moves: Found[], isCleared: boolean }} Path */

// About as dense as Expert, and small enough to take in at a glance.
const SIZE = { rows: 10, cols: 10, topology: "square", reach: 1 };
const MINES = 20;
const MOST_BOARDS = 2_000n;
const PATH_WORK = 100_000_000;

// The most safe cells left in an endgame.
const ENDGAME = 10;
// The lowest grade of a move that is not obvious: for endgames, and for questions whether any move is certain at all.
const NOT_AT_ONCE = 3;

/** @type {(asking: Asking, body: { kind: string, seed?: string }) => object} */
export function practised(asking, { kind, seed }) {
  const first = seedIn(seed ?? 0);
  for (let board = 0n; board < MOST_BOARDS; board++) {
    const word = asking.look("game_seed", first, board).whole();
    const found = positionOn(asking, kind, word, kind === "fifty-fifty" && first % 2n === 0n);
    if (found) return found;
  }
  throw new TooHard("no such position was found");
}

/** @type {(asking: Asking, kind: string, seed: bigint, isFifty: boolean) => object | null} */
function positionOn(asking, kind, seed, isFifty) {
  const grid = gridOf(SIZE);
  const { address, centre } = graphOf(asking, grid);
  const layout = dealt(asking, { grid, mines: MINES, perCell: 1, first: centre, rule: "opening", seed });
  const reply = asking.ask("easiest_path", address, layout.counts, 1, centre, PATH_WORK);
  const moves = reply.many(() => readProof(reply, reply.number(), reply.number() > 0));
  reply.list(); // the faces at its end
  const path = { moves, isCleared: reply.flag() };
  return isFifty ? stuckGame(asking, layout, centre, path) : gameBefore(asking, layout, centre, path, kind, seed);
}

/**
 * The game at the point where nothing is certain any more, if it has a 50/50.
 * @type {(asking: Asking, layout: Layout, start: number, path: Path) => object | null}
 */
function stuckGame(asking, layout, start, { moves, isCleared }) {
  if (isCleared || moves.length < 2) return null;
  const game = playedTo(layout, start, moves);
  return within(asking, game, (position) => new Analysis(position).fiftyFifties().length > 0) ? answered(game) : null;
}

/**
 * The game before one of the moves of the wanted kind, if no easier move exists there.
 * @type {(asking: Asking, layout: Layout, start: number, path: Path, kind: string, seed: bigint) => object | null}
 */
function gameBefore(asking, layout, start, { moves }, kind, seed) {
  const places = moves.flatMap((move, place) => (isWanted(kind, move) ? [place] : []));
  if (!places.length) return null;
  const place = places[Number(seed % BigInt(places.length))];
  const game = playedTo(layout, start, moves.slice(0, place));
  if (game.state !== "playing" || (kind === "endgame" && game.free - game.opened > ENDGAME)) return null;
  const easiest = within(asking, game, (position) => hintAt(position, 0)?.proof);
  return easiest && isWanted(kind, easiest) ? answered(game) : null;
}

/** @type {(kind: string, proof: Found) => boolean} */
function isWanted(kind, { isMine, technique, grade }) {
  if (isMine) return false;
  return ["endgame", "fifty-fifty"].includes(kind) ? grade >= NOT_AT_ONCE : technique === kind.replace("-", " ");
}

/** @type {(layout: Layout, start: number, moves: Found[]) => Game} */
function playedTo(layout, start, moves) {
  const game = gameOn(layout);
  game.open(start);
  for (const { cell, isMine } of moves) if (game.faces[cell] === HIDDEN) isMine ? game.flag(cell, 1) : game.open(cell);
  return game;
}

/**
 * @template Value
 * @param {Asking} asking
 * @param {Game} game
 * @param {(position: Position) => Value} work
 */
function within(asking, game, work) {
  const own = new Asking(asking.engine, asking.left);
  try {
    return work(new Position(own, game.board));
  } finally {
    own.close();
  }
}

/** @param {Game} game */
const answered = (game) => ({ game: game.toJSON() });
