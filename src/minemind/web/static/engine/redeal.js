// Redealing: other mines under the hidden cells of a board, drawn uniformly from the solutions in which a given cell is
// free, or from those in which it is a mine. It can make a guess survive or fail.

import { flagFace } from "../game/board.js";
import { invalid } from "../game/errors.js";
import { Analysis } from "./analysis.js";
import { seedIn } from "./deals.js";
import { Layout } from "./layout.js";
import { Position } from "./position.js";

/** @typedef {import("../ask/answers.js").Cell} Cell */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./position.js").AboutABoard} AboutABoard */

// The most draws until the cell is free: the cell of lowest risk seldom takes more than two.
const MOST_DRAWS = 10_000n;

/** @type {(asking: Asking, body: AboutABoard & { cell: Cell, mined: boolean, seed?: string }) => object} */
export function redealt(asking, body) {
  const position = Position.asked(asking, { ...body, trust_flags: false });
  const index = position.graph.index(body.cell);
  // Flags are trusted, so every layout drawn has a mine there.
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
