// Redealing: other mines under the hidden cells of a board, one of all solutions in which a cell is free, or in which it
// is a mine, each as likely as any other. With it a guess can be made to survive, or to fail.

import { flagFace } from "../game/board.js";
import { invalid } from "../game/errors.js";
import { Analysis } from "./analysis.js";
import { seedIn } from "./deals.js";
import { Layout } from "./layout.js";
import { Position } from "./position.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./position.js").AboutABoard} AboutABoard */

// Draws until a cell is free: that of the lowest risk seldom takes more than two.
const MOST_DRAWS = 10_000n;

/** @type {(asking: Asking, body: AboutABoard & { cell: Cell, mined: boolean, seed?: string }) => object} */
export function redealt(asking, body) {
  const position = Position.asked(asking, { ...body, trust_flags: false });
  const index = position.graph.index(body.cell);
  // A flag is taken at its word, so that what is drawn has its mine.
  if (body.mined) position.faces[index] = flagFace(1);
  const analysis = new Analysis(position);
  const { grid, perCell } = position.board;
  const seed = seedIn(body.seed ?? 0);
  for (let draw = 0n; draw < MOST_DRAWS; draw++) {
    const word = asking.look("game_seed", seed, draw).whole();
    const counts = asking.ask("draw", analysis.address, word).integers();
    if (counts[index] > 0 === body.mined)
      return { ...position.about(), layout: { text: String(new Layout(grid, counts, perCell)) } };
  }
  throw invalid(`(${body.cell.join(", ")}) is hardly ever free; choose another cell`);
}
