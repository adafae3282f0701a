// A replay of what was played: a saved game, a record of a strategy, or a recording of another program.

import { unknownFormat } from "../formats/format.js";
import { parsed } from "../formats/document.js";
import { formatOf } from "../formats/filetypes.js";
import { jsonOf } from "../formats/json.js";
import { recordOf } from "../formats/record.js";
import { REPLAYS, readReplay } from "../formats/replays.js";
import { savedGame } from "../formats/saved.js";
import { Layout } from "../layout.js";

/** @typedef {import("../asking.js").Asking} Asking */
/** @typedef {import("../formats/replays.js").Replay} Replay */
/** @typedef {import("../played.js").Click} Click */
/** @typedef {import("../played.js").Played} Played */

/**
 * The game in a file of any of these kinds.
 * @type {(asking: Asking, content: Uint8Array) => Replay}
 */
export function replayIn(asking, content) {
  const { name } = formatOf(content);
  if (REPLAYS.some((each) => each.name === name)) return readReplay(asking, content, name);
  if (name === "game") return replayOf(savedGame(asking, parsed(content, "game")));
  if (name !== "record") throw unknownFormat("holds no game that was played; give a replay, a record or a saved game");
  const { played, moves } = recordOf(asking, parsed(content, "record"));
  return replayOf(played, moves);
}

/**
 * A saved game in a question, where missing fields may be null.
 * @type {(asking: Asking, game: object) => Replay}
 */
export function replayOfSaved(asking, game) {
  const isGiven = (/** @type {[string, unknown]} */ [name, value]) =>
    value !== null && !(name === "times" && Array.isArray(value) && !value.length);
  return replayOf(savedGame(asking, jsonOf(Object.fromEntries(Object.entries(game).filter(isGiven)))));
}

/** @type {(played: Played, clicks?: Click[]) => Replay} */
function replayOf(played, clicks = played.history) {
  const known = played.layout ?? played.origin.given;
  const layout = known ?? new Layout(played.grid, new Int32Array(played.grid.length), played.perCell);
  const seconds = clicks.at(-1)?.seconds ?? null;
  const undealt = known ? null : played;
  return { layout, clicks, rule: played.origin.rule, program: "", player: "", seconds, strays: [], undealt };
}
